package io.pto4j.text;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.AttrDef;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads calls of operators. */
final class OperatorReader {
  private static final ImmutableSet<String> NAMESPACES =
      ImmutableSet.of("tensor", "tile", "system", "array", "prefetch", "buffer", "builtin", "dist");

  private final ExprReader exprs;
  private final AttrReader attrs;
  private final Bindings bindings;

  OperatorReader(ExprReader exprs, AttrReader attrs, Bindings bindings) {
    this.exprs = exprs;
    this.attrs = attrs;
    this.bindings = bindings;
  }

  /** The parts of a call as they are collected. */
  private static final class Parts {
    private final List<Expr> args = new ArrayList<>();
    private Attrs kwargs = Attrs.empty();
    private Attrs attrs = Attrs.empty();
  }

  Call call(Py.Call c, String spelling, Optional<Type> annotation) {
    if (spelling.equals("pl.system.task_dummy")) {
      return taskDummy(c);
    }
    Parts parts = new Parts();
    parts.args.addAll(exprs.exprs(c.args()));
    String name = operatorName(c, spelling, parts.args);
    Optional<OpDef> op = Operators.find(name);
    ImmutableSet<String> operandKeywords = CallForms.keywords(name);
    for (Py.Keyword k : c.keywords()) {
      if (k.name().equals("attrs")) {
        parts.attrs = attrs.dict(k.value());
      } else if (!operandKeywords.contains(k.name())) {
        parts.kwargs = parts.kwargs.with(k.name(), kwarg(k, name, op));
      }
    }
    if (CallForms.takesSplitOfRegion(name)
        && c.keyword("split").isEmpty()
        && bindings.region().isPresent()) {
      parts.kwargs = parts.kwargs.with("split", AttrValue.of(bindings.region().get().code()));
    }
    for (String key : operandKeywords) {
      c.keyword(key).ifPresent(v -> parts.args.add(operand(v, parts.kwargs)));
    }
    ImmutableList<Expr> args = ImmutableList.copyOf(parts.args);
    Type type = type(c, name, args, parts.kwargs, annotation);
    return new Call(c.span(), type, new Operator(name), args, parts.attrs, parts.kwargs);
  }

  private Call taskDummy(Py.Call c) {
    Attrs all = Attrs.of("dummy_task", AttrValue.of(true));
    for (Py.Keyword k : c.keywords()) {
      switch (k.name()) {
        case "deps" -> {
          if (!attrs.elements(k.value()).isEmpty()) {
            all = all.with("manual_dep_edges", new AttrValue.OfVars(attrs.vars(k.value())));
          }
        }
        case "attrs" -> all = attrs.merge(all, attrs.dict(k.value()));
        default -> throw Module.error(k.value(), "task_dummy takes deps only");
      }
    }
    return new Call(
        c.span(),
        ScalarType.of(DataType.TASK_ID),
        new Operator("system.task_dummy"),
        ImmutableList.of(),
        all,
        Attrs.empty());
  }

  private String operatorName(Py.Call c, String spelling, List<Expr> args) {
    if (spelling.startsWith("pld.")) {
      return spelling;
    }
    List<String> parts = new ArrayList<>(Splitter.on('.').splitToList(spelling));
    parts.removeFirst();
    String last = Iterables.getLast(parts);
    if (last.endsWith("_") && PythonNames.isKeyword(last.substring(0, last.length() - 1))) {
      parts.set(parts.size() - 1, last.substring(0, last.length() - 1));
    }
    String name = String.join(".", parts);
    return NAMESPACES.contains(parts.getFirst()) ? name : dispatched(c, name, args);
  }

