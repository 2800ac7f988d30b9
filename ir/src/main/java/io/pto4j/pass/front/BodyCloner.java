package io.pto4j.pass.front;

import io.pto4j.ir.IterArg;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Var;
import java.util.function.UnaryOperator;

/**
 * Copies statements with a new variable for every variable they define; a variable that was given a
 * {@link #replace replacement} variable beforehand keeps that one.
 */
final class BodyCloner extends Rewriter {
  private final UnaryOperator<String> rename;

  /**
   * @param rename the name of the copy of a variable; iteration arguments keep theirs
   */
  BodyCloner(UnaryOperator<String> rename) {
    this.rename = rename;
  }

  @Override
  public Var def(Var var) {
    // a variable assigned several times has one copy
    return replacement(var).isPresent() && use(var) instanceof Var copy ? copy : copy(var);
  }

  private Var copy(Var var) {
    Var copy =
        var instanceof IterArg arg
            ? new IterArg(arg.nameHint(), type(arg.type()), expr(arg.initValue()), arg.span())
            : new Var(rename.apply(var.nameHint()), type(var.type()), var.span());
    replace(var, copy);
    return copy;
  }
}
