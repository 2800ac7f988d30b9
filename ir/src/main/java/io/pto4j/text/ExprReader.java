package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads expressions. */
final class ExprReader {
  private static final int MAX_DEPTH = 20_000;

  private static final ImmutableMap<String, BinaryOp> OPERATORS =
      ImmutableMap.copyOf(
          Arrays.stream(BinaryOp.values())
              .filter(op -> op != BinaryOp.MIN && op != BinaryOp.MAX)
              .collect(Collectors.toMap(BinaryOp::symbol, op -> op)));

  private final Module module;
  private final Bindings bindings;
  private final CallReader calls;
  private Optional<Place> place = Optional.empty();
  private final Recursion recursion = new Recursion(MAX_DEPTH);
  private final BiFunction<Py.Expr, Optional<Type>, Expr> reading = this::read;

  /** Whether names mean what they mean outside the function, if anything. */
  private boolean outerFirst;

  /** Whether a name of nothing is a dynamic extent. */
  private boolean unknownIsDynamic;

  private static final ImmutableSet<String> PYTHON_TYPES =
      ImmutableSet.of("int", "float", "bool", "str");

  /** Whether no expression is being read. */
  private boolean isOutermost = true;

  /** The parts of the expression that are known to be no numbers. */
  private LiteralFolder.Varying varying = new LiteralFolder.Varying();

  ExprReader(Module module, Bindings bindings) {
    this.module = module;
    this.bindings = bindings;
    this.calls = new CallReader(module, this, bindings);
  }

  Module module() {
    return module;
  }

  /**
   * Where expressions stand in a body.
   *
   * @param inliner expands calls of templates
   * @param ahead takes statements that belong in front of the one that is read
   */
  record Place(Inliner inliner, Consumer<Stmt> ahead, Surroundings surroundings) {}

  /** From here on, expressions stand in a body. */
  void enter(Place body) {
    place = Optional.of(body);
  }

  /** Where expressions stand in a body; empty in a signature. */
  Optional<Place> place() {
    return place;
  }

  TypeReader types() {
    return new TypeReader(module, this, bindings);
  }

  CallReader calls() {
    return calls;
  }

  Expr expr(Py.Expr e) {
    return expr(e, Optional.empty());
  }

  ImmutableList<Expr> exprs(ImmutableList<Py.Expr> list) {
    return list.stream().map(this::expr).collect(toImmutableList());
  }

  /**
   * Reads {@code e}.
   *
   * @param annotation the type that the program gives it
   */
  Expr expr(Py.Expr e, Optional<Type> annotation) {
    try {
      return isOutermost
          ? apart(() -> recursion.descend(e, annotation, reading))
          : recursion.descend(e, annotation, reading);
    } catch (ParseException failure) {
      throw failure;
    } catch (IrException failure) {
      throw ValueMistake.REFUSED.at(
          failure.at(e.span()).span(), failure.getMessage(), Mistake.hint(failure));
    }
  }

  /** Runs {@code read}, around which names may mean something else. */
  Expr apart(Supplier<Expr> read) {
    LiteralFolder.Varying before = varying;
    boolean wasOutermost = isOutermost;
    varying = new LiteralFolder.Varying();
    isOutermost = false;
    try {
      return read.get();
    } finally {
      varying = before;
      isOutermost = wasOutermost;
    }
  }

  /** An extent of a shape; names mean what they mean outside the function, if anything. */
  Expr dim(Py.Expr e) {
    return dim(e, true, !module.inProgram());
  }

  /** An extent, a stride or an offset of a view. */
  Expr viewDim(Py.Expr e) {
    return dim(e, false, !module.inProgram() || e instanceof Py.Name);
  }

  private Expr dim(Py.Expr e, boolean outer, boolean dynamic) {
    return apart(() -> dimApart(e, outer, dynamic));
  }

  private Expr dimApart(Py.Expr e, boolean outer, boolean dynamic) {
    boolean wasOuter = outerFirst;
    boolean wasDynamic = unknownIsDynamic;
    outerFirst = outer;
    unknownIsDynamic = dynamic;
    try {
      if (e instanceof Py.StrLit) {
        throw SignatureMistake.EXTENT_KIND.at(e);
      }
      return expr(e);
    } finally {
      outerFirst = wasOuter;
      unknownIsDynamic = wasDynamic;
    }
  }

