package io.pto4j.pass.front;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.Level;
import io.pto4j.ir.Program;
import io.pto4j.ir.Role;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Gives every assignment a variable of its own: loops carry reassigned variables as iteration
 * arguments, and an if returns the variables that its branches assign. Workers of the host, whose
 * body is text, stay as they are. Source: PyPTO passes, ConvertToSSA.
 */
public final class ConvertToSSA implements Pass {
  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.SSA_FORM);
  }

  @Override
  public ImmutableSet<Property> invalidated() {
    return ImmutableSet.of(Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> isHostWorker(f) || VersionedForm.holds(f) ? f : new SsaConverter(f).convert());
  }

  private static boolean isHostWorker(Function function) {
    return function.role().filter(r -> r == Role.WORKER).isPresent()
        && function.level().filter(l -> l.compareTo(Level.HOST) >= 0).isPresent();
  }
}
