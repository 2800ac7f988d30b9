package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.AutoName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts one kernel from tensor to tile operators. */
final class KernelConverter extends BodyRewriter {
  /**
   * A parameter that the kernel gained for a result.
   *
   * @param result position among the results
   * @param param the added parameter
   */
  record Output(int result, Var param) {}

  private final Function kernel;
  private final OnChipValues onChip;
  private final SpaceDemands demands;
  private final Map<Var, Var> entryLoads = new HashMap<>();
  private final List<Output> outputs = new ArrayList<>();

  /** What the loops and branches around the current statement carry, innermost first. */
  private final Deque<List<? extends Var>> carried = new ArrayDeque<>();

  KernelConverter(Function kernel) {
    this.kernel = kernel;
    this.onChip = new OnChipValues(kernel);
    this.demands = SpaceDemands.of(kernel.body(), KernelConverter::matrixSpace);
  }

  private static Optional<MemorySpace> matrixSpace(Call call, int operand) {
    int first = call.isOperator("tensor.matmul_acc") ? 1 : 0;
    boolean product = first == 1 || call.isOperator("tensor.matmul");
    return product && (operand == first || operand == first + 1)
        ? Optional.of(MemorySpace.MAT)
        : Optional.empty();
  }

  /** The parameters that {@link #convert} added. */
  ImmutableList<Output> outputs() {
    return ImmutableList.copyOf(outputs);
  }

  /** The kernel on tiles; the same object when it works on tiles already. */
  Function convert() {
    Function converted = function(kernel);
    if (entryLoads.isEmpty() && outputs.isEmpty()) {
      return converted;
    }
    ImmutableList.Builder<Stmt> body = ImmutableList.builder();
    for (Var param : kernel.params()) {
      if (entryLoads.containsKey(param)) {
        Var tile = entryLoads.get(param);
        body.add(AssignStmt.of(tile, wholeLoad(param, MemorySpace.VEC, tile.span())));
      }
    }
    body.add(converted.body());
    return AddedOutputs.declared(converted, outputs)
        .withBody(SeqStmts.flatten(body.build(), converted.body().span()));
  }

  /** The tile with the elements of {@code operand}, which is loaded if it is a tensor. */
  Expr tile(Expr operand, Span span) {
    Expr mapped = expr(operand);
    if (!(mapped.type() instanceof TensorType)) {
      return mapped;
    }
    String name = mapped instanceof Var var ? AutoName.base(var.nameHint()) + "__tile" : "t__tile";
    if (mapped instanceof Var var && kernel.params().contains(var)) {
      return entryLoads.computeIfAbsent(
          var, v -> new Var(name, wholeLoad(v, MemorySpace.VEC, span).type(), span));
    }
    return emitAs(name, wholeLoad(mapped, MemorySpace.VEC, span));
  }

  /** The matrix {@code operand} where the matrix unit is fed from. */
  Expr matrix(Expr operand, boolean transposed, int index, Span span) {
    Expr mapped = expr(operand);
    String name = mapped instanceof Var var ? var.nameHint() : "bridged_" + index;
    Expr tile = mapped;
    if (mapped.type() instanceof TensorType) {
      Call load = wholeLoad(mapped, MemorySpace.MAT, span);
      tile =
          emitAs(
              mapped instanceof Var ? name + "_mat" : name,
              load.withAttrs(Attrs.of(InferTileMemorySpace.MAT_BRIDGE, AttrValue.of(true))));
    } else if (transposed
        && mapped.type() instanceof TileType t
        && !t.memorySpace().equals(Optional.of(MemorySpace.MAT))) {
      tile = emitAs(name + "_mat", call("tile.move", target(MemorySpace.MAT), mapped, span));
    }
    return transposed
        ? emitAs(
            (tile instanceof Var var ? var.nameHint() : name) + "_t",
            call("tile.transpose_view", Attrs.empty(), tile, span))
        : tile;
  }

  /** Where the consumers of {@code var} want it. */
  MemorySpace wantedSpace(Optional<Var> var) {
    return var.flatMap(demands::of).orElse(MemorySpace.VEC);
  }

  Var temporary(String name, Expr value) {
    return emitAs(name, value);
  }

  private static Call call(String name, Attrs kwargs, Expr operand, Span span) {
    return Operators.call(name, ImmutableList.of(operand), kwargs, span);
  }

