package io.pto4j.backend;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Small pieces of final IR. */
final class IrFixtures {
  private IrFixtures() {}

  static Var scalar(String name, DataType dtype) {
    return new Var(name, ScalarType.of(dtype), Span.unknown());
  }

  static Var tensor(String name, DataType dtype, long... shape) {
    return new Var(name, TensorType.of(dtype, shape), Span.unknown());
  }

  /** A tile in the unified buffer at a byte address. */
  static Var tile(String name, DataType dtype, long address, long... shape) {
    Var base = new Var("mem_vec", PtrType.INSTANCE, Span.unknown());
    long bytes = dtype.storageBytes(Dims.elements(Dims.of(shape)).orElseThrow());
    TileType type =
        new TileType(
            dtype,
            Dims.of(shape),
            Optional.of(MemRef.of(base, address, bytes)),
            Optional.empty(),
            Optional.of(MemorySpace.VEC));
    return new Var(name, type, Span.unknown());
  }

  static MakeTuple indices(Expr... elements) {
    return MakeTuple.of(ImmutableList.copyOf(elements), Span.unknown());
  }

  static MakeTuple indices(long... elements) {
    return MakeTuple.of(Dims.of(elements), Span.unknown());
  }

  static Expr index(long value) {
    return ConstInt.index(value);
  }

  static AssignStmt let(Var var, Expr value) {
    return new AssignStmt(Span.unknown(), ImmutableList.of(), var, value);
  }

  static Stmt seq(Stmt... stmts) {
    return SeqStmts.flatten(List.of(stmts), Span.unknown());
  }

  static Function function(FunctionType type, String name, List<Var> params, Stmt... body) {
    return new Function(
        Span.unknown(),
        ImmutableList.copyOf(params),
        ImmutableList.copyOf(Collections.nCopies(params.size(), ParamDirection.IN)),
        type,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(),
        seq(body),
        name);
  }

  /** A kernel that writes its last parameter and returns it. */
  static Function kernel(String name, List<Var> params) {
    Function kernel =
        function(
            FunctionType.AIV,
            name,
            params,
            ReturnStmt.of(ImmutableList.of(params.getLast()), Span.unknown()));
    List<ParamDirection> directions = new ArrayList<>(kernel.paramDirections());
    directions.set(params.size() - 1, ParamDirection.OUT);
    return kernel.withParamDirections(directions).withReturnTypes(params.getLast().type());
  }

  static Call call(Function callee, ImmutableList<ArgDirection> directions, Expr... args) {
    Type result = callee.returnTypes().getFirst();
    return Call.of(new GlobalVar(callee.name()), ImmutableList.copyOf(args), result, Span.unknown())
        .withAttrs(Attrs.of("arg_directions", new AttrValue.OfDirections(directions)));
  }
}
