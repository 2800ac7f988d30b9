package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.stream.Stream;

/**
 * Makes a kernel of every region at core-group level and a call or launch of it in its place.
 * Source: PyPTO passes, OutlineIncoreScopes.
 */
public final class OutlineIncoreScopes implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SSA_FORM);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.SSA_FORM, Property.SPLIT_INCORE_ORCH, Property.AIV_SPLIT_VALID);
  }

  @Override
  public Program run(Program program, PassContext context) {
    ScopeOutliner outliner = new ScopeOutliner(OutlinedKind.INCORE, program);
    Program parents =
        program.mapFunctions(
            f ->
                f.funcType() == FunctionType.OPAQUE || f.funcType().isOrchestration()
                    ? outline(f, outliner)
                    : f);
    return outliner.outlined().isEmpty()
        ? parents
        : Program.of(
            program.name(),
            Stream.concat(parents.functions().values().stream(), outliner.outlined().stream())
                .collect(toImmutableList()),
            program.span());
  }

  private static Function outline(Function function, ScopeOutliner outliner) {
    Function source =
        function.funcType() == FunctionType.OPAQUE ? ExtentSymbols.forward(function) : function;
    int before = outliner.outlined().size();
    Function parent = outliner.outline(source);
    if (outliner.outlined().size() == before) {
      return function;
    }
    return parent.funcType() == FunctionType.OPAQUE
        ? parent.retyped(FunctionType.ORCHESTRATION)
        : parent;
  }
}