  static Attrs target(MemorySpace space) {
    return Attrs.of("target_memory", AttrValue.of(space));
  }

  private static Call wholeLoad(Expr tensor, MemorySpace space, Span span) {
    TensorType type = (TensorType) tensor.type();
    Expr shape = MakeTuple.of(type.shape(), span);
    Expr valid = MakeTuple.of(type.effectiveView().validShape(), span);
    return Operators.call(
        "tile.load",
        ImmutableList.of(tensor, zeros(type.rank(), span), shape, valid),
        target(space),
        span);
  }

  private static Expr zeros(int rank, Span span) {
    return MakeTuple.of(ImmutableList.copyOf(Collections.nCopies(rank, ConstInt.index(0))), span);
  }

  @Override
  protected void assign(AssignStmt s) {
    Optional<Expr> converted = converted(s.value(), Optional.of(s.var()));
    if (converted.isEmpty()) {
      super.assign(s);
      return;
    }
    Expr value = converted.get();
    Var var = new Var(AutoName.base(s.var().nameHint()) + "__tile", value.type(), s.var().span());
    replace(s.var(), var);
    emit(new AssignStmt(s.span(), s.leadingComments(), var, value));
  }

  @Override
  protected void eval(EvalStmt s) {
    Optional<Expr> converted = converted(s.expr(), Optional.empty());
    if (converted.isEmpty()) {
      super.eval(s);
    } else {
      emit(new EvalStmt(s.span(), s.leadingComments(), converted.get()));
    }
  }

  /** The tile form of {@code value}; empty when it stays as it is. */
  private Optional<Expr> converted(Expr value, Optional<Var> result) {
    if (!(value instanceof Call call)
        || !(call.op() instanceof Operator(String name))
        || !name.startsWith("tensor.")) {
      return Optional.empty();
    }
    TensorConversions.Rule rule =
        TensorConversions.find(name)
            .orElseThrow(
                () ->
                    new IrException(
                        "'" + name + "' cannot be used in a kernel",
                        "use it in the orchestration, or the tile operator in the kernel",
                        call.span()));
    try {
      Expr converted = rule.convert(new TensorConversion(this, call, result));
      return converted == call ? Optional.empty() : Optional.of(converted);
    } catch (IrException e) {
      throw e.at(call.span());
    }
  }

  @Override
  protected void loop(ForStmt s) {
    carried.push(s.iterArgs());
    super.loop(s);
    carried.pop();
  }

  @Override
  protected void loop(WhileStmt s) {
    carried.push(s.iterArgs());
    super.loop(s);
    carried.pop();
  }

  @Override
  protected void branch(IfStmt s) {
    carried.push(s.returnVars());
    super.branch(s);
    carried.pop();
  }

  @Override
  protected Expr initial(IterArg arg) {
    return onChip.contains(arg) ? tile(arg.initValue(), arg.span()) : expr(arg.initValue());
  }

  @Override
  protected Stmt yields(YieldStmt s) {
    List<? extends Var> vars = carried.element();
    ImmutableList.Builder<Expr> values = ImmutableList.builder();
    boolean changed = false;
    for (int i = 0; i < s.value().size(); i++) {
      Expr before = s.value().get(i);
      Expr value =
          i < vars.size() && onChip.contains(vars.get(i)) ? tile(before, s.span()) : expr(before);
      changed |= value != before;
      values.add(value);
    }
    return changed ? new YieldStmt(s.span(), s.leadingComments(), values.build()) : s;
  }

  @Override
  protected Stmt returns(ReturnStmt s) {
    ImmutableList.Builder<Expr> values = ImmutableList.builder();
    boolean changed = false;
    for (int i = 0; i < s.value().size(); i++) {
      Expr before = s.value().get(i);
      Expr value = expr(before);
      if (value.type() instanceof TileType tile) {
        value = stored(value, tile, i);
      }
      changed |= value != before;
      values.add(value);
    }
    return changed ? new ReturnStmt(s.span(), s.leadingComments(), values.build()) : s;
  }

  private Expr stored(Expr value, TileType tile, int result) {
    int k = outputs.size();
    Type declared = kernel.returnTypes().get(result);
    Var param = new Var("ret" + k + "__out", declared, value.span());
    outputs.add(new Output(result, param));
    return emitAs(
        "ret" + k + "__store",
        Operators.call(
            "tile.store",
            ImmutableList.of(value, zeros(tile.rank(), value.span()), param),
            value.span()));
  }
}
