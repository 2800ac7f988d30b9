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
    ConstructionRule.requireValues(args, "an argument of " + op.name(), span);
    ConstructionRule.SUBMIT_DEPS.require(deps.stream().allMatch(Submit::holdsTaskIds), span);
    ConstructionRule.SUBMIT_SYNC_START.require(!syncStart || coreNum.isPresent(), span);
    ConstructionRule.SUBMIT_CORE_NUM.require(
        coreNum.isEmpty()
            || (coreNum.get().type() instanceof ScalarType(DataType dtype) && dtype.isInt()),
        span);
    predicate.ifPresent(p -> ConstructionRule.requireValue(p, "the predicate of a submit", span));
    Call.checkAttributes(op, args, attrs, kwargs, span);
    ConstructionRule.SUBMIT_TYPE.require(
        type instanceof TupleType(ImmutableList<Type> types)
            && !types.isEmpty()
            && Iterables.getLast(types) instanceof ScalarType(DataType last)
            && last == DataType.TASK_ID,
        span);
  }

  private static boolean holdsTaskIds(Expr dep) {
    return dep instanceof Var
        && switch (dep.type()) {
          case ScalarType(DataType dtype) -> dtype == DataType.TASK_ID;
          case ArrayType array -> array.dtype() == DataType.TASK_ID;
          default -> false;
        };
  }
}
