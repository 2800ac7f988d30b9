package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import io.pto4j.ir.WireEnum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What all functions of a text share: constants, dynamic extents and each other's signatures. */
final class Module {
  /** The members of enums by their names, in the text and in the IR. */
  private static final Map<Class<?>, ImmutableMap<String, Object>> MEMBERS =
      new ConcurrentHashMap<>();

  private final Map<String, Py.Expr> constants = new HashMap<>();
  private final Map<String, Var> dynamics = new HashMap<>();
  private final Map<String, Signature> functions = new LinkedHashMap<>();
  private final List<Signature> included = new ArrayList<>();
  private final Map<String, Py.FunctionDef> templates = new HashMap<>();
  private final Map<String, Signature> externals = new LinkedHashMap<>();
  private final Set<String> failedFunctions = new HashSet<>();
  private final Set<String> failedConstants = new HashSet<>();
  private final Map<String, Span> unread = new HashMap<>();
  private final Failures failures;
  private final Consumer<String> output;
  private final boolean inProgram;
  private final Set<String> windowNames = new HashSet<>();
  private final Map<String, Function> read = new HashMap<>();
  private final ReservedBuffers reserved = new ReservedBuffers(this);
  private String alias = "pl";
  private boolean strictSsa;

  /**
   * @param inProgram functions call each other through {@code self}, and every dynamic extent is
   *     declared
   * @param output takes what the text says while it is read
   */
  Module(boolean inProgram, Consumer<String> output, Failures failures) {
    this.failures = failures;
    this.inProgram = inProgram;
    this.output = output;
  }

  Failures failures() {
    return failures;
  }

  /** Functions with a wrong signature: calls of them are no further mistakes. */
  Set<String> failedFunctions() {
    return failedFunctions;
  }

  /** Constants whose definition is wrong: what uses them is no further mistake. */
  Set<String> failedConstants() {
    return failedConstants;
  }

  /** Notes a name whose meaning only Python knows: what the text said of it no longer holds. */
  void unread(String name, Span place) {
    constants.remove(name);
    dynamics.remove(name);
    unread.put(name, place);
  }

  /** The line of the ordinary Python that gives {@code name} its meaning. */
  Optional<Integer> unread(String name) {
    return Optional.ofNullable(unread.get(name)).map(Span::beginLine);
  }

  /** Templates that are expanded where they are called. */
  Map<String, Py.FunctionDef> templates() {
    return templates;
  }

  /** Functions outside the program, which become part of it when they are called. */
  Map<String, Signature> externals() {
    return externals;
  }

  /** A line for whoever reads the text. */
  void say(String line) {
    output.accept(line);
  }

  boolean inProgram() {
    return inProgram;
  }

  /** Whether every name of a scope is assigned once. */
  boolean strictSsa() {
    return strictSsa;
  }

  void strictSsa(boolean strict) {
    strictSsa = strict;
  }

  /** Takes a name for a window buffer; false if another one has it. */
  boolean takeWindowName(String name) {
    return windowNames.add(name);
  }

  /** What is said about buffers that cores share. */
  ReservedBuffers reserved() {
    return reserved;
  }

  /** The functions whose bodies have been read. */
  Map<String, Function> readFunctions() {
    return read;
  }

  void alias(String name) {
    alias = name;
  }

  /** Defines a constant; what it is made of is known, and names of nothing are dynamic extents. */
  void constant(String name, Py.Expr value) {
    Py.Expr known = new PyWalk().replaced(value, this::known);
    LiteralFolder folder = LiteralFolder.outside(this, new Bindings());
    Optional<Py.Expr> folded =
        folder
            .fold(known)
            .map(n -> literal(n, value.span()))
            .or(() -> folder.elements(known).map(list -> list(known, list)));
    dynamics.remove(name);
    unread.remove(name);
    constants.put(name, folded.orElse(known));
  }

  private static Py.Expr list(Py.Expr known, ImmutableList<Py.Expr> elements) {
    return known instanceof Py.TupleLit ? known : new Py.ListLit(known.span(), elements);
  }

  /** A number as it is written, so that constants made of constants do not grow. */
  private static Py.Expr literal(Number number, Span span) {
    if (number instanceof Long value && value != Long.MIN_VALUE) {
      Py.Expr size = new Py.IntLit(span, Math.abs(value));
      return value < 0 ? new Py.Unary(span, "-", size) : size;
    }
    double value = number.doubleValue();
    Py.Expr size = new Py.FloatLit(span, Math.abs(value));
    return value < 0 ? new Py.Unary(span, "-", size) : size;
  }

  private Py.Expr known(Py.Expr e) {
    String id = ((Py.Name) e).id();
    boolean dtype = Stream.of(DataType.values()).anyMatch(d -> d.name().equals(id));
    if (constants.containsKey(id)) {
      return constants.get(id);
    }
    boolean named = dtype || unread.containsKey(id) || dynamic(id).isPresent();
    if (!named && !id.startsWith("__")) {
      dynamic(id, id, e.span());
    }
    return e;
  }

