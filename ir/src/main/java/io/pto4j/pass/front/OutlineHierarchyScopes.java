package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.stream.Stream;

/**
 * Makes a function of every region at another level of the machine than a core group. Source: PyPTO
 * passes, OutlineHierarchyScopes.
 */
public final class OutlineHierarchyScopes implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SSA_FORM);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM, Property.HIERARCHY_OUTLINED, Property.ORCHESTRATION_REFERENCES_RESOLVED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    ScopeOutliner outliner = new ScopeOutliner(OutlinedKind.HIERARCHY, program);
    Program parents =
        program.mapFunctions(f -> f.funcType() == FunctionType.OPAQUE ? outliner.outline(f) : f);
    return outliner.outlined().isEmpty()
        ? parents
        : Program.of(
            program.name(),
            Stream.concat(parents.functions().values().stream(), outliner.outlined().stream())
                .collect(toImmutableList()),
            program.span());
  }
}
