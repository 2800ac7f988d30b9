package io.pto4j.interp;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Lineage;
import io.pto4j.interp.Interpreter.Block;
import io.pto4j.ir.AttrValue;
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
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The values of expressions.
 *
 * @param block the run of the function among those launched together
 * @param values of the variables that are defined
 */
record Evaluation(Interpreter interpreter, Block block, Map<Var, Value> values) {
  private static final Value NO_TASK = Value.of(-1);
  private static final Value TASK = Value.of(0);
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
            case GlobalVar callee ->
                result(c.type(), launch(callee, c.args(), OptionalLong.empty()));
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

  private ImmutableList<Value> all(List<Expr> exprs) {
    return exprs.stream().map(this::eval).collect(toImmutableList());
  }

  private static Value result(Type type, ImmutableList<Value> returned) {
    return returned.size() == 1 && !(type instanceof TupleType)
        ? returned.getFirst()
        : new Value.OfTuple(returned);
  }

  /** Calls a function; one that is launched as blocks for each of them. */
  private ImmutableList<Value> launch(GlobalVar name, List<Expr> args, OptionalLong blocks) {
    Function callee = interpreter.function(name.name());
    ImmutableList<Value> arguments = all(args);
    OptionalLong count = blocks.isPresent() ? blocks : declaredBlocks(callee);
    if (count.isEmpty()) {
      return interpreter.call(callee, arguments, block);
    }
    if (count.getAsLong() <= 0) {
      throw new IrException(
          "'%s' is launched as %d blocks".formatted(callee.name(), count.getAsLong()));
    }
    ImmutableList<Value> returned = ImmutableList.of();
    for (long i = 0; i < count.getAsLong(); i++) {
      // the blocks write into the same tensors and give them back
      returned = interpreter.call(callee, arguments, new Block(i, count.getAsLong()));
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
    if (!(s.op() instanceof GlobalVar callee)) {
      throw new IrException("only a function of the program can be submitted");
    }
    boolean runs = s.predicate().map(p -> integer(p) != 0).orElse(true);
    OptionalLong blocks = s.coreNum().stream().mapToLong(this::integer).findFirst();
    ImmutableList<Value> results =
        runs ? launch(callee, s.args(), blocks) : untouched(callee, all(s.args()));
    return new Value.OfTuple(
        ImmutableList.<Value>builder().addAll(results).add(runs ? TASK : NO_TASK).build());
  }

  /** What a task that does not run gives: the tensors that it would have written. */
  private ImmutableList<Value> untouched(GlobalVar name, ImmutableList<Value> arguments) {
    Function callee = interpreter.function(name.name());
    Lineage lineage = Lineage.of(callee.body(), callee.params());
    ImmutableList.Builder<Value> results = ImmutableList.builder();
    Walk.stmts(
        callee.body(),
        s -> {
          if (s instanceof ReturnStmt r) {
            for (Expr value : r.value()) {
              Var param =
                  lineage
                      .root(value)
                      .orElseThrow(
                          () ->
                              new IrException(
                                  "task '%s' does not run, and returns more than its parameters"
                                      .formatted(callee.name())));
              results.add(arguments.get(callee.params().indexOf(param)));
            }
          }
        });
    return results.build();
  }

  private Value operator(String name, Call call) {
    return switch (name) {
      case "tile.get_block_idx", "tensor.get_block_idx" -> Value.of(block.index());
      case "tile.get_block_num", "tensor.get_block_num" -> Value.of(block.count());
      case "system.task_invalid" -> NO_TASK;
      case "system.task_dummy" -> TASK;
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
      default -> typed(OpSemantics.apply(name, all(call.args()), call.kwargs()), call.type());
    };
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
