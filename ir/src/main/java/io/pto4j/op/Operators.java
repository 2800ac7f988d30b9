package io.pto4j.op;

import static com.google.common.collect.ImmutableSortedMap.toImmutableSortedMap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Span;
import java.util.Comparator;
import java.util.Optional;
import java.util.ServiceLoader;

/** The operator table and the creation of calls. */
public final class Operators {
  private static final ImmutableSortedMap<String, OpDef> TABLE =
      ServiceLoader.load(OpFamily.class, OpFamily.class.getClassLoader()).stream()
          .flatMap(provider -> provider.get().operators().stream())
          .collect(toImmutableSortedMap(Comparator.naturalOrder(), OpDef::name, op -> op));

  private Operators() {}

  /** All operators by name. */
  public static ImmutableSortedMap<String, OpDef> table() {
    return TABLE;
  }

  public static Optional<OpDef> find(String name) {
    return Optional.ofNullable(TABLE.get(name));
  }

  /**
   * @throws IrException when there is no operator of that name
   */
  public static OpDef get(String name) {
    return find(name)
        .orElseThrow(
            () -> new IrException("unknown operator '" + name + "'", "see docs/operators.md"));
  }

  public static Call call(String name, ImmutableList<? extends Expr> args, Span span) {
    return call(name, args, Attrs.empty(), span);
  }

  /**
   * A call of the operator, with the type that its rule deduces.
   *
   * @throws IrException when the operands or keyword arguments break a rule; it carries {@code
   *     span}
   */
  public static Call call(
      String name, ImmutableList<? extends Expr> args, Attrs kwargs, Span span) {
    OpDef op = get(name);
    try {
      ImmutableList<Expr> operands =
          CallCheck.withTypedLiterals(op, ImmutableList.copyOf(args), kwargs);
      CallCheck.check(op, operands, kwargs);
      return new Call(
          span,
          op.typeRule().deduce(new TypeRule.Request(op, operands, kwargs, span)),
          new Operator(name),
          operands,
          Attrs.empty(),
          kwargs);
    } catch (IrException e) {
      throw e.at(span);
    }
  }
}
