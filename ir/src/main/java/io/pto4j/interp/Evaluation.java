package io.pto4j.interp;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.interp.Interpreter.Block;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.op.NativeCasts;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The values of expressions.
 *
 * @param function that they stand in
 * @param block the run of the function among those launched together
 * @param values of the variables that are defined
 */
record Evaluation(Interpreter interpreter, Function function, Block block, Map<Var, Value> values) {
  private static final Value NO_TASK = Value.of(-1);
  private static final Value NOTHING = new Value.OfTuple(ImmutableList.of());

  /** The value of an integer expression. */
  long integer(Expr expr) {
    return Scalars.integer(eval(expr));
  }

  Value eval(Expr expr) {
    return switch (expr) {
      case ConstInt c -> Value.of(c.value());
      case ConstFloat c -> Scalars.convert(Value.of(c.value()), c.type());
      case ConstBool c -> Value.of(c.value() ? 1 : 0);
      case Var v -> variable(v);
      case BinaryExpr _, UnaryExpr _, MakeTuple _, TupleGetItem _, Call _, Submit _ ->
          interpreter.descend(() -> compound(expr));
    };
  }

  private Value compound(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> Scalars.binary(b.op(), eval(b.left()), eval(b.right()), b.type());
      case UnaryExpr u -> Scalars.unary(u.op(), eval(u.operand()), u.type());
      case MakeTuple t -> new Value.OfTuple(all(t.elements()));
      case TupleGetItem g -> element(g);
      case Call c ->
          switch (c.op()) {
            case Operator(String name) -> operator(name, c);
            case GlobalVar callee -> result(c.type(), call(callee, c));
          };
      case Submit s -> submit(s);
      case ConstInt _, ConstFloat _, ConstBool _, Var _ -> eval(expr);
    };
  }

  private Value variable(Var var) {
    Value value = values.get(var);
    if (value == null) {
      throw new IrException("variable '" + var.nameHint() + "' has no value here");
    }
    return value;
  }

  private Value element(TupleGetItem item) {
    if (eval(item.tuple()) instanceof Value.OfTuple(ImmutableList<Value> elements)) {
      return elements.get(item.index());
    }
    throw new IrException("an element of something that is no tuple");
  }

  private ImmutableList<Value> all(List<? extends Expr> exprs) {
    return exprs.stream().map(this::eval).collect(toImmutableList());
  }

  private static Value result(Type type, ImmutableList<Value> returned) {
    return returned.size() == 1 && !(type instanceof TupleType)
        ? returned.getFirst()
        : new Value.OfTuple(returned);
  }

  /** Calls a function; as a task, when that is what the call of such a function is here. */
  private ImmutableList<Value> call(GlobalVar name, Call call) {
    Function callee = interpreter.function(name.name());
    Launch launch = new Launch(callee, all(call.args()), number("core_num", call), call.attrs());
    OptionalLong predicate = number("predicate", call);
    if (isTask(callee)) {
      BooleanSupplier runs = () -> predicate.orElse(1) != 0;
      return tasks().launch(launch, dependencies(call), runs).results();
    }
    return run(launch);
  }

  /** A number that is attached to a call, as a constant or as an expression over what is here. */
  private OptionalLong number(String attribute, Call call) {
    return switch (call.attrs().get(attribute).orElse(null)) {
      case AttrValue.OfInt(int n) -> OptionalLong.of(n);
      case AttrValue.OfExpr(Expr e) -> OptionalLong.of(integer(e));
      case null, default -> OptionalLong.empty();
    };
  }

  private boolean isTask(Function callee) {
    FunctionType type = callee.funcType();
    return submits() && (type.isInCore() || type.isWrapper());
  }

  /** Whether the statements are not those of a task themselves. */
  private boolean submits() {
    return !function.funcType().isInCore() && !function.funcType().isWrapper();
  }

  /** A function and what it is called with. */
  record Launch(
      Function callee, ImmutableList<Value> arguments, OptionalLong blocks, Attrs attributes) {}

  /** Runs a function; one that is launched as blocks for each of them. */
  ImmutableList<Value> run(Launch launch) {
    OptionalLong count =
        launch.blocks().isPresent() ? launch.blocks() : declaredBlocks(launch.callee());
    if (count.isEmpty()) {
      return interpreter.call(launch.callee(), launch.arguments(), block);
    }
    if (count.getAsLong() <= 0) {
      throw new IrException(
          "'%s' is launched as %d blocks".formatted(launch.callee().name(), count.getAsLong()));
    }
    ImmutableList<Value> returned = ImmutableList.of();
    for (Block each : interpreter.blocks(count.getAsLong())) {
      // the blocks write into the same tensors and give them back
      returned = interpreter.call(launch.callee(), launch.arguments(), each);
    }
    return returned;
  }

  private static OptionalLong declaredBlocks(Function callee) {
    return switch (callee.attrs().get("core_num").orElse(null)) {
      case AttrValue.OfInt(int n) when callee.funcType() == FunctionType.SPMD -> OptionalLong.of(n);
      case AttrValue.OfExpr(ConstInt n) when callee.funcType() == FunctionType.SPMD ->
          OptionalLong.of(n.value());
      case null, default -> OptionalLong.empty();
    };
  }

  private Value submit(Submit s) {
    if (!(s.op() instanceof GlobalVar name)) {
      throw new IrException("only a function of the program can be submitted");
    }
    OptionalLong blocks = s.coreNum().stream().mapToLong(this::integer).findFirst();
    Function callee = interpreter.function(name.name());
    // a predicate is looked at when the task may start, with the scalars of now
    Evaluation now = new Evaluation(interpreter, function, block, new IdentityHashMap<>(values));
    Tasks.Started task =
        tasks()
            .launch(
                new Launch(callee, all(s.args()), blocks, s.attrs()),
                all(s.deps()),
                () -> s.predicate().map(p -> now.integer(p) != 0).orElse(true));
    return new Value.OfTuple(
        ImmutableList.<Value>builder().addAll(task.results()).add(task.id()).build());
  }

  private Tasks tasks() {
    return new Tasks(this, interpreter.tasks());
  }

  private Value operator(String name, Call call) {
    return switch (name) {
      case "tile.get_block_idx", "tensor.get_block_idx" -> Value.of(block.index());
      case "tile.get_block_num", "tensor.get_block_num" -> Value.of(block.count());
      case "system.task_invalid" -> NO_TASK;
      case "system.task_dummy" -> tasks().dummy(dependencies(call));
      case "system.task_is_valid" -> Value.of(integer(call.args().getFirst()) >= 0 ? 1 : 0);
      case "system.bar_v",
          "system.bar_m",
          "system.bar_all",
          "system.fence",
          "tile.alloc",
          "tensor.alloc" ->
          NOTHING;
      case "array.create" -> array(call);
      case "array.get_element" -> elements(call).get(position(call));
      case "array.update_element" -> updated(call);
      default -> typed(applied(name, kept(name, call), call.kwargs(), call.type()), call.type());
    };
  }

  /** Evaluates for the effect: an operator that writes into a tile changes the tile itself. */
  void effect(Expr expr) {
    if (expr instanceof Call c && c.op() instanceof Operator(String name) && writesTile(name, c)) {
      Value _ = applied(name, all(c.args()), c.kwargs(), c.type());
    } else {
      Value _ = eval(expr);
    }
  }

  /**
   * The operands of an operator whose result is named: a tile into which it would write is copied
   * first, so that every name keeps its value. Tiles at their places are written as they are there.
   */
  private ImmutableList<Value> kept(String name, Call call) {
    ImmutableList<Value> operands = all(call.args());
    if (!writesTile(name, call)) {
      return operands;
    }
    int target = Operators.get(name).reusesInput().getAsInt();
    return IntStream.range(0, operands.size())
        .mapToObj(
            i ->
                i == target && operands.get(i) instanceof TensorValue t && !t.isOverMemory()
                    ? t.snapshot()
                    : operands.get(i))
        .collect(toImmutableList());
  }

  private static boolean writesTile(String name, Call call) {
    OptionalInt target = Operators.find(name).map(OpDef::reusesInput).orElse(OptionalInt.empty());
    return target.isPresent() && call.args().get(target.getAsInt()).type() instanceof TileType;
  }

  /** Outside of tasks, elements are looked at when the tasks that write them have run. */
  private Value applied(String name, ImmutableList<Value> operands, Attrs kwargs, Type result) {
    if (submits()) {
      tasks().await(name, operands);
    }
    NativeCasts casts = interpreter.casts();
    ImmutableList<Value> promoted = ElementwiseOps.promoted(name, operands, result, casts);
    return OpSemantics.apply(name, promoted, kwargs, casts);
  }

  private ImmutableList<Value> dependencies(Call call) {
    return call.attrs().get("manual_dep_edges").orElse(null)
            instanceof AttrValue.OfVars(ImmutableList<Var> vars)
        ? all(vars)
        : ImmutableList.of();
  }

  /** Scalars that an operator reads get the type that its rule gives them. */
  private static Value typed(Value value, Type type) {
    return value instanceof TensorValue || type instanceof TensorType || type instanceof TileType
        ? value
        : Scalars.convert(value, type);
  }

  private Value array(Call call) {
    long extent = integer(call.args().getFirst());
    boolean ofTasks = call.kwargs().getDataType("dtype").equals(Optional.of(DataType.TASK_ID));
    Value initial = ofTasks ? NO_TASK : Value.of(0);
    return new Value.OfTuple(
        IntStream.range(0, Math.toIntExact(extent))
            .mapToObj(_ -> initial)
            .collect(toImmutableList()));
  }

  private ImmutableList<Value> elements(Call call) {
    if (eval(call.args().getFirst()) instanceof Value.OfTuple(ImmutableList<Value> elements)) {
      return elements;
    }
    throw new IrException("an element of something that is no array");
  }

  private int position(Call call) {
    long index = integer(call.args().get(1));
    int size = elements(call).size();
    if (index < 0 || index >= size) {
      throw new IrException("element " + index + " of an array of " + size);
    }
    return (int) index;
  }

  private Value updated(Call call) {
    int position = position(call);
    Value value = eval(Iterables.getLast(call.args()));
    ImmutableList<Value> elements = elements(call);
    return new Value.OfTuple(
        IntStream.range(0, elements.size())
            .mapToObj(i -> i == position ? value : elements.get(i))
            .collect(toImmutableList()));
  }
}
