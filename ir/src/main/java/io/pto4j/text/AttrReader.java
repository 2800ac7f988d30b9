package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Var;
import io.pto4j.ir.WireEnum;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
    throw Module.error(e, "True or False is expected");
  }

  ImmutableList<Py.Expr> elements(Py.Expr e) {
    return switch (e) {
      case Py.ListLit(_, ImmutableList<Py.Expr> elements) -> elements;
      case Py.TupleLit(_, ImmutableList<Py.Expr> elements) -> elements;
      default -> throw Module.error(e, "a list is expected");
    };
  }

  ImmutableList<Var> vars(Py.Expr list) {
    return elements(list).stream().map(this::var).collect(toImmutableList());
  }

  private Var var(Py.Expr e) {
    if (exprs.expr(e) instanceof Var var) {
      return var;
    }
    throw Module.error(e, "a variable is expected");
  }

  /** The attributes in a dictionary literal. */
  Attrs dict(Py.Expr e) {
    if (!(e instanceof Py.DictLit(_, ImmutableList<Py.Entry> entries))) {
      throw Module.error(e, "attributes are a dictionary", "write {\"key\": value}");
    }
    Map<String, AttrValue> values = new LinkedHashMap<>();
    for (Py.Entry entry : entries) {
      if (!(entry.key() instanceof Py.StrLit(_, String key))) {
        throw Module.error(entry.key(), "the key of an attribute is a string");
      }
      if (values.put(key, value(key, entry.value())) != null) {
        throw Module.error(entry.key(), "the attribute '" + key + "' twice");
      }
    }
    return Attrs.of(values);
  }

  Attrs merge(Attrs first, Attrs second) {
    Map<String, AttrValue> all = new LinkedHashMap<>(first.entries());
    all.putAll(second.entries());
    return Attrs.of(all);
  }

  AttrValue value(String key, Py.Expr e) {
    if (EXPRESSIONS.contains(key)) {
      return new AttrValue.OfExpr(exprs.expr(e));
    }
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
      case Py.Attr a -> member(a);
      case Py.Name(_, String id) when bindings.find(id).isEmpty() && isOption(id) ->
          value(key, module.constant(id).orElseThrow());
      default ->
          exprs.expr(e) instanceof Var var
              ? new AttrValue.OfVar(var)
              : new AttrValue.OfExpr(exprs.expr(e));
    };
  }

  /** Whether a constant outside the functions is something that no expression is. */
  private boolean isOption(String id) {
    return module
        .constant(id)
        .filter(c -> c instanceof Py.Attr || c instanceof Py.BoolLit || c instanceof Py.StrLit)
        .isPresent();
  }

  private static AttrValue number(Py.Expr e, Number number) {
    if (!(number instanceof Long value)) {
      return AttrValue.of(number.doubleValue());
    }
    if (value != value.intValue()) {
      throw Module.error(e, "the number " + value + " is beyond 32 bits");
    }
    return AttrValue.of(value.intValue());
  }

  private AttrValue list(String key, ImmutableList<Py.Expr> elements) {
    boolean directions =
        !elements.isEmpty()
            && elements.stream()
                .allMatch(e -> module.dotted(e).filter(d -> d.startsWith("pl.adir.")).isPresent());
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
    throw Module.error(e, "the number is beyond 32 bits");
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
    throw Module.error(e, "this is no direction of an argument");
  }

  private AttrValue member(Py.Attr a) {
    String name = module.dotted(a).orElse("");
    if (name.startsWith("pl.adir.")) {
      return new AttrValue.OfDirection(direction(a));
    }
    String group = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : "";
    return switch (group) {
      case "pl.Mem", "pl.MemorySpace" ->
          AttrValue.of(module.member(a, MemorySpace.class, "memory space"));
      case "pl.TensorLayout" ->
          new AttrValue.OfTensorLayout(module.member(a, TensorLayout.class, "tensor layout"));
      case "pl.TileLayout" ->
          new AttrValue.OfTileLayout(module.member(a, TileLayout.class, "tile layout"));
      case "pl.PadValue" -> new AttrValue.OfPadValue(module.member(a, PadValue.class, "pad value"));
      case "pl.PipeType" -> code(module.member(a, Pipe.class, "pipe"));
      case "pl.SplitMode" -> code(module.member(a, SplitMode.class, "split mode"));
      case "pl.AtomicType" -> atomic(a);
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
      throw Module.error(a, "this is no atomic operation", "one of: None_, Add");
    }
    return AttrValue.of(code);
  }

  private AttrValue dtype(Py.Attr a) {
    Optional<DataType> dtype = exprs.types().findDtype(a);
    return AttrValue.of(dtype.orElseThrow(() -> unknown(a)));
  }

  private static IrException unknown(Py.Expr e) {
    return Module.error(e, "this is no value of an attribute");
  }
}
