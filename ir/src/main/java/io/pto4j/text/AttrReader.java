package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Var;
import io.pto4j.ir.WireEnum;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the values of attributes and keyword arguments. */
final class AttrReader {
  /** Attributes that hold an expression even if it is a plain number or variable. */
  private static final ImmutableSet<String> EXPRESSIONS =
      ImmutableSet.of("core_num", "device", "predicate");

  private static final ImmutableSet<String> VAR_LISTS =
      ImmutableSet.of(
          "manual_dep_edges",
          "compiler_manual_dep_edges",
          "arg_direction_overrides_vars",
          "dump_vars");

  private static final ImmutableList<String> NOTIFY_OPS = ImmutableList.of("AtomicAdd", "Set");
  private static final ImmutableList<String> WAIT_COMPARISONS = ImmutableList.of("Eq", "Ge");
  private static final ImmutableList<String> REDUCTIONS =
      ImmutableList.of("Sum", "Max", "Min", "Prod");

  /** The patterns by which elements are taken, numbered from 1. */
  static final ImmutableList<String> MASK_PATTERNS =
      ImmutableList.of("P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111");

  /** Attributes that have a form of their own. */
  private static final ImmutableSet<String> RESERVED =
      ImmutableSet.of("manual_dep_edges", "dummy_task");

  /** Up to it, every whole number is a number of binary64. */
  private static final long WHOLE = 1L << 53;

  private final Module module;
  private final ExprReader exprs;
  private final Bindings bindings;

  AttrReader(Module module, ExprReader exprs, Bindings bindings) {
    this.module = module;
    this.exprs = exprs;
    this.bindings = bindings;
  }

  static boolean flag(Py.Expr e) {
    if (e instanceof Py.BoolLit(_, boolean value)) {
      return value;
    }
    throw CallMistake.NOT_A_FLAG.at(e);
  }

  ImmutableList<Py.Expr> elements(Py.Expr e) {
    return switch (e) {
      case Py.ListLit(_, ImmutableList<Py.Expr> elements) -> elements;
      case Py.TupleLit(_, ImmutableList<Py.Expr> elements) -> elements;
      default -> throw CallMistake.NOT_A_LIST.at(e);
    };
  }

  ImmutableList<Var> vars(Py.Expr list) {
    return elements(list).stream().map(this::var).collect(toImmutableList());
  }

  /** The distinct tensors in the list that is the argument {@code name}. */
  ImmutableList<Var> tensors(String name, Py.Expr list) {
    if (!(list instanceof Py.ListLit(_, ImmutableList<Py.Expr> elements))) {
      throw CallMistake.TENSOR_LIST.at(list, name);
    }
    Set<Var> vars = new LinkedHashSet<>();
    for (Py.Expr e : elements) {
      boolean tensor = e instanceof Py.Name && exprs.expr(e) instanceof Var v && isTensor(v);
      if (!tensor || !vars.add((Var) exprs.expr(e))) {
        throw CallMistake.TENSOR_LIST.at(e, name);
      }
    }
    return ImmutableList.copyOf(vars);
  }

  private static boolean isTensor(Var var) {
    return var.type() instanceof TensorLike;
  }

  private Var var(Py.Expr e) {
    if (exprs.expr(e) instanceof Var var) {
      return var;
    }
    throw CallMistake.NOT_A_VARIABLE.at(e);
  }

  /** The attributes in a dictionary literal. */
  Attrs dict(Py.Expr e) {
    if (!(e instanceof Py.DictLit(_, ImmutableList<Py.Entry> entries))) {
      throw CallMistake.ATTRS_NOT_A_DICT.at(e);
    }
    Map<String, AttrValue> values = new LinkedHashMap<>();
    for (Py.Entry entry : entries) {
      if (!(entry.key() instanceof Py.StrLit(_, String key))) {
        throw CallMistake.ATTRIBUTE_KEY.at(entry.key());
      }
      if (RESERVED.contains(key)) {
        throw CallMistake.ATTRIBUTE_RESERVED.at(entry.key(), key);
      }
      if (values.put(key, value(key, entry.value())) != null) {
        throw CallMistake.ATTRIBUTE_TWICE.at(entry.key(), key);
      }
    }
    return Attrs.of(values);
  }

  Attrs merge(Attrs first, Attrs second) {
    Map<String, AttrValue> all = new LinkedHashMap<>(first.entries());
    all.putAll(second.entries());
    return Attrs.of(all);
  }

