package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
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
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import java.util.Arrays;
import java.util.Optional;
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
  private Optional<Inliner> inliner = Optional.empty();
  private final Recursion recursion = new Recursion(MAX_DEPTH);

  ExprReader(Module module, Bindings bindings) {
    this.module = module;
    this.bindings = bindings;
    this.calls = new CallReader(module, this, bindings);
  }

  Module module() {
    return module;
  }

  /** Expands calls of templates. */
  void inliner(Inliner expander) {
    inliner = Optional.of(expander);
  }

  Optional<Inliner> inliner() {
    return inliner;
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
      return recursion.descend(() -> read(e, annotation));
    } catch (IrException failure) {
      throw failure.at(e.span());
    }
  }

  /** An extent of a shape. */
  Expr dim(Py.Expr e) {
    return e instanceof Py.Name(Span span, String id) && !module.inProgram() && isUnknown(id)
        ? dynamic(id, span)
        : expr(e);
  }

  private boolean isUnknown(String id) {
    return bindings.find(id).isEmpty()
        && module.dynamic(id).isEmpty()
        && module.constant(id).isEmpty();
  }

  /** Outside a program, an unknown extent is a dynamic one. */
  private Var dynamic(String id, Span span) {
    module.dynamic(id, id, span);
    return module.dynamic(id).orElseThrow();
  }

  private Expr read(Py.Expr e, Optional<Type> annotation) {
    return switch (e) {
      case Py.Name n -> name(n);
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
      case Py.Index i -> new Subscripts(this).read(i);
      case Py.Attr a -> memorySpace(a);
      case Py.Call c -> calls.call(c, annotation);
      case Py.StrLit _ ->
          throw Module.error(e, "a string cannot stand here", "strings are keyword arguments only");
      case Py.Slice _, Py.DictLit _, Py.EllipsisLit _ ->
          throw Module.error(e, "this cannot stand here");
    };
  }

  private static void checkRange(Py.Expr e, long value) {
    // only the smallest number has no positive counterpart
    if (value < 0) {
      throw Module.error(e, "the number is beyond 64 bits");
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

  private Expr name(Py.Name n) {
    Optional<Expr> known =
        bindings
            .value(n.id())
            .or(() -> module.dynamic(n.id()))
            .or(() -> module.constant(n.id()).map(this::expr));
    return known.orElseThrow(() -> undefined(n));
  }

  private IrException undefined(Py.Name n) {
    if (bindings.isFailed(n.id())) {
      return Failures.followUp(n);
    }
    if (n.id().equals("inf") || n.id().equals("nan")) {
      return Module.error(
          n, "undefined variable '" + n.id() + "'", "write pl.const(" + n.id() + ", pl.FP32)");
    }
    String close =
        bindings.names().stream()
            .filter(name -> name.equalsIgnoreCase(n.id()) || name.startsWith(n.id()))
            .collect(Collectors.joining(", "));
    return Module.error(
        n,
        "undefined variable '" + n.id() + "'",
        close.isEmpty() ? "define it first" : "defined are: " + close);
  }

  private Expr memorySpace(Py.Attr a) {
    String name = module.dotted(a).orElse("");
    if (name.startsWith("pl.Mem.") || name.startsWith("pl.MemorySpace.")) {
      MemorySpace space = module.member(a, MemorySpace.class, "memory space");
      return new ConstInt(a.span(), ScalarType.of(DataType.INDEX), space.code());
    }
    throw Module.error(a, "this cannot stand here", "a value is expected");
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
          default -> throw Module.error(u, "there is no unary '" + u.op() + "'");
        };
    return Exprs.unary(op, expr(u.operand()), u.span());
  }

  private Expr binary(Py.Binary b, Optional<Type> annotation) {
    Optional<Expr> folded = literal(b, annotation);
    if (folded.isPresent()) {
      return folded.get();
    }
    Expr left = expr(b.left());
    Expr right = expr(b.right());
    BinaryOp op = OPERATORS.get(b.op());
    if (isElement(b.left(), left) || isElement(b.right(), right)) {
      DataType common = Exprs.promote(Exprs.scalarDtype(left), Exprs.scalarDtype(right), b.span());
      left = Exprs.cast(left, common, left.span());
      right = Exprs.cast(right, common, right.span());
    }
    if (op == BinaryOp.BIT_XOR && isBool(left) && isBool(right)) {
      op = BinaryOp.XOR;
    }
    return binary(op, left, right, b.span());
  }

  /** An element in brackets, which only authors write: printed programs have their casts. */
  private static boolean isElement(Py.Expr text, Expr e) {
    return text instanceof Py.Index
        && e.type() instanceof ScalarType(DataType dtype)
        && (dtype.isInt() || dtype.isFloat());
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
    return integers
        ? new BinaryExpr(
            span,
            ScalarType.of(Exprs.promote(Exprs.scalarDtype(left), Exprs.scalarDtype(right), span)),
            op,
            left,
            right)
        : Exprs.binary(op, left, right, span);
  }

  static Expr cast(Expr operand, DataType target, Span span) {
    return new UnaryExpr(span, ScalarType.of(target), UnaryOp.CAST, operand);
  }

  /** The constant that a tree of literals stands for. */
  private Optional<Expr> literal(Py.Expr e, Optional<Type> annotation) {
    return new LiteralFolder(module, bindings)
        .fold(e)
        .map(
            number ->
                number instanceof Long value
                    ? new ConstInt(e.span(), literalType(annotation, DataType.INDEX), value)
                    : new ConstFloat(e.span(), fp32(), number.doubleValue()));
  }
}
