package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import io.pto4j.ir.WireEnum;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Prints attributes and keyword arguments. */
final class AttrText {
  /** Names of the rounding modes by number. */
  static final ImmutableList<String> ROUNDING =
      ImmutableList.of("none", "rint", "round", "floor", "ceil", "trunc", "odd");

  /** Names of the atomic operations by number. */
  static final ImmutableList<String> ATOMIC = ImmutableList.of("None_", "Add");

  private final PrintScope scope;
  private final ExprText exprs;

  AttrText(PrintScope scope, ExprText exprs) {
    this.scope = scope;
    this.exprs = exprs;
  }

  /** Whether it is a number, a flag or a string, which are all that a loop's attributes can be. */
  static boolean isPlain(AttrValue value) {
    return value instanceof AttrValue.OfInt
        || value instanceof AttrValue.OfDouble
        || value instanceof AttrValue.OfBool
        || value instanceof AttrValue.OfString;
  }

  /** The attributes without those in {@code hidden} as a dictionary; empty if there are none. */
  Optional<String> dict(Attrs attrs, Set<String> hidden) {
    if (attrs.isEmpty()) {
      return Optional.empty();
    }
    String entries =
        attrs.entries().entrySet().stream()
            .filter(e -> !hidden.contains(e.getKey()))
            .map(e -> StringText.doubleQuoted(e.getKey()) + ": " + value(e.getValue()))
            .collect(joining(", "));
    return entries.isEmpty() ? Optional.empty() : Optional.of("{" + entries + "}");
  }

  /** The attributes of a function: its split mode has a name. */
  String functionDict(Attrs attrs) {
    return attrs.entries().entrySet().stream()
        .map(e -> StringText.doubleQuoted(e.getKey()) + ": " + functionValue(e))
        .collect(joining(", ", "{", "}"));
  }

  private String functionValue(Map.Entry<String, AttrValue> entry) {
    return entry.getKey().equals("split") && entry.getValue() instanceof AttrValue.OfInt(int code)
        ? Arrays.stream(SplitMode.values())
            .filter(m -> m.code() == code)
            .map(this::splitMode)
            .findFirst()
            .orElseGet(() -> Integer.toString(code))
        : value(entry.getValue());
  }

  String splitMode(SplitMode mode) {
    return scope.pl("SplitMode." + mode.name());
  }

  String value(AttrValue value) {
    return switch (value) {
      case AttrValue.OfBool(boolean v) -> v ? "True" : "False";
      case AttrValue.OfInt(int v) -> Integer.toString(v);
      case AttrValue.OfDouble(double v) -> FloatText.of(v);
      case AttrValue.OfString(String v) -> StringText.doubleQuoted(v);
      case AttrValue.OfDataType(var v) -> scope.pl(v.name());
      case AttrValue.OfMemorySpace(var v) -> scope.pl("Mem." + v.text());
      case AttrValue.OfTensorLayout(var v) -> member("TensorLayout", v);
      case AttrValue.OfTileLayout(var v) -> member("TileLayout", v);
      case AttrValue.OfPadValue(var v) -> member("PadValue", v);
      case AttrValue.OfDirection(ArgDirection v) -> direction(v);
      case AttrValue.OfDirections(ImmutableList<ArgDirection> vs) ->
          vs.stream().map(this::direction).collect(joining(", ", "[", "]"));
      case AttrValue.OfInts(ImmutableList<Integer> vs) ->
          vs.stream().map(String::valueOf).collect(joining(", ", "[", "]"));
      case AttrValue.OfVar(Var v) -> exprs.of(v);
      case AttrValue.OfVars(ImmutableList<Var> vs) -> "[" + exprs.list(vs) + "]";
      case AttrValue.OfExpr(Expr v) -> exprs.of(v);
    };
  }

  private String member(String enumName, WireEnum value) {
    return scope.pl(enumName + "." + value.text());
  }

  private String direction(ArgDirection direction) {
    return scope.pl("adir." + Ascii.toLowerCase(direction.name()));
  }

  /** A keyword argument of an operator: {@code key=value}. */
  String keyword(String operator, String key, AttrValue value) {
    return key + "=" + keywordValue(operator, key, value);
  }

  private String keywordValue(String operator, String key, AttrValue value) {
    return switch (value) {
      case AttrValue.OfString(String v) -> StringText.singleQuoted(v);
      case AttrValue.OfInt(int v) when isPipe(operator, key) ->
          pipe(v).orElseGet(() -> Integer.toString(v));
      case AttrValue.OfInt(int v) when key.equals("mode") && isIndex(v, ROUNDING) ->
          StringText.singleQuoted(ROUNDING.get(v));
      case AttrValue.OfInt(int v) when key.equals("atomic") && isIndex(v, ATOMIC) ->
          scope.pl("AtomicType." + ATOMIC.get(v));
      default -> value(value);
    };
  }

  private static boolean isIndex(int value, ImmutableList<String> names) {
    return value >= 0 && value < names.size();
  }

  private Optional<String> pipe(int code) {
    return Arrays.stream(Pipe.values())
        .filter(p -> p.code() == code)
        .map(p -> member("PipeType", p))
        .findFirst();
  }

  private static boolean isPipe(String operator, String key) {
    return key.equals("set_pipe")
        || key.equals("wait_pipe")
        || (key.equals("pipe")
            && (operator.equals("system.sync_set") || operator.equals("system.sync_wait")));
  }
}