  /** The value of an attribute. */
  AttrValue value(String key, Py.Expr e) {
    if (EXPRESSIONS.contains(key)) {
      return new AttrValue.OfExpr(exprs.expr(e));
    }
    return switch (e) {
      case Py.ListLit(_, ImmutableList<Py.Expr> elements) -> {
        checkElements(key, elements);
        yield list(key, elements);
      }
      case Py.TupleLit _, Py.NoneLit _ -> throw CallMistake.NOT_AN_ATTRIBUTE.at(e);
      case Py.Name n when bindings.value(n.id()).isEmpty() && !isNumberOrFlag(n.id()) ->
          throw CallMistake.ATTRIBUTE_NAME.at(n, n.id());
      default -> option(key, e);
    };
  }

  /** Whether a name outside the functions stands for what an attribute can hold, or for nothing. */
  private boolean isNumberOrFlag(String id) {
    Optional<Py.Expr> constant = module.constant(id);
    return constant.isEmpty()
        || constant.get() instanceof Py.BoolLit
        || new LiteralFolder(module, bindings).fold(constant.get()).isPresent();
  }

  /** Refuses lists of several kinds of elements, and of integers where no attribute has them. */
  private void checkElements(String key, ImmutableList<Py.Expr> elements) {
    boolean numbers = !elements.isEmpty() && elements.getFirst() instanceof Py.IntLit;
    if (numbers && !isIntList(key)) {
      throw CallMistake.ATTRIBUTE_INTEGERS.at(elements.getFirst(), key);
    }
    for (Py.Expr e : elements) {
      if (e instanceof Py.IntLit != numbers || isDirection(e) != isDirection(elements.getFirst())) {
        throw CallMistake.NOT_AN_ATTRIBUTE.at(e);
      }
    }
  }

  private boolean isDirection(Py.Expr e) {
    return module.dotted(e).filter(d -> d.startsWith("pl.adir.")).isPresent();
  }

  /** Where {@code key} stands in a dictionary, and what is written for it. */
  static Py.Entry entry(Py.Expr dict, String key) {
    return ((Py.DictLit) dict)
        .entries().stream()
            .filter(e -> e.key() instanceof Py.StrLit(_, String name) && name.equals(key))
            .findFirst()
            .orElseThrow();
  }

  /** The value of a keyword argument. */
  AttrValue option(String key, Py.Expr e) {
    Optional<Double> special = CallReader.special(e);
    if (special.isPresent()) {
      return AttrValue.of(special.get());
    }
    Optional<Number> number = new LiteralFolder(module, bindings).fold(e);
    if (number.isPresent()) {
      return number(e, number.get());
    }
    return switch (e) {
      case Py.BoolLit(_, boolean v) -> AttrValue.of(v);
      case Py.StrLit(_, String v) -> AttrValue.of(v);
      case Py.ListLit(_, ImmutableList<Py.Expr> elements) -> list(key, elements);
      case Py.Attr a -> {
        Optional<Py.Expr> field = reserved(a);
        yield field.isPresent() ? option(key, field.get()) : member(a);
      }
      case Py.Name(_, String id) when bindings.find(id).isEmpty() && isOption(id) ->
          option(key, module.constant(id).orElseThrow());
      default -> {
        Expr value = exprs.expr(e);
        yield value instanceof Var var ? new AttrValue.OfVar(var) : new AttrValue.OfExpr(value);
      }
    };
  }

  /** What {@code a} says about a buffer that the function reserves or imports. */
  private Optional<Py.Expr> reserved(Py.Attr a) {
    return exprs
        .place()
        .flatMap(place -> module.reserved().field(a, place.surroundings().function().definition()));
  }

  /** Whether a constant outside the functions is something that no expression is. */
  private boolean isOption(String id) {
    return module
        .constant(id)
        .filter(c -> c instanceof Py.Attr || c instanceof Py.BoolLit || c instanceof Py.StrLit)
        .isPresent();
  }

  /** The number that {@code e} is, with a fraction or without; a truth value counts as 1 or 0. */
  Optional<Double> number(Py.Expr e) {
    if (e instanceof Py.BoolLit(_, boolean flag)) {
      return Optional.of(flag ? 1.0 : 0.0);
    }
    return CallReader.special(e)
        .or(() -> new LiteralFolder(module, bindings).fold(e).map(n -> exactly(e, n)));
  }

  private static double exactly(Py.Expr e, Number number) {
    if (number instanceof Long whole && Math.abs(whole) > WHOLE) {
      throw CallMistake.OPERATOR.at(
          e, "The number " + whole + " is beyond 2**53", "smaller whole numbers are held exactly");
    }
    return number.doubleValue();
  }