  Optional<Py.Expr> constant(String name) {
    return Optional.ofNullable(constants.get(name));
  }

  void dynamic(String name, String symbol, Span span) {
    Var shared =
        dynamics.values().stream()
            .filter(v -> v.nameHint().equals(symbol))
            .findFirst()
            .orElseGet(() -> new Var(symbol, ScalarType.of(DataType.INDEX), span));
    constants.remove(name);
    unread.remove(name);
    dynamics.put(name, shared);
  }

  Optional<Var> dynamic(String name) {
    return Optional.ofNullable(dynamics.get(name));
  }

  /** The functions of the program by their names. */
  Map<String, Signature> functions() {
    return Collections.unmodifiableMap(functions);
  }

  /** The functions of the program in the order in which they became part of it. */
  List<Signature> included() {
    return Collections.unmodifiableList(included);
  }

  /** Makes a function part of the program. */
  void include(Signature function) {
    functions.put(function.name(), function);
    included.add(function);
  }

  /**
   * A name with dots, such as {@code pl.tile.load}; the language module is called {@code pl}
   * whatever its alias.
   */
  Optional<String> dotted(Py.Expr expr) {
    Py.Expr at = expr;
    String rest = "";
    while (at instanceof Py.Attr(_, Py.Expr value, String name)) {
      rest = "." + name + rest;
      at = value;
    }
    return at instanceof Py.Name(_, String id)
        ? Optional.of((id.equals(alias) ? "pl" : id) + rest)
        : Optional.empty();
  }

  /** The arguments' callee as a dotted name; empty if the call is of another form. */
  Optional<String> callee(Py.Expr expr) {
    return expr instanceof Py.Call call ? dotted(call.function()) : Optional.empty();
  }

  /** Whether {@code expr} calls the function of the language module. */
  boolean calls(Py.Expr expr, String function) {
    // most calls have another name, and then there is nothing to put together
    return expr instanceof Py.Call call
        && call.function() instanceof Py.Attr(_, _, String name)
        && name.equals(function)
        && dotted(call.function()).filter(("pl." + function)::equals).isPresent();
  }

  /** The member of an enum, such as {@code pl.Level.CHIP}, or a constant that is one. */
  <E extends Enum<E> & WireEnum> E member(Py.Expr expr, Class<E> enumClass) {
    return findMember(expr, enumClass)
        .orElseThrow(
            () ->
                SignatureMistake.UNKNOWN_MEMBER.at(
                    expr,
                    enumClass.getSimpleName(),
                    shown(expr),
                    Stream.of(enumClass.getEnumConstants())
                        .map(WireEnum::text)
                        .sorted()
                        .collect(joining(", "))));
  }

  private String shown(Py.Expr expr) {
    return switch (expr) {
      case Py.StrLit(_, String text) -> StringText.doubleQuoted(text);
      case Py.IntLit(_, long value) -> Long.toString(value);
      default -> dotted(expr).orElse("this");
    };
  }

  /**
   * Whether {@code expr} is written as a member of a class with one of {@code names}, such as
   * {@code pl.Mem.Vec} as one of {@code Mem}.
   */
  boolean isMemberOf(Py.Expr expr, Set<String> names) {
    if (!(expr instanceof Py.Attr(_, Py.Expr owner, _))) {
      return false;
    }
    String group = dotted(owner).orElse("");
    return names.contains(group) || names.contains(group.substring(group.lastIndexOf('.') + 1));
  }

  /** The names that the text has for an enum. */
  private static Set<String> groups(Class<?> enumClass) {
    String name = enumClass.getSimpleName();
    return switch (name) {
      case "MemorySpace" -> ImmutableSet.of(name, "Mem");
      case "TensorLayout" -> ImmutableSet.of(name, "pl");
      case "Pipe" -> ImmutableSet.of("PipeType");
      default -> ImmutableSet.of(name);
    };
  }

  <E extends Enum<E> & WireEnum> Optional<E> findMember(Py.Expr expr, Class<E> enumClass) {
    return switch (expr) {
      case Py.Attr(_, _, String name) when isMemberOf(expr, groups(enumClass)) ->
          Optional.ofNullable(MEMBERS.computeIfAbsent(enumClass, Module::byName).get(name))
              .map(enumClass::cast);
      case Py.Name(_, String id) when constant(id).filter(Py.Attr.class::isInstance).isPresent() ->
          findMember(constant(id).orElseThrow(), enumClass);
      default -> Optional.empty();
    };
  }

  private static ImmutableMap<String, Object> byName(Class<?> enumClass) {
    ImmutableMap.Builder<String, Object> members = ImmutableMap.builder();
    for (Object member : enumClass.getEnumConstants()) {
      members.put(((WireEnum) member).text(), member);
    }
    for (Object member : enumClass.getEnumConstants()) {
      members.put(((Enum<?>) member).name(), member);
    }
    return members.buildKeepingLast();
  }

  /** Tells whoever reads the text about something that is no mistake. */
  void warn(Py place, String message) {
    say(place.span() + ": warning: " + message);
  }
}
