package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.AttrDef;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import io.pto4j.op.rule.Literals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a call of one operator: gives every argument its place and supplies the ones that are not
 * written. A call that names its operator in full and says everything, as printed programs do, is
 * taken at its word.
 */
final class OperatorCall {
  private static final ImmutableList<String> COMPARISONS =
      ImmutableList.of("eq", "ne", "lt", "le", "gt", "ge");

  /** Words for the numbers that keyword arguments hold. */
  private static final ImmutableMap<String, ImmutableList<String>> WORDS =
      ImmutableMap.of(
          "mode",
          AttrText.ROUNDING,
          "cmp_type",
          COMPARISONS,
          "cmp_mode",
          COMPARISONS,
          "mask_pattern",
          AttrReader.MASK_PATTERNS,
          "coalesce",
          ImmutableList.of("row", "elem"),
          "gather_oob",
          ImmutableList.of("undefined", "clamp", "wrap", "zero"));

  private final AttrReader attrs;
  private final OpDef op;
  private final boolean explicit;
  private final Function<Py.Expr, Expr> operands;
  private final ImmutableList<Spellings.Argument> arguments;

  /**
   * @param explicit the operator is written with its namespace
   * @param operands reads an operand
   */
  private OperatorCall(
      AttrReader attrs,
      OpDef op,
      boolean explicit,
      Function<Py.Expr, Expr> operands,
      ImmutableList<Spellings.Argument> arguments) {
    this.attrs = attrs;
    this.op = op;
    this.explicit = explicit;
    this.operands = operands;
    this.arguments = arguments;
  }

  /** The call as it is written, by an author or in a printed program. */
  static OperatorCall of(
      AttrReader attrs, OpDef op, boolean explicit, Function<Py.Expr, Expr> operands, Py.Call c) {
    return new OperatorCall(attrs, op, explicit, operands, Spellings.arguments(op, c));
  }

  /**
   * @param split the split mode that the region around gives
   */
  Call read(Py.Call c, Optional<AttrValue> split, Optional<Type> annotation) {
    List<Py.Expr> more = new ArrayList<>();
    Map<String, Py.Expr> given = given(c, more);
    boolean trusted = explicit && annotation.filter(OperatorCall::isComplete).isPresent();
    boolean stated = annotation.filter(t -> t != UnknownType.INSTANCE).isPresent();
    if (!explicit || !stated || !isWhole(given)) {
      supply(c, given, trusted);
      given = ordered(given);
    }
    Attrs kwargs = kwargs(given, explicit && stated);
    if (split.isPresent()) {
      kwargs = kwargs.with("split", split.get());
    }
    ImmutableList<Expr> args = args(c, given, more, kwargs);
    Attrs own = c.keyword("attrs").map(attrs::dict).orElse(Attrs.empty());
    if (trusted) {
      return new Call(c.span(), annotation.get(), new Operator(op.name()), args, own, kwargs);
    }
    Call deduced = made(op.name(), args, kwargs, c.span());
    Type type = annotation.map(a -> completed(c, a, deduced)).orElse(deduced.type());
    return new Call(c.span(), type, new Operator(op.name()), deduced.args(), own, kwargs);
  }

  /** A call of an operator whose type its rule deduces. */
  static Call made(String name, ImmutableList<? extends Expr> args, Attrs kwargs, Span span) {
    try {
      return Operators.call(name, args, kwargs, span);
    } catch (IrException e) {
      throw CallMistake.OPERATOR.at(e.at(span).span(), e.getMessage(), Mistake.hint(e));
    }
  }

  /** The written arguments by the names that the operator has for them. */
  private Map<String, Py.Expr> given(Py.Call c, List<Py.Expr> more) {
    Map<String, Py.Expr> byKeyword = new LinkedHashMap<>();
    for (Py.Keyword k : c.keywords()) {
      if (k.name().equals("attrs")) {
        continue;
      }
      String name = argument(k).name();
      if (byKeyword.put(name, k.value()) != null) {
        throw CallMistake.OPERATOR_ARGUMENT_TWICE.at(k.value(), k.name());
      }
    }
    checkNotByPosition(c, byKeyword);
    Map<String, Py.Expr> given = new LinkedHashMap<>();
    List<Spellings.Argument> open =
        arguments.stream().filter(a -> !byKeyword.containsKey(a.name())).toList();
    for (int i = 0; i < c.args().size(); i++) {
      if (i < open.size()) {
        given.put(open.get(i).name(), c.args().get(i));
      } else if (op.variadic()) {
        more.add(c.args().get(i));
      } else {
        throw CallMistake.OPERATOR_ARGUMENTS.at(
            c.args().get(i),
            op.name(),
            arguments.size(),
            c.args().size() + byKeyword.size(),
            form());
      }
    }
    given.putAll(byKeyword);
    return given;
  }

