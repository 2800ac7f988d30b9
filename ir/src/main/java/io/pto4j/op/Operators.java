package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/** The operator table and the creation of calls. */
public final class Operators {
  private static final ImmutableList<OpFamily> FAMILIES =
      ImmutableList.copyOf(
          ServiceLoader.load(OpFamily.class, OpFamily.class.getClassLoader()).iterator());

  private static final Map<String, ImmutableMap<String, OpDef>> NAMESPACES =
      new ConcurrentHashMap<>();

  private Operators() {}

  private static ImmutableMap<String, OpDef> operators(String namespace) {
    ImmutableMap.Builder<String, OpDef> operators = ImmutableMap.builder();
    for (OpFamily family : FAMILIES) {
      if (family.namespaces().contains(namespace)) {
        for (OpDef op : family.operators()) {
          if (namespace(op.name()).equals(namespace)) {
            operators.put(op.name(), op);
          }
        }
      }
    }
    return operators.buildOrThrow();
  }

  private static String namespace(String name) {
    return name.substring(0, Math.max(0, name.indexOf('.')));
  }

  /** All operators by name. */
  public static ImmutableSortedMap<String, OpDef> table() {
    Map<String, OpDef> table = new HashMap<>();
    for (OpFamily family : FAMILIES) {
      for (String namespace : family.namespaces()) {
        table.putAll(named(namespace));
      }
    }
    return ImmutableSortedMap.copyOf(table);
  }

  public static Optional<OpDef> find(String name) {
    return Optional.ofNullable(named(namespace(name)).get(name));
  }

  private static ImmutableMap<String, OpDef> named(String namespace) {
    return NAMESPACES.computeIfAbsent(namespace, Operators::operators);
  }

  /**
   * @throws IrException when there is no operator of that name
   */
  public static OpDef get(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IrException(
                    "unknown operator '" + name + "'",
                    name.indexOf('.') < 0
                        ? "an operator has a namespace, as tile.add; is this a function?"
                        : "see docs/operators.md"));
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
    return call(name, args, kwargs, Optional.empty(), span);
  }

  /**
   * A call of an operator that is told what it gives, such as {@code buffer.alloc}.
   *
   * @throws IrException when the operands, keyword arguments or the result break a rule; it carries
   *     {@code span}
   */
  public static Call call(
      String name, ImmutableList<? extends Expr> args, Attrs kwargs, Type result, Span span) {
    return call(name, args, kwargs, Optional.of(result), span);
  }

  private static Call call(
      String name,
      ImmutableList<? extends Expr> args,
      Attrs kwargs,
      Optional<Type> given,
      Span span) {
    OpDef op = get(name);
    try {
      Attrs named = CallCheck.withNamedTypes(op, kwargs);
      ImmutableList<Expr> operands =
          CallCheck.withTypedLiterals(op, ImmutableList.copyOf(args), named);
      CallCheck.check(op, operands, named);
      Type type = op.typeRule().deduce(new TypeRule.Request(op, operands, named, given, span));
      return new Call(span, type, new Operator(name), operands, Attrs.empty(), named);
    } catch (IrException e) {
      throw named(name, e).at(span);
    }
  }

  /** The error with the operator's name before a message that does not have it. */
  private static IrException named(String name, IrException e) {
    if (e.getMessage().startsWith(name)) {
      return e;
    }
    IrException named = new IrException(name + ": " + e.getMessage(), e.hint(), e.span());
    named.initCause(e);
    return named;
  }
}
