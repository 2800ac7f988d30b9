package io.pto4j.text;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;

/**
 * Reads the condition of a launch, which the scheduler evaluates when everything that the launch
 * waits for has run: one element of a tensor is compared with a number.
 */
final class PredicateReader {
  private static final ImmutableSet<DataType> ELEMENTS =
      ImmutableSet.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.INT64);

  private final ExprReader exprs;

  PredicateReader(ExprReader exprs) {
    this.exprs = exprs;
  }

  /**
   * @param deps what the launch waits for
   */
  Expr predicate(Py.Expr e, List<Var> deps) {
    Expr read = exprs.expr(e);
    if (!(read instanceof BinaryExpr b) || !b.op().isComparison()) {
      throw CallMistake.PREDICATE_FORM.at(e);
    }
    Optional<Var> left = tensor(b.left());
    Optional<Var> tensor = left.isPresent() ? left : tensor(b.right());
    Expr number = left.isPresent() ? b.right() : b.left();
    if (tensor.isEmpty() || !(number instanceof ConstInt)) {
      throw CallMistake.PREDICATE_FORM.at(e);
    }
    checkProducer(e, tensor.get(), deps);
    return read;
  }

  /** The tensor that {@code e} is an element of. */
  private static Optional<Var> tensor(Expr e) {
    Expr value = e instanceof UnaryExpr u && u.op() == UnaryOp.CAST ? u.operand() : e;
    boolean element =
        value instanceof Call call
            && call.op().name().equals("tensor.read")
            && call.args().size() == 2
            && call.args().get(1) instanceof MakeTuple(_, _, var indices)
            && indices.stream().allMatch(PredicateReader::isIndex)
            && call.type() instanceof ScalarType(DataType dtype)
            && ELEMENTS.contains(dtype);
    return element && ((Call) value).args().getFirst() instanceof Var var
        ? Optional.of(var)
        : Optional.empty();
  }

  private static boolean isIndex(Expr e) {
    return e.type() instanceof ScalarType(DataType dtype)
        && dtype.isInt()
        && Dims.constant(e).orElse(0) >= 0;
  }

  private void checkProducer(Py.Expr e, Var tensor, List<Var> deps) {
    if (deps.stream().anyMatch(d -> d.type() instanceof ArrayType)) {
      return;
    }
    exprs
        .place()
        .flatMap(p -> p.surroundings().missingProducer(tensor, deps))
        .ifPresent(
            task -> {
              throw CallMistake.PREDICATE_PRODUCER.at(e, tensor.nameHint(), task.nameHint());
            });
  }
}