  private static AttrValue number(Py.Expr e, Number number) {
    if (!(number instanceof Long value)) {
      return AttrValue.of(number.doubleValue());
    }
    if (value != value.intValue()) {
      throw CallMistake.ATTRIBUTE_RANGE.at(e, value);
    }
    return AttrValue.of(value.intValue());
  }

  private AttrValue list(String key, ImmutableList<Py.Expr> elements) {
    boolean directions = !elements.isEmpty() && elements.stream().allMatch(this::isDirection);
    if (directions || (elements.isEmpty() && key.equals("arg_directions"))) {
      return new AttrValue.OfDirections(
          elements.stream().map(this::direction).collect(toImmutableList()));
    }
    boolean numbers = elements.stream().allMatch(Py.IntLit.class::isInstance);
    if (numbers && !VAR_LISTS.contains(key) && !(elements.isEmpty() && !isIntList(key))) {
      return new AttrValue.OfInts(
          elements.stream().map(AttrReader::int32).collect(toImmutableList()));
    }
    if (elements.isEmpty() && !VAR_LISTS.contains(key)) {
      return new AttrValue.OfDirections(ImmutableList.of());
    }
    return new AttrValue.OfVars(elements.stream().map(this::var).collect(toImmutableList()));
  }

  private static int int32(Py.Expr e) {
    if (e instanceof Py.IntLit(_, long value) && value == (int) value) {
      return (int) value;
    }
    throw CallMistake.ATTRIBUTE_RANGE.at(e);
  }

  private static boolean isIntList(String key) {
    return key.equals("arg_direction_overrides");
  }

  private ArgDirection direction(Py.Expr e) {
    if (e instanceof Py.Attr(_, _, String name)) {
      for (ArgDirection d : ArgDirection.values()) {
        if (d.name().equalsIgnoreCase(name)) {
          return d;
        }
      }
    }
    throw CallMistake.NOT_A_DIRECTION.at(e);
  }

  private AttrValue member(Py.Attr a) {
    String name = module.dotted(a).orElse("");
    if (name.startsWith("pl.adir.")) {
      return new AttrValue.OfDirection(direction(a));
    }
    if (name.equals("pl.AUTO")) {
      return AttrValue.of(-1);
    }
    String group = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : "";
    return switch (group) {
      case "pl.Mem", "pl.MemorySpace" -> AttrValue.of(module.member(a, MemorySpace.class));
      case "pl.TensorLayout" -> new AttrValue.OfTensorLayout(module.member(a, TensorLayout.class));
      case "pl.TileLayout" -> new AttrValue.OfTileLayout(module.member(a, TileLayout.class));
      case "pl.PadValue" -> new AttrValue.OfPadValue(module.member(a, PadValue.class));
      case "pl.PipeType" -> code(module.member(a, Pipe.class));
      case "pl.SplitMode" -> code(module.member(a, SplitMode.class));
      case "pl.AtomicType", "pld.AtomicType" -> atomic(a);
      case "pld.NotifyOp" -> numbered(a, NOTIFY_OPS, 0);
      case "pld.WaitCmp" -> numbered(a, WAIT_COMPARISONS, 0);
      case "pld.ReduceOp" -> numbered(a, REDUCTIONS, 0);
      case "pl.MaskPattern", "pl.tile.MaskPattern", "pl.tensor.MaskPattern" ->
          numbered(a, MASK_PATTERNS, 1);
      case "pl", "DataType" -> dtype(a);
      default -> throw unknown(a);
    };
  }

  private static AttrValue code(WireEnum member) {
    return AttrValue.of(member.code());
  }

  private static AttrValue atomic(Py.Attr a) {
    int code = AttrText.ATOMIC.indexOf(a.name());
    if (code < 0) {
      throw CallMistake.NOT_ATOMIC.at(a);
    }
    return AttrValue.of(code);
  }

  private static AttrValue numbered(Py.Attr a, ImmutableList<String> names, int first) {
    int index = names.indexOf(a.name());
    if (index < 0) {
      throw CallMistake.NOT_A_MEMBER.at(a, a.name(), String.join(", ", names));
    }
    return AttrValue.of(index + first);
  }

  private AttrValue dtype(Py.Attr a) {
    Optional<DataType> dtype = exprs.types().findDtype(a);
    return AttrValue.of(dtype.orElseThrow(() -> unknown(a)));
  }

  private static IrException unknown(Py.Expr e) {
    return CallMistake.NOT_AN_ATTRIBUTE.at(e);
  }
}
