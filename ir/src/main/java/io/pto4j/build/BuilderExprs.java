package io.pto4j.build;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.op.Operators;
import java.util.Optional;

/** Makes expressions at the place of a builder. Source: PyPTO IR builder. */
public final class BuilderExprs {
  private final IrBuilder builder;

  BuilderExprs(IrBuilder builder) {
    this.builder = builder;
  }

  /** A variable of type INDEX that is not defined yet. */
  Var indexVar(String name) {
    return builder.variable(name, ScalarType.of(DataType.INDEX));
  }

  public ConstInt index(long value) {
    return integer(value, DataType.INDEX);
  }

  public ConstInt integer(long value, DataType dtype) {
    return new ConstInt(builder.here(), ScalarType.of(dtype), value);
  }

  /** An FP32 constant. */
  public ConstFloat real(double value) {
    return real(value, DataType.FP32);
  }

  public ConstFloat real(double value, DataType dtype) {
    return new ConstFloat(builder.here(), ScalarType.of(dtype), value);
  }

  /** {@code left op right} with the promoted type. */
  public BinaryExpr binary(BinaryOp op, Expr left, Expr right) {
    return Exprs.binary(op, left, right, builder.here());
  }

  /** {@code left op right} with a type of one's own; the operands are not checked. */
  public BinaryExpr binary(BinaryOp op, Expr left, Expr right, DataType dtype) {
    return new BinaryExpr(builder.here(), ScalarType.of(dtype), op, left, right);
  }

  public UnaryExpr unary(UnaryOp op, Expr operand) {
    return Exprs.unary(op, operand, builder.here());
  }

  public Expr cast(Expr operand, DataType target) {
    return Exprs.cast(operand, target, builder.here());
  }

  public MakeTuple tuple(Expr... elements) {
    return MakeTuple.of(ImmutableList.copyOf(elements), builder.here());
  }

  public TupleGetItem item(Expr tuple, int index) {
    return TupleGetItem.of(tuple, index, builder.here());
  }

  /** A call of a registered operator with the type that its rule deduces. */
  public Call op(String name, Expr... args) {
    return op(name, Attrs.empty(), args);
  }

  public Call op(String name, Attrs kwargs, Expr... args) {
    return Operators.call(name, ImmutableList.copyOf(args), kwargs, builder.here());
  }

  /** A memory reference into a new allocation. */
  public MemRef memref(String base, long byteOffset, long size) {
    return MemRef.of(new Var(base, PtrType.INSTANCE, builder.here()), byteOffset, size);
  }

  /**
   * A call of a function of the program; its type is what the function returns if it is built
   * already, otherwise unknown.
   */
  public Call call(GlobalVar callee, Expr... args) {
    ImmutableList<Expr> all = ImmutableList.copyOf(args);
    Type type = built(callee, all).map(f -> whole(f.returnTypes())).orElse(UnknownType.INSTANCE);
    return call(callee, type, args);
  }

  public Call call(GlobalVar callee, Type type, Expr... args) {
    return Call.of(callee, ImmutableList.copyOf(args), type, builder.here());
  }

  private static Type whole(ImmutableList<Type> types) {
    return switch (types.size()) {
      case 0 -> UnknownType.INSTANCE;
      case 1 -> types.getFirst();
      default -> new TupleType(types);
    };
  }

  /**
   * The launch of a built function of the program as a task that waits for the tasks {@code deps}.
   *
   * @throws IrException when the function is not built yet
   */
  public Submit submit(
      GlobalVar callee, ImmutableList<? extends Expr> args, ImmutableList<? extends Expr> deps) {
    ImmutableList<Expr> all = ImmutableList.copyOf(args);
    Function function =
        built(callee, all)
            .orElseThrow(
                () ->
                    new IrException(
                        "function '" + callee.name() + "' is launched before it is built",
                        "build the callee first, or make the Submit with its type",
                        builder.here()));
    Type type =
        new TupleType(
            ImmutableList.<Type>builder()
                .addAll(function.returnTypes())
                .add(ScalarType.of(DataType.TASK_ID))
                .build());
    return new Submit(
        builder.here(),
        type,
        callee,
        all,
        ImmutableList.copyOf(deps),
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        Attrs.empty(),
        Attrs.empty());
  }

  private Optional<Function> built(GlobalVar callee, ImmutableList<Expr> args) {
    Optional<Function> function = builder.program().flatMap(p -> p.function(callee));
    function.ifPresent(
        f ->
            Fit.all(
                "the arguments of '" + f.name() + "'",
                f.params().stream().map(Var::type).collect(toImmutableList()),
                args,
                builder.here()));
    return function;
  }
}
