package io.pto4j.pass.tile;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Evaluates straight-line kernels on matrices of doubles, at tensor and at tile level: what their
 * operators mean, not how they are done.
 */
final class Values {
  private final Map<Var, double[]> values = new HashMap<>();

  /** The first result of {@code kernel}; parameters hold {@code arguments}, further ones zeros. */
  static double[] of(Function kernel, List<double[]> arguments) {
    Values state = new Values();
    for (int i = 0; i < kernel.params().size(); i++) {
      Var param = kernel.params().get(i);
      state.values.put(
          param, i < arguments.size() ? arguments.get(i).clone() : new double[size(param)]);
    }
    for (Stmt stmt : SeqStmts.listOf(kernel.body())) {
      switch (stmt) {
        case AssignStmt s -> state.values.put(s.var(), state.value(s.value()));
        case ReturnStmt s -> {
          return state.value(s.value().getFirst());
        }
        default -> throw new AssertionError("not straight-line: " + stmt.getClass());
      }
    }
    throw new AssertionError("no return");
  }

  private static int extent(Expr value, int fromEnd) {
    List<Expr> shape = ((ShapedType) value.type()).shape();
    return (int) ((ConstInt) shape.get(shape.size() - fromEnd)).value();
  }

  private static int size(Expr value) {
    return extent(value, 1) * extent(value, 2);
  }

  private double[] value(Expr expr) {
    return switch (expr) {
      case Var v -> values.get(v);
      case ConstFloat c -> new double[] {c.value()};
      case Call c -> call(c);
      default -> throw new AssertionError("no value: " + expr.getClass());
    };
  }

  private double[] call(Call c) {
    String name = c.op().name().substring(c.op().name().indexOf('.') + 1);
    return switch (name) {
      case "load", "reshape", "move" -> value(c.args().getFirst());
      case "transpose_view" -> transposed(c.args().getFirst());
      case "create" -> new double[size(c)];
      case "store" -> into(c.args().get(2), c.args().get(0));
      case "assemble" -> into(c.args().get(0), c.args().get(1));
      case "neg" -> map(c, x -> -x);
      case "exp" -> map(c, Math::exp);
      case "row_sum" -> sums(c, 1);
      case "col_sum" -> sums(c, 2);
      case "row_expand", "col_expand" -> zip(c, (_, y) -> y);
      default -> zip(c, operation(name));
    };
  }

  private static DoubleBinaryOperator operation(String name) {
    String last = name.substring(name.lastIndexOf('_') + 1);
    return switch (last) {
      case "add", "adds" -> Double::sum;
      case "sub" -> (x, y) -> x - y;
      case "mul", "muls" -> (x, y) -> x * y;
      case "max", "maximum" -> Math::max;
      default -> throw new AssertionError("no meaning for " + name);
    };
  }

  /** Writes the whole of {@code source} over {@code target}, which it returns. */
  private double[] into(Expr target, Expr source) {
    double[] destination = value(target);
    double[] data = value(source);
    System.arraycopy(data, 0, destination, 0, data.length);
    return destination;
  }

  private double[] transposed(Expr operand) {
    double[] data = value(operand);
    int rows = extent(operand, 2);
    int columns = extent(operand, 1);
    return IntStream.range(0, data.length)
        .mapToDouble(i -> data[i % rows * columns + i / rows])
        .toArray();
  }

  private double[] map(Call c, DoubleUnaryOperator f) {
    return Arrays.stream(value(c.args().getFirst())).map(f).toArray();
  }

  private double[] sums(Call c, int axis) {
    double[] data = value(c.args().getFirst());
    int columns = extent(c.args().getFirst(), 1);
    double[] result = new double[size(c)];
    for (int i = 0; i < data.length; i++) {
      result[axis == 1 ? i / columns : i % columns] += data[i];
    }
    return result;
  }

  /** Element by element; an operand with extent 1 repeats along that axis. */
  private double[] zip(Call c, DoubleBinaryOperator f) {
    Expr left = c.args().get(0);
    Expr right = c.args().get(1);
    int columns = extent(c, 1);
    return IntStream.range(0, size(c))
        .mapToDouble(
            i ->
                f.applyAsDouble(
                    at(left, i / columns, i % columns), at(right, i / columns, i % columns)))
        .toArray();
  }

  private double at(Expr operand, int row, int column) {
    double[] data = value(operand);
    if (data.length == 1) {
      return data[0];
    }
    int columns = extent(operand, 1);
    int r = extent(operand, 2) == 1 ? 0 : row;
    return data[r * columns + (columns == 1 ? 0 : column)];
  }
}
