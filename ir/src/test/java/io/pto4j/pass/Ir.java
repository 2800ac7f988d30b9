package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Isa;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Short ways to write programs in tests. */
public final class Ir {
  public static final Span HERE = Span.at("Kernel.java", 7, 3);
  public static final ScalarType INDEX = ScalarType.of(DataType.INDEX);
  public static final TensorType TENSOR = TensorType.of(DataType.FP32, 64, 64);
  public static final TileType TILE = TileType.of(DataType.FP32, MemorySpace.VEC, 64, 64);

  /** A small machine: 64 KiB for each operand of the matrix unit. */
  public static final PassContext CONTEXT =
      PassContext.of(
          new Target(
              "Tiny",
              Isa.A2A3,
              "tiny",
              1,
              2,
              ImmutableMap.of(
                  MemorySpace.VEC, 192L << 10,
                  MemorySpace.MAT, 512L << 10,
                  MemorySpace.LEFT, 64L << 10,
                  MemorySpace.RIGHT, 64L << 10,
                  MemorySpace.ACC, 128L << 10),
              ImmutableMap.of(),
              32,
              32,
              ImmutableSet.of(DataType.FP32),
              false,
              64,
              128));

  private Ir() {}

  public static Var index(String name) {
    return new Var(name, INDEX, HERE);
  }

  public static Var tensor(String name) {
    return new Var(name, TENSOR, HERE);
  }

  public static Var tile(String name) {
    return new Var(name, TILE, HERE);
  }

  public static Expr i(long value) {
    return ConstInt.index(value);
  }

  public static Expr add(Expr l, Expr r) {
    return Exprs.binary(BinaryOp.ADD, l, r, HERE);
  }

  public static Expr less(Expr l, Expr r) {
    return Exprs.binary(BinaryOp.LT, l, r, HERE);
  }

  public static Expr tuple(Expr... elements) {
    return MakeTuple.of(ImmutableList.copyOf(elements), HERE);
  }

  public static Call op(String name, Type type, Expr... args) {
    return new Call(
        HERE, type, new Operator(name), ImmutableList.copyOf(args), Attrs.empty(), Attrs.empty());
  }

  public static Call load(Expr tensor) {
    return op("tile.load", TILE, tensor, tuple(i(0), i(0)), tuple(i(64), i(64)));
  }

  public static Call exp(Expr tile) {
    return op("tile.exp", TILE, tile);
  }

  public static Call store(Expr tile, Expr tensor) {
    return op("tile.store", TENSOR, tile, tuple(i(0), i(0)), tensor);
  }

  public static Call assemble(Expr target, Expr source) {
    return op("tensor.assemble", TENSOR, target, source, tuple(i(0), i(0)));
  }

  public static Call call(String function, Type type, Expr... args) {
    return Call.of(new GlobalVar(function), ImmutableList.copyOf(args), type, HERE);
  }

  public static Call call(String function, Expr... args) {
    return call(function, UnknownType.INSTANCE, args);
  }

  public static AssignStmt let(Var var, Expr value) {
    return new AssignStmt(HERE, ImmutableList.of(), var, value);
  }

  public static EvalStmt eval(Expr value) {
    return EvalStmt.of(value);
  }

  public static ReturnStmt ret(Expr... values) {
    return ReturnStmt.of(ImmutableList.copyOf(values), HERE);
  }

  public static YieldStmt yields(Expr... values) {
    return YieldStmt.of(ImmutableList.copyOf(values), HERE);
  }

  public static Stmt seq(Stmt... stmts) {
    return SeqStmts.flatten(List.of(stmts), HERE);
  }

  public static ForStmt loop(Var var, long start, long stop, Stmt... body) {
    return loop(ForKind.SEQUENTIAL, var, i(start), i(stop), seq(body));
  }

  public static ForStmt loop(ForKind kind, Var var, Expr start, Expr stop, Stmt body) {
    return new ForStmt(
        HERE,
        ImmutableList.of(),
        var,
        start,
        stop,
        i(1),
        ImmutableList.of(),
        body,
        ImmutableList.of(),
        kind,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }

  public static ForStmt carrying(ForStmt loop, List<IterArg> args, List<Var> results) {
    return loop.withIterArgs(args).withReturnVars(results);
  }

  public static WhileStmt whileLoop(Expr condition, Stmt... body) {
    return new WhileStmt(
        HERE, ImmutableList.of(), ImmutableList.of(), condition, seq(body), ImmutableList.of());
  }

  public static IfStmt when(Expr condition, Stmt then) {
    return new IfStmt(
        HERE, ImmutableList.of(), condition, then, Optional.empty(), ImmutableList.of());
  }

  public static IfStmt when(Expr condition, Stmt then, Stmt otherwise, Var... results) {
    return new IfStmt(
        HERE,
        ImmutableList.of(),
        condition,
        then,
        Optional.of(otherwise),
        ImmutableList.copyOf(results));
  }

  public static InCoreScopeStmt core(String hint, Stmt... body) {
    return new InCoreScopeStmt(
        HERE, ImmutableList.of(), hint, seq(body), Attrs.empty(), Optional.empty());
  }

  public static Function function(
      FunctionType type, String name, List<Var> outs, List<Var> params, Stmt... body) {
    Stmt all = seq(body);
    return new Function(
        HERE,
        ImmutableList.copyOf(params),
        params.stream()
            .map(p -> outs.contains(p) ? ParamDirection.OUT : ParamDirection.IN)
            .collect(ImmutableList.toImmutableList()),
        type,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        SeqStmts.listOf(all).stream()
            .flatMap(
                s -> s instanceof ReturnStmt r ? r.value().stream().map(Expr::type) : Stream.of())
            .collect(ImmutableList.toImmutableList()),
        all,
        name);
  }

  public static Program program(Function... functions) {
    return Program.of("P", List.of(functions), HERE);
  }
}