  /**
   * Checks that no operand by keyword is one of those by position. Printed programs have every
   * operand by position and everything else by keyword, whatever the order for authors.
   */
  private void checkNotByPosition(Py.Call c, Map<String, Py.Expr> byKeyword) {
    for (int i = 0; i < Math.min(c.args().size(), arguments.size()); i++) {
      String name = arguments.get(i).name();
      if (byKeyword.containsKey(name) && op.attribute(name).isEmpty()) {
        throw CallMistake.OPERATOR_ARGUMENT_TWICE.at(byKeyword.get(name), name);
      }
    }
  }

  private Spellings.Argument argument(Py.Keyword k) {
    return Spellings.find(arguments, k.name())
        .orElseThrow(() -> CallMistake.OPERATOR_KEYWORD.at(k.span(), op.name(), k.name(), form()));
  }

  /** The arguments in a hint. */
  private String form() {
    return arguments.isEmpty()
        ? "it takes none"
        : "it takes: "
            + arguments.stream()
                .map(a -> a.required() ? a.name() : "[" + a.name() + "]")
                .collect(joining(", "));
  }

  /** Whether everything is there that the operator itself needs. */
  private boolean isWhole(Map<String, Py.Expr> given) {
    return op.operands().stream().allMatch(o -> o.optional() || given.containsKey(o.name()))
        && op.attributes().stream().allMatch(a -> !a.required() || given.containsKey(a.name()));
  }

  /** Supplies the defaults and takes away what says nothing. */
  private void supply(Py.Call c, Map<String, Py.Expr> given, boolean trusted) {
    for (Spellings.Argument a : arguments) {
      if (!a.required() && given.get(a.name()) instanceof Py.NoneLit) {
        given.remove(a.name());
      }
      if (given.containsKey(a.name()) || a.omitted()) {
        continue;
      }
      if (a.required()) {
        boolean region = a.name().equals("split") && CallForms.takesSplitOfRegion(op.name());
        if (trusted || region) {
          continue;
        }
        throw CallMistake.OPERATOR_ARGUMENT_MISSING.at(c, op.name(), a.name(), form());
      }
      Py.Expr absent = a.absent().orElseThrow();
      given.put(a.name(), absent instanceof Py.Name(_, String other) ? given.get(other) : absent);
    }
  }

  /** The arguments in the order in which they are stored: optional keyword arguments come last. */
  private Map<String, Py.Expr> ordered(Map<String, Py.Expr> given) {
    Map<String, Py.Expr> ordered = new LinkedHashMap<>();
    for (boolean omitted : new boolean[] {false, true}) {
      for (AttrDef attr : op.attributes()) {
        boolean last = Spellings.find(arguments, attr.name()).filter(a -> a.omitted()).isPresent();
        if (given.containsKey(attr.name()) && last == omitted) {
          ordered.put(attr.name(), given.get(attr.name()));
        }
      }
    }
    given.forEach(ordered::putIfAbsent);
    return ordered;
  }

  /**
   * @param printed every argument is stored, also one that says what would hold anyway
   */
  private Attrs kwargs(Map<String, Py.Expr> given, boolean printed) {
    Attrs kwargs = Attrs.empty();
    for (Map.Entry<String, Py.Expr> e : given.entrySet()) {
      Optional<AttrDef> attr = op.attribute(e.getKey());
      if (attr.isPresent()) {
        AttrValue value = value(attr.get(), e.getValue());
        boolean silent =
            !printed
                && !Spellings.isKept(attr.get().name())
                && attr.get().defaultValue().filter(value::equals).isPresent()
                && Spellings.find(arguments, e.getKey()).orElseThrow().omitted();
        kwargs = silent ? kwargs : kwargs.with(e.getKey(), value);
      }
    }
    return kwargs;
  }

  private AttrValue value(AttrDef attr, Py.Expr e) {
    boolean text = attr.type() == AttrValue.OfString.class;
    if (attr.type() == AttrValue.OfDouble.class) {
      Optional<Double> number = attrs.number(e);
      if (number.isPresent()) {
        return AttrValue.of(number.get());
      }
    }
    AttrValue value = keyword(attrs, attr.name(), e, text);
    if (attr.type() == AttrValue.OfDataType.class
        && !(value instanceof AttrValue.OfDataType)
        && !(value instanceof AttrValue.OfInt)) {
      throw SignatureMistake.NOT_A_DATA_TYPE.at(e);
    }
    return attr.type() == AttrValue.OfPadValue.class ? padding(e, value) : value;
  }

