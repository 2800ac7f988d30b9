package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Builds the kernel {@code k} of a test statement by statement, one line each from line 10 on, and
 * a function {@code main} that calls it.
 */
final class Kernel {
  private static final int FIRST_LINE = 10;

  private final List<Var> params = new ArrayList<>();
  private final List<ParamDirection> directions = new ArrayList<>();
  private List<Stmt> stmts = new ArrayList<>();
  private int line = FIRST_LINE;

  Var in(String name, DataType dtype, long... shape) {
    return param(name, ParamDirection.IN, TensorType.of(dtype, shape));
  }

  Var out(String name, DataType dtype, long... shape) {
    return param(name, ParamDirection.OUT, TensorType.of(dtype, shape));
  }

  Var param(String name, ParamDirection direction, Type type) {
    Var param = new Var(name, type, Span.unknown());
    params.add(param);
    directions.add(direction);
    return param;
  }

  Var let(String name, String op, Expr... args) {
    return let(name, op, Attrs.empty(), args);
  }

  Var let(String name, String op, Attrs kwargs, Expr... args) {
    Span span = Span.at("K.java", line++, 5);
    Call call = Operators.call(op, ImmutableList.copyOf(args), kwargs, span);
    Var var = new Var(name, call.type(), span);
    stmts.add(AssignStmt.of(var, call));
    return var;
  }

  Var load(String name, Expr tensor, MemorySpace space) {
    ImmutableList<Expr> shape = ((TensorType) tensor.type()).shape();
    Expr window = MakeTuple.of(shape, Span.unknown());
    return let(name, "tile.load", in(space), tensor, zeros(shape.size()), window, window);
  }

  Var store(String name, Expr tile, Expr tensor) {
    int rank = ((TensorType) tensor.type()).rank();
    return let(name, "tile.store", tile, zeros(rank), tensor);
  }

  /** A loop of {@code trips} with one carried value; {@code body} makes the next one. */
  Var loop(String name, int trips, Expr init, UnaryOperator<Expr> body) {
    List<Stmt> outer = stmts;
    stmts = new ArrayList<>();
    IterArg arg = new IterArg(name + "__iter", init.type(), init, Span.unknown());
    Expr next = body.apply(arg);
    stmts.add(YieldStmt.of(ImmutableList.of(next), Span.unknown()));
    Var result = new Var(name, init.type(), Span.unknown());
    Stmt loop =
        new ForStmt(
            Span.unknown(),
            ImmutableList.of(),
            new Var("i", ScalarType.of(DataType.INDEX), Span.unknown()),
            ConstInt.index(0),
            ConstInt.index(trips),
            ConstInt.index(1),
            ImmutableList.of(arg),
            SeqStmts.flatten(stmts, Span.unknown()),
            ImmutableList.of(result),
            ForKind.SEQUENTIAL,
            Attrs.empty(),
            HardwareLoopPolicy.AUTO);
    stmts = outer;
    stmts.add(loop);
    return result;
  }

  static Attrs in(MemorySpace space) {
    return Attrs.of("target_memory", AttrValue.of(space));
  }

  static Attrs dtype(DataType dtype) {
    return Attrs.of("dtype", AttrValue.of(dtype));
  }

  static Expr dims(long... extents) {
    return MakeTuple.of(Dims.of(extents), Span.unknown());
  }

  static Expr zeros(int rank) {
    return dims(new long[rank]);
  }

  static Expr fp32(double value) {
    return ConstFloat.of(value, DataType.FP32);
  }

  /** The kernel and its caller. */
  Program returning(Expr... results) {
    stmts.add(new ReturnStmt(Span.unknown(), ImmutableList.of(), ImmutableList.copyOf(results)));
    ImmutableList<Type> types =
        ImmutableList.copyOf(results).stream()
            .map(Expr::type)
            .collect(ImmutableList.toImmutableList());
    Function kernel = function("k", FunctionType.INCORE, params, types, stmts);
    return Program.of("P", ImmutableList.of(kernel, caller(types)), Span.unknown());
  }

  private Function caller(ImmutableList<Type> types) {
    ImmutableList<Var> own =
        params.stream()
            .map(p -> new Var(p.nameHint(), p.type(), p.span()))
            .collect(ImmutableList.toImmutableList());
    Type type = types.size() == 1 ? types.getFirst() : new TupleType(types);
    Span span = Span.at("K.java", 1, 1);
    Call call = Call.of(new GlobalVar("k"), ImmutableList.copyOf(own), type, span);
    Var result = new Var("r", type, span);
    List<Stmt> body = new ArrayList<>();
    body.add(AssignStmt.of(result, call));
    ImmutableList.Builder<Expr> results = ImmutableList.builder();
    for (int i = 0; i < types.size(); i++) {
      if (types.size() == 1) {
        results.add(result);
      } else {
        Var item = new Var("r" + i, types.get(i), span);
        body.add(AssignStmt.of(item, TupleGetItem.of(result, i, span)));
        results.add(item);
      }
    }
    body.add(new ReturnStmt(span, ImmutableList.of(), results.build()));
    return function("main", FunctionType.ORCHESTRATION, own, types, body);
  }

  private Function function(
      String name, FunctionType type, List<Var> own, ImmutableList<Type> types, List<Stmt> body) {
    return new Function(
        Span.at("K.java", 2, 1),
        ImmutableList.copyOf(own),
        ImmutableList.copyOf(directions),
        type,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        types,
        SeqStmts.flatten(body, Span.unknown()),
        name);
  }

  static Program run(Program program, Pass... passes) {
    Program current = program;
    for (Pass pass : passes) {
      current = pass.run(current, Ir.CONTEXT);
    }
    return current;
  }

  static Function kernel(Program program) {
    return program.function("k").orElseThrow();
  }

  static Function main(Program program) {
    return program.function("main").orElseThrow();
  }
}
