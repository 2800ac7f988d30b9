package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * The launch of a program function as a task. Its type is a tuple of the callee's results followed
 * by the TASK_ID of the task.
 *
 * <p>Source: PyPTO IR hierarchy, Submit.
 */
@Value.Builder
public record Submit(
    @Ignore Span span,
    Type type,
    Op op,
    ImmutableList<Expr> args,
    ImmutableList<Expr> deps,
    Optional<Expr> coreNum,
    boolean syncStart,
    boolean allowEarlyResolve,
    Optional<Expr> predicate,
    Attrs attrs,
    Attrs kwargs)
    implements Expr, WithSubmit {
  public Submit {
    if (syncStart && coreNum.isEmpty()) {
      throw new IrException(
          "a submit with sync_start needs core_num",
          "give the number of blocks that start together",
          span);
    }
    if (coreNum.isPresent()
        && !(coreNum.get().type() instanceof ScalarType(DataType dtype) && dtype.isInt())) {
      throw new IrException("core_num of a submit must be an integer scalar", "", span);
    }
    if (!(type instanceof TupleType(ImmutableList<Type> types))
        || types.isEmpty()
        || !(Iterables.getLast(types) instanceof ScalarType(DataType last)
            && last == DataType.TASK_ID)) {
      throw new IrException("the type of a submit is a tuple that ends in a TASK_ID", "", span);
    }
  }
}
