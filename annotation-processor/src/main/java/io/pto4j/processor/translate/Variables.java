package io.pto4j.processor.translate;

import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Place;
import java.util.Optional;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Local variables: every variable of the source is one variable of the IR. */
final class Variables {
  private final Body body;

  Variables(Body body) {
    this.body = body;
  }

  Value read(VariableElement symbol, Place place) {
    Value value =
        body.frame()
            .find(symbol)
            .orElseThrow(
                () -> Mistake.at(place, symbol.getSimpleName() + " has no value here", ""));
    if (value instanceof Value.Poison) {
      throw Mistake.reported();
    }
    return value;
  }

  /** Gives a new variable its first value. */
  void declare(VariableElement symbol, Value value, Place place) {
    boolean reassigned = body.frame().isReassigned(symbol);
    Value held = held(value, symbol.asType(), place);
    body.frame()
        .put(
            symbol,
            switch (held) {
              case Value.Literal _ when !reassigned -> held;
              case Value.Literal _ ->
                  define(
                      symbol,
                      body.scalars().as(held, localType(symbol.asType(), place), place),
                      place);
              case Value.Of(Expr expr) when expr.type() instanceof ScalarType ->
                  define(symbol, expr, place);
              case Value.Of(Expr expr) ->
                  !reassigned && expr instanceof Var var && !body.isReassigned(var)
                      ? held
                      : define(symbol, expr, place);
              case Value.Window(var _, var _, var _, var _, Expr slice) when reassigned ->
                  window(symbol, slice, place);
              case Value.None _ -> throw Mistake.at(place, "the call has no result", "");
              default -> {
                if (reassigned) {
                  throw Mistake.at(
                      place,
                      symbol.getSimpleName()
                          + " holds "
                          + Types.describe(held)
                          + " and cannot be assigned again",
                      "use another variable");
                }
                yield held.map(expr -> kept(expr, symbol.getSimpleName().toString()));
              }
            });
  }

  /** A value as the type in Java holds it: whole numbers are INDEX, fractions FP32. */
  Value held(Value value, TypeMirror type, Place place) {
    return switch (value) {
      case Value.Literal literal -> literal(literal, type.getKind());
      case Value.Of(Expr expr)
          when expr.type() instanceof ScalarType(var dtype)
              && dtype != DataType.TASK_ID
              && type.getKind() != TypeKind.TYPEVAR ->
          new Value.Of(body.scalars().as(value, localType(type, place), place));
      default -> value;
    };
  }

  /** A part of a value; one that may be another when it is used is evaluated now. */
  Expr kept(Expr expr, String name) {
    return body.mayChange(expr) ? bind(name, expr, expr.span()) : expr;
  }

  /** A constant that the variable's type has converted. */
  private static Value literal(Value.Literal literal, TypeKind type) {
    return literal.value() instanceof Number number
        ? switch (type) {
          case FLOAT -> new Value.Literal(number.floatValue());
          case DOUBLE -> new Value.Literal(number.doubleValue());
          case LONG -> new Value.Literal(number.longValue());
          default -> literal;
        }
        : literal;
  }

  /** Whole numbers in locals are INDEX. */
  private static DataType localType(TypeMirror type, Place place) {
    return switch (type.getKind()) {
      case INT, LONG -> DataType.INDEX;
      case FLOAT -> DataType.FP32;
      case BOOLEAN -> DataType.BOOL;
      default ->
          switch (type.toString()) {
            case "java.lang.Integer", "java.lang.Long" -> DataType.INDEX;
            case "java.lang.Float" -> DataType.FP32;
            case "java.lang.Boolean" -> DataType.BOOL;
            default ->
                throw Mistake.at(
                    place,
                    "a variable of type " + type + " cannot be used in a kernel",
                    "the device has no double: use float, and (float) to convert");
          };
    };
  }

  private Value.Of define(VariableElement symbol, Expr value, Place place) {
    String name = symbol.getSimpleName().toString();
    if (!body.frame().isReassigned(symbol)) {
      return new Value.Of(bind(name, value, place.span()));
    }
    Var var = body.emitter().bind(name, value, place.span());
    body.markReassigned(var);
    return new Value.Of(var);
  }

  /** What a window shows, in a variable that may show something else later. */
  private Value window(VariableElement symbol, Expr slice, Place place) {
    Value.Of shown = define(symbol, slice, place);
    body.markWindow((Var) shown.expr());
    return shown;
  }

  /** A variable that keeps its value. */
  private Var bind(String name, Expr value, Span span) {
    Var var = body.emitter().bind(name, value, span);
    if (body.scalars().isNonNegative(value)) {
      body.scalars().markNonNegative(var);
    }
    return var;
  }

  /** An assignment of the source. */
  void assign(JExpr.Assign assign) {
    VariableElement symbol = assign.target();
    Place place = assign.place();
    try {
      Value value = body.expressions().value(assign.value());
      Optional<Value> current = body.frame().find(symbol);
      if (current.isEmpty()) {
        declare(symbol, value, place);
      } else {
        assign(symbol, current.get(), value, place);
      }
    } catch (Mistake mistake) {
      if (body.frame().find(symbol).isEmpty()) {
        body.frame().put(symbol, new Value.Poison());
      }
      throw mistake;
    }
  }

  private void assign(VariableElement symbol, Value current, Value value, Place place) {
    if (current instanceof Value.Poison) {
      throw Mistake.reported();
    }
    if (!(current instanceof Value.Of(Expr target) && target instanceof Var var)) {
      throw Mistake.at(place, symbol.getSimpleName() + " cannot be assigned again", "");
    }
    checkParameter(symbol, var, place);
    if (var.type() instanceof ScalarType(DataType dtype)) {
      body.emitter().assign(var, scalar(value, dtype, place), place.span());
      return;
    }
    Expr expr = body.expr(value, place);
    if (!Types.sameValues(var.type(), expr.type())) {
      throw Mistake.at(
          place,
          symbol.getSimpleName()
              + " holds "
              + Types.describe(var.type())
              + " and cannot become "
              + Types.describe(expr.type()),
          "use another variable");
    }
    if (!var.equals(expr)) {
      body.emitter().assign(var, expr, place.span());
    }
  }

  private Expr scalar(Value value, DataType dtype, Place place) {
    return dtype == DataType.TASK_ID
        ? body.expr(value, place)
        : body.scalars().as(value, dtype, place);
  }

  private void checkParameter(VariableElement symbol, Var var, Place place) {
    Signature.Parameter parameter = body.parameters().get(var);
    if (parameter != null
        && parameter.element().equals(symbol)
        && parameter.direction() == ParamDirection.IN
        && var.type() instanceof ShapedType) {
      throw Mistake.at(
          place,
          "tensor " + parameter.name() + " is an @In parameter and cannot be assigned",
          "use a local variable, or declare the parameter @Out or @InOut");
    }
  }
}