  /** A pad value may be written as the number it stands for; the largest ones are infinite. */
  private static AttrValue padding(Py.Expr e, AttrValue value) {
    return switch (value) {
      case AttrValue.OfDouble(double d) when d == Double.POSITIVE_INFINITY ->
          new AttrValue.OfPadValue(PadValue.MAX);
      case AttrValue.OfDouble(double d) when d == Double.NEGATIVE_INFINITY ->
          new AttrValue.OfPadValue(PadValue.MIN);
      case AttrValue.OfInt(int n) when n == 0 -> new AttrValue.OfPadValue(PadValue.ZERO);
      case AttrValue.OfDouble(double d) when d == 0 -> new AttrValue.OfPadValue(PadValue.ZERO);
      case AttrValue.OfInt _, AttrValue.OfDouble _ -> throw CallMistake.PAD_VALUE.at(e);
      default -> value;
    };
  }

  /**
   * The value of a keyword argument.
   *
   * @param text a string stays one, even if it is a word for a number
   */
  static AttrValue keyword(AttrReader attrs, String name, Py.Expr e, boolean text) {
    if (!text && e instanceof Py.StrLit(_, String word)) {
      int number = WORDS.getOrDefault(name, ImmutableList.of()).indexOf(word);
      if (number >= 0) {
        return AttrValue.of(name.equals("mask_pattern") ? number + 1 : number);
      }
    }
    return attrs.option(name, e);
  }

  private ImmutableList<Expr> args(
      Py.Call c, Map<String, Py.Expr> given, List<Py.Expr> more, Attrs kwargs) {
    List<Expr> args = new ArrayList<>();
    int last = -1;
    for (int i = 0; i < op.operands().size(); i++) {
      last = given.containsKey(op.operands().get(i).name()) ? i : last;
    }
    for (Operand operand : op.operands().subList(0, last + 1)) {
      Py.Expr e = given.get(operand.name());
      if (e != null) {
        Expr value = operand(operand, e, kwargs);
        args.add(
            CallForms.isInt32ByKeyword(op.name(), operand.name()) && isByKeyword(c, operand)
                ? Literals.retyped(value, DataType.INT32)
                : value);
      } else if (operand.kind().isIndices() && operand.optional()) {
        args.add(MakeTuple.of(ImmutableList.of(), c.span()));
      } else if (!operand.optional()) {
        throw CallMistake.OPERATOR_ARGUMENT_MISSING.at(c, op.name(), operand.name(), form());
      }
    }
    more.forEach(e -> args.add(operands.apply(e)));
    return ImmutableList.copyOf(args);
  }

  private boolean isByKeyword(Py.Call c, Operand operand) {
    return c.keywords().stream()
        .anyMatch(
            k ->
                Spellings.find(arguments, k.name())
                    .filter(a -> a.name().equals(operand.name()))
                    .isPresent());
  }

  /**
   * An operand; a number by keyword takes the type named by {@code dtype}, and a number where an
   * element is named is its only index.
   */
  private Expr operand(Operand operand, Py.Expr e, Attrs kwargs) {
    Expr value = operands.apply(e);
    if (operand.name().equals("indices") && value.type() instanceof ScalarType) {
      return MakeTuple.of(ImmutableList.of(value), value.span());
    }
    Optional<DataType> dtype = kwargs.getDataType("dtype");
    if (dtype.isEmpty() || !CallForms.keywords(op.name()).contains(operand.name())) {
      return value;
    }
    return switch (value) {
      case ConstInt n -> new ConstInt(n.span(), ScalarType.of(dtype.get()), n.value());
      case ConstFloat n -> new ConstFloat(n.span(), ScalarType.of(dtype.get()), n.value());
      case ConstBool n -> new ConstInt(n.span(), ScalarType.of(dtype.get()), n.value() ? 1 : 0);
      default -> value;
    };
  }

  private static boolean isComplete(Type annotation) {
    return !Annotations.isSilent(annotation)
        && !(annotation instanceof TileType tile && tile.memorySpace().isEmpty());
  }

  /** What the author says about the result, completed by what the operator's rule gives. */
  private Type completed(Py.Call c, Type annotation, Call deduced) {
    if (deduced.type() == UnknownType.INSTANCE) {
      return annotation;
    }
    if (Annotations.isSilent(annotation)) {
      return deduced.type();
    }
    Annotations.check(annotation, deduced, c);
    return switch (annotation) {
      case TileType a when deduced.type() instanceof TileType d -> Annotations.completed(a, d);
      case ShapedType _, ScalarType _ -> deduced.type();
      default -> annotation;
    };
  }
}
