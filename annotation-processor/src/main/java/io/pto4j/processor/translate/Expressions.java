package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.sun.source.tree.Tree;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.Constants;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.TypeKind;

/** Translates expressions. */
final class Expressions {
  private final Body body;

  Expressions(Body body) {
    this.body = body;
  }

  /**
   * The value of an expression; calls with an effect are emitted as statements.
   *
   * @throws Mistake when it breaks a rule
   */
  Value value(JExpr expr) {
    return switch (expr) {
      case JExpr.Constant(_, _, String text) -> new Value.Text(text);
      case JExpr.Constant(_, _, Object literal) -> new Value.Literal(literal);
      case JExpr.Local(Place place, _, var symbol) ->
          body.statements().variables().read(symbol, place);
      case JExpr.EnumConstant(_, _, var symbol) -> new Value.EnumConstant(symbol);
      case JExpr.ElementType(_, _, String name) -> new Value.ElementType(Dtypes.get(name));
      case JExpr.Unary e -> unary(e);
      case JExpr.Binary e -> binary(e);
      case JExpr.Conditional e -> conditional(e);
      case JExpr.Cast e -> cast(e);
      case JExpr.Invoke e -> invoke(e);
      case JExpr.KernelReference(_, _, var method) -> new Value.Kernel(method);
      case JExpr.NewRecord e -> group(e);
      case JExpr.Assign e ->
          throw Mistake.at(
              e.place(), "an assignment inside an expression", "assign in its own statement");
      case JExpr.Poison _ -> throw Mistake.reported();
    };
  }

  private Value unary(JExpr.Unary e) {
    refuseDouble(e);
    Value operand = value(e.operand());
    return folded(operand, literal -> Constants.unary(e.op(), literal))
        .orElseGet(() -> new Value.Of(body.scalars().unary(e.op(), operand, e.place())));
  }

  private Value binary(JExpr.Binary e) {
    refuseDouble(e);
    if (e.op() == Tree.Kind.CONDITIONAL_AND || e.op() == Tree.Kind.CONDITIONAL_OR) {
      return logical(e);
    }
    ImmutableList<Value> operands = body.values(ImmutableList.of(e.left(), e.right()));
    Value right = operands.get(1);
    return folded(
            operands.get(0),
            left ->
                right instanceof Value.Literal(Object r)
                    ? Constants.binary(e.op(), left, r)
                    : Optional.empty())
        .orElseGet(
            () -> new Value.Of(body.scalars().binary(e.op(), operands.get(0), right, e.place())));
  }

  /** Literals that come from the arguments of a helper are constants in its body. */
  private static Optional<Value> folded(Value value, Function<Object, Optional<Object>> fold) {
    return value instanceof Value.Literal(Object literal)
        ? fold.apply(literal).map(Value.Literal::new)
        : Optional.empty();
  }

  private static void refuseDouble(JExpr e) {
    if (e.type().getKind() == TypeKind.DOUBLE) {
      throw Mistake.at(
          e.place(),
          "double arithmetic cannot be used in a kernel",
          "the device computes in float: write 0.5f, or (float) to convert");
    }
  }

  /** {@code a && b} and {@code a || b}: Java leaves {@code b} alone when {@code a} decides. */
  private Value logical(JExpr.Binary e) {
    boolean and = e.op() == Tree.Kind.CONDITIONAL_AND;
    Value left = value(e.left());
    if (left instanceof Value.Literal(Boolean known)) {
      return known == and ? value(e.right()) : left;
    }
    Branch right = branch(e.right());
    if (right.statements().isEmpty() && isHarmless(right.value())) {
      return new Value.Of(body.scalars().binary(e.op(), left, right.value(), e.place()));
    }
    Expr condition = body.scalars().as(left, DataType.BOOL, e.left().place());
    Branch decided = new Branch(new Value.Literal(!and), new ArrayList<>());
    Expr second = operand(right, Optional.of(DataType.BOOL), e.right().place());
    Expr known = operand(decided, Optional.of(DataType.BOOL), e.place());
    return and
        ? select(condition, right, second, decided, known, e.place())
        : select(condition, decided, known, right, second, e.place());
  }

  /** Whether a value can be computed also where Java would not: nothing is read or divided. */
  private static boolean isHarmless(Value value) {
    return !(value instanceof Value.Of(Expr expr))
        || !Body.has(
            expr,
            part ->
                part instanceof Call
                    || (part instanceof BinaryExpr b
                        && (b.op() == BinaryOp.FLOOR_DIV || b.op() == BinaryOp.FLOOR_MOD)
                        && !(b.right() instanceof ConstInt)));
  }

  /** {@code c ? a : b}. */
  private Value conditional(JExpr.Conditional e) {
    Expr condition = body.scalars().as(value(e.condition()), DataType.BOOL, e.condition().place());
    Branch whenTrue = branch(e.whenTrue());
    Branch whenFalse = branch(e.whenFalse());
    Optional<DataType> dtype = scalarType(e, whenTrue.value(), whenFalse.value());
    Expr first = operand(whenTrue, dtype, e.whenTrue().place());
    Expr second = operand(whenFalse, dtype, e.whenFalse().place());
    if (!Types.sameValues(first.type(), second.type())) {
      throw Mistake.at(
          e.place(),
          "the branches of ?: are "
              + Types.describe(first.type())
              + " and "
              + Types.describe(second.type()),
          "both must have one shape and element type");
    }
    return select(condition, whenTrue, first, whenFalse, second, e.place());
  }