  private Expr read(Py.Expr e, Optional<Type> annotation) {
    return switch (e) {
      case Py.Name n -> name(n, annotation);
      case Py.IntLit(Span span, long value) -> {
        checkRange(e, value);
        yield new ConstInt(span, literalType(annotation, DataType.INDEX), value);
      }
      case Py.FloatLit(Span span, double value) -> new ConstFloat(span, fp32(), value);
      case Py.BoolLit(Span span, boolean value) ->
          new ConstBool(span, ScalarType.of(DataType.BOOL), value);
      case Py.NoneLit(Span span) -> noTask(span);
      case Py.ListLit(Span span, var elements) -> MakeTuple.of(exprs(elements), span);
      case Py.TupleLit(Span span, var elements) -> MakeTuple.of(exprs(elements), span);
      case Py.Binary b -> binary(b, annotation);
      case Py.Unary u -> unary(u, annotation);
      case Py.Index i -> outerNumber(i).orElseGet(() -> new Subscripts(this).read(i));
      case Py.Attr a -> attribute(a);
      case Py.Call c -> outerNumber(c).orElseGet(() -> calls.call(c, annotation));
      case Py.StrLit _ -> throw ValueMistake.STRING_VALUE.at(e);
      case Py.Template _ -> throw ValueMistake.FSTRING_VALUE.at(e);
      case Py.Comprehension _ -> throw ValueMistake.COMPREHENSION_VALUE.at(e);
      case Py.Slice _, Py.DictLit _, Py.EllipsisLit _ -> throw ValueMistake.NOT_A_VALUE.at(e);
    };
  }

  private static void checkRange(Py.Expr e, long value) {
    // only the smallest number has no positive counterpart
    if (value < 0) {
      throw ValueMistake.NUMBER_RANGE.at(e);
    }
  }

  /** An integer literal takes the integer type of its annotation. */
  private static ScalarType literalType(Optional<Type> annotation, DataType absent) {
    return annotation
        .filter(t -> t instanceof ScalarType(DataType dtype) && dtype.isInt())
        .map(ScalarType.class::cast)
        .orElse(ScalarType.of(absent));
  }

  private static ScalarType fp32() {
    return ScalarType.of(DataType.FP32);
  }

  /** The task id that stands for no task. */
  static Call noTask(Span span) {
    return new Call(
        span,
        ScalarType.of(DataType.TASK_ID),
        new Operator("system.task_invalid"),
        ImmutableList.of(),
        Attrs.empty(),
        Attrs.empty());
  }

  private Expr name(Py.Name n, Optional<Type> annotation) {
    Optional<Expr> inner = bindings.value(n.id());
    Optional<Expr> known =
        outerFirst ? outer(n, annotation).or(() -> inner) : inner.or(() -> outer(n, annotation));
    return known.orElseGet(
        () -> {
          boolean unread = module.unread(n.id()).isPresent();
          if (unknownIsDynamic && !unread && !n.id().startsWith("__")) {
            module.dynamic(n.id(), n.id(), n.span());
          }
          return module.dynamic(n.id()).orElseThrow(() -> undefined(n));
        });
  }

  /** The number that Python computes for {@code e} where the rest of the language may be used. */
  private Optional<Expr> outerNumber(Py.Expr e) {
    return outerFirst ? literal(e, Optional.empty()) : Optional.empty();
  }

  /** What a name means outside the function. */
  private Optional<Expr> outer(Py.Name n, Optional<Type> annotation) {
    return module
        .dynamic(n.id())
        .map(Expr.class::cast)
        .or(() -> module.constant(n.id()).map(c -> constant(n, c, annotation)));
  }

  private Expr constant(Py.Name n, Py.Expr value, Optional<Type> annotation) {
    boolean represented =
        switch (value) {
          case Py.StrLit _, Py.Template _, Py.DictLit _, Py.EllipsisLit _, Py.Slice _ -> false;
          case Py.Attr a -> isMemory(a) || folder().fold(a).isPresent();
          default -> true;
        };
    if (!represented) {
      throw ValueMistake.OUTER_VALUE.at(n, n.id());
    }
    return expr(value, annotation);
  }

  /** Whether {@code a} is a memory space, which stands for its number. */
  private boolean isMemory(Py.Attr a) {
    String name = module.dotted(a).orElse("");
    return name.startsWith("pl.Mem.") || name.startsWith("pl.MemorySpace.");
  }

  private RuntimeException undefined(Py.Name n) {
    if (bindings.isFailed(n.id()) || module.failedConstants().contains(n.id())) {
      return new Failures.FollowUp();
    }
    Optional<Integer> line = module.unread(n.id());
    if (line.isPresent()) {
      return ValueMistake.UNREAD_VALUE.at(n, n.id(), line.get());
    }
    if (n.id().equals("inf") || n.id().equals("nan")) {
      return ValueMistake.NUMBER_WORD.at(n, n.id(), n.id());
    }
    if (PYTHON_TYPES.contains(n.id())) {
      return ValueMistake.UNDEFINED_VARIABLE.at(
          n, n.id(), "the data types are pl.FP32, pl.INT32, pl.BOOL and so on");
    }
    String close =
        bindings.names().stream()
            .filter(name -> name.equalsIgnoreCase(n.id()) || name.startsWith(n.id()))
            .collect(Collectors.joining(", "));
    return ValueMistake.UNDEFINED_VARIABLE.at(
        n, n.id(), close.isEmpty() ? "define it first" : "defined are: " + close);
  }

