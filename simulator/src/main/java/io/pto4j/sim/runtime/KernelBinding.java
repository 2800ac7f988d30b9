package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.sim.exec.Argument;
import io.pto4j.sim.exec.KernelProgram;
import io.pto4j.sim.machine.SimulationException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * How the arguments of a kernel function become those of its device code, and which of them its
 * results are.
 *
 * <p>Source: PTO dialect, signature produced by the emitter; orchestration generation, results of a
 * call.
 */
final class KernelBinding {
  private final Function function;
  private final KernelProgram program;
  private final ImmutableList<Integer> results;

  KernelBinding(Function function, KernelProgram program) {
    this.function = function;
    this.program = program;
    this.results = new ResultTracer(function).results();
  }

  Function function() {
    return function;
  }

  KernelProgram program() {
    return program;
  }

  CoreKind kind() {
    return function.funcType() == FunctionType.AIC ? CoreKind.AIC : CoreKind.AIV;
  }

  /** The parameter that each result is. */
  ImmutableList<Integer> results() {
    return results;
  }

  /**
   * The arguments of the device code: tensors, other parameters, then the values of symbolic
   * dimensions.
   */
  List<Argument> arguments(List<Item> items) {
    List<Argument> out = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Item.Tensor(DeviceTensor tensor)) {
        checkStrides(i, tensor);
        out.add(
            new Argument.Pointer(tensor.allocation().buffer(), tensor.start() * tensor.bytes()));
      }
    }
    for (int i = 0; i < items.size(); i++) {
      switch (ScalarExprs.convert(items.get(i), type(i))) {
        case Item.Int(long value) -> out.add(new Argument.Int(value));
        case Item.Real(double value) -> out.add(new Argument.Real(value));
        case Item.Tensor _ -> {
          // passed above
        }
        case Item.TaskId _, Item.Tuple _, Item.Array _ ->
            throw new SimulationException(
                "argument "
                    + i
                    + " of kernel "
                    + function.name()
                    + " is neither a tensor nor a number");
      }
    }
    symbols(items).forEach(value -> out.add(new Argument.Int(value)));
    return out;
  }

  private Type type(int param) {
    return function.params().get(param).type();
  }

  /**
   * What the arguments make of the symbolic dimensions of the tensor parameters, in order of their
   * appearance.
   */
  private List<Long> symbols(List<Item> items) {
    List<Var> order = new ArrayList<>();
    IdentityHashMap<Var, Long> known = new IdentityHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      if (type(i) instanceof TensorType t
          && items.get(i) instanceof Item.Tensor(DeviceTensor tensor)) {
        for (int axis = 0; axis < t.rank(); axis++) {
          Expr dim = t.shape().get(axis);
          order.addAll(variables(dim));
          if (dim instanceof Var v) {
            known.putIfAbsent(v, tensor.extent(axis));
          }
        }
      }
    }
    List<Long> values = new ArrayList<>();
    IdentityHashMap<Var, Boolean> seen = new IdentityHashMap<>();
    for (Var v : order) {
      if (seen.put(v, true) == null) {
        values.add(value(v, known));
      }
    }
    return values;
  }

  private long value(Var symbol, IdentityHashMap<Var, Long> known) {
    Long value = known.get(symbol);
    if (value == null) {
      throw new SimulationException(
          "the symbolic dimension "
              + symbol
              + " of kernel "
              + function.name()
              + " does not stand alone in any tensor shape");
    }
    return value;
  }

  private static List<Var> variables(Expr expr) {
    return switch (expr) {
      case Var v -> List.of(v);
      case BinaryExpr b -> {
        List<Var> out = new ArrayList<>(variables(b.left()));
        out.addAll(variables(b.right()));
        yield out;
      }
      case UnaryExpr u -> variables(u.operand());
      default -> List.of();
    };
  }

  /** Device code has its strides built in; a tensor with others would be read wrongly. */
  private void checkStrides(int param, DeviceTensor tensor) {
    if (!(type(param) instanceof TensorType declared)) {
      throw new SimulationException(
          "argument " + param + " of kernel " + function.name() + " is a tensor");
    }
    if (declared.rank() != tensor.rank()) {
      throw new SimulationException(
          "kernel "
              + function.name()
              + " takes a tensor of rank "
              + declared.rank()
              + " as argument "
              + param
              + ", not one of rank "
              + tensor.rank());
    }
    List<Expr> strides = declared.effectiveView().stride();
    long packed = 1;
    for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
      long extent =
          declared.shape().get(axis) instanceof ConstInt c ? c.value() : tensor.extent(axis);
      long expected = packed;
      if (!strides.isEmpty()) {
        expected = strides.get(axis) instanceof ConstInt c ? c.value() : tensor.stride(axis);
      }
      if (tensor.extent(axis) > 1 && tensor.stride(axis) != expected) {
        throw new SimulationException(
            "kernel "
                + function.name()
                + " is compiled for stride "
                + expected
                + " along axis "
                + axis
                + " of argument "
                + param
                + ", but tensor "
                + tensor
                + " has stride "
                + tensor.stride(axis)
                + " there; copy the slice into a tensor of its own first");
      }
      packed *= extent;
    }
  }

  /** Follows what a function returns back to its parameters. */
  private static final class ResultTracer {
    private final Function function;
    private final IdentityHashMap<Var, Expr> origins = new IdentityHashMap<>();
    private List<Expr> returned = List.of();

    ResultTracer(Function function) {
      this.function = function;
      collect(function.body());
    }

    ImmutableList<Integer> results() {
      List<Integer> written = new ArrayList<>();
      for (int i = 0; i < function.params().size(); i++) {
        if (function.direction(i) != ParamDirection.IN) {
          written.add(i);
        }
      }
      int count = returned.isEmpty() ? function.returnTypes().size() : returned.size();
      ImmutableList.Builder<Integer> out = ImmutableList.builder();
      for (int i = 0; i < count; i++) {
        int traced = i < returned.size() ? parameter(returned.get(i)) : -1;
        int tail = written.size() - count + i;
        out.add(traced >= 0 ? traced : tail >= 0 && tail < written.size() ? written.get(tail) : -1);
      }
      return out.build();
    }

    private int parameter(Expr value) {
      Expr at = value;
      for (int steps = 0; steps < 10_000 && at instanceof Var v; steps++) {
        for (int i = 0; i < function.params().size(); i++) {
          if (function.params().get(i).equals(v)) {
            return i;
          }
        }
        at = v instanceof IterArg arg ? arg.initValue() : origins.get(v);
      }
      return -1;
    }

    private void collect(Stmt stmt) {
      switch (stmt) {
        case SeqStmts s -> s.stmts().forEach(this::collect);
        case AssignStmt a -> assign(a);
        case ForStmt f -> {
          collect(f.body());
          carry(f.returnVars(), f.iterArgs());
        }
        case WhileStmt w -> {
          collect(w.body());
          carry(w.returnVars(), w.iterArgs());
        }
        case IfStmt i -> {
          collect(i.thenBody());
          i.elseBody().ifPresent(this::collect);
          yielded(i.thenBody(), i.returnVars());
        }
        case ScopeStmt s -> collect(s.body());
        case ReturnStmt r -> returned = r.value();
        default -> {
          // defines nothing that could be returned
        }
      }
    }

    private void assign(AssignStmt a) {
      switch (a.value()) {
        case Call c when c.isOperator("tile.store") -> origins.put(a.var(), c.args().get(2));
        case Var v -> origins.put(a.var(), v);
        default -> {
          // a value of its own
        }
      }
    }

    private void carry(List<Var> results, List<IterArg> args) {
      for (int i = 0; i < results.size(); i++) {
        origins.put(results.get(i), args.get(i));
      }
    }

    private void yielded(Stmt body, List<Var> results) {
      Stmt last = SeqStmts.listOf(body).isEmpty() ? body : SeqStmts.listOf(body).getLast();
      if (last instanceof YieldStmt y) {
        for (int i = 0; i < results.size(); i++) {
          origins.put(results.get(i), y.value().get(i));
        }
      }
    }
  }
}
