package io.pto4j.pass.front;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Uses the symbol of a parameter's extent in place of a variable that asks for that extent, so that
 * kernels need not be handed what their parameters' types say.
 */
final class ExtentSymbols extends Rewriter {
  private static final String DIM = "tensor.dim";

  private final Set<Var> symbols = new HashSet<>();

  private ExtentSymbols(Function function) {
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType tensor) {
        tensor.shape().forEach(this::addSymbol);
      }
    }
  }

  static Function forward(Function function) {
    boolean[] relevant = {false};
    Walk.stmts(function.body(), s -> relevant[0] |= s instanceof InCoreScopeStmt);
    return relevant[0] ? new ExtentSymbols(function).function(function) : function;
  }

  private void addSymbol(Expr extent) {
    if (extent instanceof Var symbol) {
      symbols.add(symbol);
    }
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    if (stmt instanceof AssignStmt s) {
      Optional<Var> symbol = symbol(s.value());
      if (symbol.isPresent()) {
        replace(s.var(), symbol.get());
        return SeqStmts.of(List.of(), s.span());
      }
    }
    return super.stmt(stmt);
  }

  private Optional<Var> symbol(Expr value) {
    if (!(value instanceof Call call && call.isOperator(DIM))
        || !(call.args().get(0).type() instanceof ShapedType type)
        || !(call.args().get(1) instanceof ConstInt(_, _, long axis))) {
      return Optional.empty();
    }
    long index = axis < 0 ? axis + type.rank() : axis;
    return index >= 0
            && index < type.rank()
            && type.shape().get((int) index) instanceof Var v
            && symbols.contains(v)
        ? Optional.of(v)
        : Optional.empty();
  }
}