  private Expr attribute(Py.Attr a) {
    if (isMemory(a)) {
      MemorySpace space = module.member(a, MemorySpace.class);
      return new ConstInt(a.span(), ScalarType.of(DataType.INDEX), space.code());
    }
    return literal(a, Optional.empty()).orElseThrow(() -> ValueMistake.LONELY_ATTRIBUTE.at(a));
  }

  LiteralFolder folder() {
    return new LiteralFolder(module, bindings);
  }

  /** Evaluates what is written as if it stood outside the function. */
  LiteralFolder outside() {
    return LiteralFolder.outside(module, bindings);
  }

  /** Whether {@code id} names a number or an extent outside the functions. */
  boolean isValue(String id) {
    return module.dynamic(id).isPresent()
        || module
            .constant(id)
            .filter(c -> new LiteralFolder(module, bindings).fold(c).isPresent())
            .isPresent();
  }

  private Expr unary(Py.Unary u, Optional<Type> annotation) {
    Optional<Expr> folded = literal(u, annotation);
    if (folded.isPresent()) {
      return folded.get();
    }
    UnaryOp op =
        switch (u.op()) {
          case "-" -> UnaryOp.NEG;
          case "~" -> UnaryOp.BIT_NOT;
          case "not" -> UnaryOp.NOT;
          default -> throw ValueMistake.UNARY_OPERATOR.at(u, u.op());
        };
    return Exprs.unary(op, expr(u.operand()), u.span());
  }

  /** A tree of operators; a long sum leans to the left and is read without recursion. */
  private Expr binary(Py.Binary top, Optional<Type> annotation) {
    Deque<Py.Binary> spine = new ArrayDeque<>();
    Py.Expr lowest = top;
    while (lowest instanceof Py.Binary b) {
      spine.push(b);
      lowest = b.left();
    }
    Py.Expr first = lowest;
    Expr value =
        numbers()
            .foldEnd(spine, lowest)
            .map(
                number ->
                    spine.isEmpty()
                        ? constant(number, top.span(), annotation)
                        : constant(number, spine.peek().left().span(), Optional.empty()))
            .orElseGet(() -> expr(first));
    while (!spine.isEmpty()) {
      Py.Binary b = spine.pop();
      value = combined(b, value, expr(b.right()));
    }
    return value;
  }

  private static Expr combined(Py.Binary b, Expr left, Expr right) {
    BinaryOp op = OPERATORS.get(b.op());
    if (op == BinaryOp.BIT_XOR && isBool(left) && isBool(right)) {
      op = BinaryOp.XOR;
    }
    if (left.type() instanceof ShapedType || right.type() instanceof ShapedType) {
      throw ValueMistake.SHAPED_OPERAND.at(b, op.symbol(), shapedForm(b.op()));
    }
    return binary(op, left, right, b.span());
  }

  /** What to write instead of an operator between tensors or tiles. */
  private static String shapedForm(String operator) {
    return switch (operator) {
      case "+" -> "write pl.add(a, b)";
      case "-" -> "write pl.sub(a, b)";
      case "*" -> "write pl.mul(a, b)";
      case "/" -> "write pl.div(a, b)";
      case "<", "<=", ">", ">=", "==", "!=", "and", "or" ->
          "compare elements, such as x[0, 0], or write pl.cmp(a, b)";
      default -> "write the operator of tensors and tiles";
    };
  }

  private static boolean isBool(Expr e) {
    return e.type() instanceof ScalarType(DataType dtype) && dtype == DataType.BOOL;
  }

  /** A scalar operator; PyPTO's text divides integers with a slash, too. */
  static Expr binary(BinaryOp op, Expr left, Expr right, Span span) {
    boolean integers =
        op == BinaryOp.FLOAT_DIV
            && left.type() instanceof ScalarType(DataType l)
            && right.type() instanceof ScalarType(DataType r)
            && l.isInt()
            && r.isInt();
    if (!integers) {
      return Exprs.binary(op, left, right, span);
    }
    DataType common = Exprs.promote(Exprs.scalarDtype(left), Exprs.scalarDtype(right), span);
    return new BinaryExpr(
        span,
        ScalarType.of(common),
        op,
        Exprs.promoted(left, common),
        Exprs.promoted(right, common));
  }

  static Expr cast(Expr operand, DataType target, Span span) {
    return new UnaryExpr(span, ScalarType.of(target), UnaryOp.CAST, operand);
  }

  private LiteralFolder numbers() {
    return new LiteralFolder(module, bindings, outerFirst, varying);
  }

  /** The constant that a tree of literals stands for. */
  private Optional<Expr> literal(Py.Expr e, Optional<Type> annotation) {
    return numbers().fold(e).map(number -> constant(number, e.span(), annotation));
  }

  private static Expr constant(Number number, Span span, Optional<Type> annotation) {
    return number instanceof Long value
        ? new ConstInt(span, literalType(annotation, DataType.INDEX), value)
        : new ConstFloat(span, fp32(), number.doubleValue());
  }
}