  /** A variable that both branches of an if assign. */
  private Value select(
      Expr condition, Branch whenTrue, Expr first, Branch whenFalse, Expr second, Place place) {
    Span span = place.span();
    Var result = new Var(body.emitter().unique("_select_tmp"), first.type(), span);
    body.emitter()
        .emit(
            new IfStmt(
                span,
                ImmutableList.of(),
                condition,
                finish(whenTrue, result, first, span),
                Optional.of(finish(whenFalse, result, second, span)),
                ImmutableList.of()));
    return new Value.Of(result);
  }

  private record Branch(Value value, List<Stmt> statements) {}

  private Branch branch(JExpr expr) {
    body.emitter().open();
    try {
      Value value = value(expr);
      return new Branch(value, body.emitter().close());
    } catch (Mistake mistake) {
      body.emitter().close();
      throw mistake;
    }
  }

  /** The type of the result of a conditional on scalars, by the types in Java. */
  private static Optional<DataType> scalarType(JExpr e, Value whenTrue, Value whenFalse) {
    return switch (e.type().getKind()) {
      case BOOLEAN -> Optional.of(DataType.BOOL);
      case FLOAT -> Optional.of(DataType.FP32);
      case INT, LONG ->
          dtype(whenTrue).equals(dtype(whenFalse))
              ? dtype(whenTrue).or(() -> Optional.of(DataType.INDEX))
              : Optional.of(DataType.INDEX);
      case DOUBLE -> {
        refuseDouble(e);
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Optional<DataType> dtype(Value value) {
    return value instanceof Value.Of(Expr expr) && expr.type() instanceof ScalarType(var dtype)
        ? Optional.of(dtype)
        : Optional.empty();
  }

  private Expr operand(Branch branch, Optional<DataType> dtype, Place place) {
    body.emitter().open();
    try {
      return dtype.isPresent()
          ? body.scalars().as(branch.value(), dtype.get(), place)
          : body.expr(branch.value(), place);
    } finally {
      branch.statements().addAll(body.emitter().close());
    }
  }

  private Stmt finish(Branch branch, Var result, Expr value, Span span) {
    body.emitter().open();
    branch.statements().forEach(body.emitter()::emit);
    body.emitter().assign(result, value, span);
    return SeqStmts.flatten(body.emitter().close(), span);
  }

  private Value cast(JExpr.Cast e) {
    Value operand = value(e.operand());
    if (!e.type().getKind().isPrimitive()) {
      throw Mistake.at(
          e.place(),
          "a cast to " + e.type() + " cannot be used in a kernel",
          "Pl.cast converts tiles and tensors");
    }
    Optional<DataType> target =
        switch (e.type().getKind()) {
          case INT -> Optional.of(DataType.INT32);
          case LONG -> Optional.of(DataType.INT64);
          case FLOAT -> Optional.of(DataType.FP32);
          case BOOLEAN -> Optional.of(DataType.BOOL);
          default -> Optional.empty();
        };
    if (target.isEmpty()) {
      throw Mistake.at(
          e.place(),
          "a cast to " + e.type() + " cannot be used in a kernel",
          "cast to int, long or float, or with Pl.cast");
    }
    Optional<Value> folded =
        folded(operand, literal -> Constants.cast(e.type().getKind(), literal));
    if (folded.isPresent()) {
      return folded.get();
    }
    Expr expr = body.scalars().natural(operand, e.operand().place());
    boolean sameIndex = target.get() != DataType.FP32 && isIndex(expr);
    return new Value.Of(sameIndex ? expr : body.scalars().cast(expr, target.get(), e.place()));
  }

  /** An INDEX stays one when Java narrows or widens it: it counts elements. */
  private static boolean isIndex(Expr expr) {
    return expr.type() instanceof ScalarType(var dtype) && dtype == DataType.INDEX;
  }

  private Value invoke(JExpr.Invoke call) {
    if (Language.isTranslated(call.method())) {
      return new KernelCalls(body).call(call);
    }
    if (Language.isOperator(call.method())) {
      return new OperatorCalls(body).call(call);
    }
    return Language.construct(call.method())
        .or(() -> Language.mathFunction(call.method()))
        .map(form -> new Constructs(body).call(form, call))
        .orElseGet(() -> component(call));
  }

  /** An accessor of a record of the user. */
  private Value component(JExpr.Invoke call) {
    JExpr receiver = call.receiver().orElseThrow();
    if (!(value(receiver) instanceof Value.Group group)) {
      throw Mistake.at(receiver.place(), "the record is not known to the compiler", "");
    }
    return group.components().get(call.method().getSimpleName().toString());
  }

  private Value group(JExpr.NewRecord e) {
    ImmutableList<Value> values = body.values(e.args());
    ImmutableMap.Builder<String, Value> components = ImmutableMap.builder();
    int i = 0;
    for (RecordComponentElement component : e.record().getRecordComponents()) {
      String name = component.getSimpleName().toString();
      Variables variables = body.statements().variables();
      Value held = variables.held(values.get(i), component.asType(), e.args().get(i).place());
      components.put(
          name, held.map(part -> Body.isSimple(part) ? part : variables.kept(part, name)));
      i++;
    }
    return new Value.Group(components.buildOrThrow());
  }
}
