package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Where each result of a kernel goes.
 *
 * @param positions new position of the result at each old one
 */
record ReturnOrder(ImmutableList<Integer> positions) {
  private static final ReturnOrder IDENTITY = new ReturnOrder(ImmutableList.of());

  /** The order in which {@code function} should return the parameters that it writes. */
  static ReturnOrder of(Function function) {
    if (!Kernels.isDevice(function)) {
      return IDENTITY;
    }
    ImmutableList<Expr> results = ReturnedParams.returned(function);
    List<Integer> outputs = new ArrayList<>();
    for (int i = 0; i < function.params().size(); i++) {
      if (function.direction(i) != ParamDirection.IN
          && results.contains(function.params().get(i))) {
        outputs.add(i);
      }
    }
    ImmutableList.Builder<Integer> positions = ImmutableList.builder();
    for (int i = 0; i < results.size(); i++) {
      int param = results.get(i) instanceof Var v ? function.params().indexOf(v) : -1;
      int position = outputs.indexOf(param);
      positions.add(position < 0 ? i : position);
    }
    ReturnOrder order = new ReturnOrder(positions.build());
    return order.isPermutation() ? order : IDENTITY;
  }

  private boolean isPermutation() {
    return new HashSet<>(positions).size() == positions.size();
  }

  boolean isIdentity() {
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(i) != i) {
        return false;
      }
    }
    return true;
  }

  int position(int index) {
    return index < positions.size() ? positions.get(index) : index;
  }

  /** The elements in the new order; those beyond the results keep their places. */
  <E> ImmutableList<E> applyTo(ImmutableList<E> elements) {
    List<E> ordered = new ArrayList<>(elements);
    for (int i = 0; i < positions.size(); i++) {
      ordered.set(positions.get(i), elements.get(i));
    }
    return ImmutableList.copyOf(ordered);
  }

  Function applyTo(Function function) {
    if (isIdentity()) {
      return function;
    }
    ImmutableList<Stmt> stmts = SeqStmts.listOf(function.body());
    ReturnStmt last = (ReturnStmt) stmts.getLast();
    return function
        .withReturnTypes(applyTo(function.returnTypes()))
        .withBody(
            ReturnedParams.withLast(
                stmts,
                new ReturnStmt(last.span(), last.leadingComments(), applyTo(last.value())),
                function));
  }
}
