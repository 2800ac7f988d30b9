package io.pto4j.ir;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A copy-on-write rewriting of a function. Override what changes and call {@code super} for the
 * rest. A definition whose type changes gets a new variable, and later uses follow it; {@link
 * #replace} redirects uses to any expression.
 */
public class Rewriter extends Traversal {
  // variables compare by reference, so an ordinary map tells them apart
  private final Map<Var, Expr> replacements = new HashMap<>();

  /** From here on, uses of {@code var} become {@code value}. */
  public final void replace(Var var, Expr value) {
    replacements.put(var, value);
  }

  public final Optional<Expr> replacement(Var var) {
    return Optional.ofNullable(replacements.get(var));
  }

  public Function function(Function function) {
    return Children.map(function, this);
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof Var var ? use(var) : super.expr(expr);
  }

  @Override
  public Var def(Var var) {
    Type type = type(var.type());
    Var renewed =
        switch (var) {
          case IterArg arg -> {
            Expr init = expr(arg.initValue());
            yield init == arg.initValue() && type == arg.type()
                ? arg
                : new IterArg(arg.nameHint(), type, init, arg.span());
          }
          default -> type == var.type() ? var : new Var(var.nameHint(), type, var.span());
        };
    if (renewed != var) {
      replace(var, renewed);
    }
    return renewed;
  }

  @Override
  public WindowBuffer windowBuffer(WindowBuffer window) {
    Expr known = use(window);
    if (known != window) {
      return (WindowBuffer) known;
    }
    WindowBuffer renewed = Children.map(window, this);
    if (renewed != window) {
      replace(window, renewed);
    }
    return renewed;
  }

  /**
   * The expression that stands for a use of {@code var}; replacements are followed to their end.
   */
  protected Expr use(Var var) {
    if (replacements.isEmpty()) {
      return var;
    }
    Expr result = var;
    for (int steps = 0; steps <= replacements.size() && result instanceof Var v; steps++) {
      Expr next = replacements.get(v);
      if (next == null) {
        return result;
      }
      result = next;
    }
    return result;
  }
}