  /** The operator meant by a name without namespace: that of the first operand's kind. */
  private static String dispatched(Py.Call c, String name, List<Expr> args) {
    List<String> candidates = new ArrayList<>();
    if (!args.isEmpty() && args.getFirst().type() instanceof TileType) {
      boolean scalar = args.size() > 1 && args.get(1).type() instanceof ScalarType;
      if (scalar) {
        candidates.add("tile." + name + "s");
      }
      candidates.add("tile." + name);
    }
    if (!args.isEmpty() && args.getFirst().type() instanceof TensorLike) {
      boolean scalar = args.size() > 1 && args.get(1).type() instanceof ScalarType;
      if (scalar) {
        candidates.add("tensor." + name + "s");
      }
      candidates.add("tensor." + name);
    }
    candidates.addAll(List.of("tile." + name, "tensor." + name, "system." + name));
    return candidates.stream()
        .filter(candidate -> Operators.find(candidate).isPresent())
        .findFirst()
        .orElseThrow(
            () ->
                Module.error(
                    c,
                    "unknown operation 'pl." + name + "'",
                    "write the operator with its namespace, such as pl.tile.load"));
  }

  private AttrValue kwarg(Py.Keyword k, String operator, Optional<OpDef> op) {
    Optional<AttrDef> def = op.flatMap(o -> o.attribute(k.name()));
    boolean text = def.filter(d -> d.type() == AttrValue.OfString.class).isPresent();
    if (k.name().equals("mode")
        && !text
        && k.value() instanceof Py.StrLit(_, String mode)
        && AttrText.ROUNDING.contains(mode)) {
      return AttrValue.of(AttrText.ROUNDING.indexOf(mode));
    }
    AttrValue value = attrs.value(k.name(), k.value());
    boolean real = def.filter(d -> d.type() == AttrValue.OfDouble.class).isPresent();
    if (real && value instanceof AttrValue.OfInt(int number)) {
      return AttrValue.of((double) number);
    }
    if (op.isPresent() && def.isEmpty()) {
      throw Module.error(
          k.value(),
          operator + " has no keyword argument '" + k.name() + "'",
          "it takes: "
              + String.join(", ", op.get().attributes().stream().map(AttrDef::name).toList()));
    }
    return value;
  }

  /** An operand by keyword; a number takes the type named by {@code dtype}. */
  private Expr operand(Py.Expr e, Attrs kwargs) {
    Expr value = exprs.expr(e);
    Optional<DataType> dtype = kwargs.getDataType("dtype");
    if (dtype.isEmpty()) {
      return value;
    }
    return switch (value) {
      case ConstInt c -> new ConstInt(c.span(), ScalarType.of(dtype.get()), c.value());
      case ConstFloat c -> new ConstFloat(c.span(), ScalarType.of(dtype.get()), c.value());
      default -> value;
    };
  }

  /**
   * The type of a call: what the program says, as far as it says it, and otherwise what the
   * operator's rule gives.
   */
  private static Type type(
      Py.Call c, String name, ImmutableList<Expr> args, Attrs kwargs, Optional<Type> annotation) {
    boolean complete =
        annotation.isPresent()
            && annotation.get() != UnknownType.INSTANCE
            && !(annotation.get() instanceof TileType tile && tile.memorySpace().isEmpty());
    if (complete) {
      return annotation.get();
    }
    if (Operators.find(name).isEmpty()) {
      if (annotation.isEmpty()) {
        throw Module.error(
            c,
            "unknown operator '" + name + "'",
            "see the operator reference, or annotate the result");
      }
      return annotation.get();
    }
    Type deduced = Operators.call(name, args, kwargs, c.span()).type();
    return annotation.map(a -> completed(a, deduced)).orElse(deduced);
  }

  /** A tile type without memory space takes the place and the layout that the rule gives. */
  private static Type completed(Type annotation, Type deduced) {
    return switch (annotation) {
      case TileType a when deduced instanceof TileType d ->
          new TileType(
              a.dtype(), a.shape(), a.memref(), a.tileView().or(d::tileView), d.memorySpace());
      case UnknownType _ -> deduced;
      default -> annotation;
    };
  }
}
