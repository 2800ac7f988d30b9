package io.pto4j.benchmarks;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs of any length: loops of ten statements, half scalar arithmetic, half tile operators. */
final class LargeProgram {
  private static final Type INDEX = ScalarType.of(DataType.INDEX);
  private static final TileType TILE = TileType.of(DataType.FP32, MemorySpace.VEC, 16, 64);
  private static final int PER_LOOP = 10;

  private final Span here = Span.at("large.py", 1, 1);
  private Var scalar = new Var("n", INDEX, here);
  private Var tile = new Var("t", TILE, here);

  private LargeProgram() {}

  /** A program with {@code count} statements, the loops counted with those in them. */
  static Program of(int count) {
    return new LargeProgram().program(count);
  }

  private Program program(int count) {
    ImmutableList<Var> params = ImmutableList.of(scalar, tile);
    List<Stmt> body = new ArrayList<>();
    for (int i = 0; i < count; i += PER_LOOP) {
      body.add(loop());
    }
    Function function =
        new Function(
            here,
            params,
            ImmutableList.of(ParamDirection.IN, ParamDirection.IN),
            FunctionType.INCORE,
            Optional.empty(),
            Optional.empty(),
            Attrs.empty(),
            false,
            ImmutableList.of(),
            SeqStmts.of(body, here),
            "large");
    return Program.of("Large", ImmutableList.of(function), here);
  }

  private ForStmt loop() {
    Var counter = new Var("i", INDEX, here);
    List<Stmt> body = new ArrayList<>();
    for (int i = 1; i < PER_LOOP; i++) {
      body.add(i % 2 == 0 ? arithmetic(counter, i) : operator());
    }
    return new ForStmt(
        here,
        ImmutableList.of(),
        counter,
        ConstInt.index(0),
        ConstInt.index(8),
        ConstInt.index(1),
        ImmutableList.of(),
        SeqStmts.of(body, here),
        ImmutableList.of(),
        ForKind.SEQUENTIAL,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }

  private AssignStmt arithmetic(Var counter, int value) {
    Var result = new Var("n", INDEX, here);
    AssignStmt stmt =
        AssignStmt.of(
            result,
            Exprs.binary(
                BinaryOp.ADD,
                Exprs.binary(BinaryOp.MUL, counter, ConstInt.index(value), here),
                scalar,
                here));
    scalar = result;
    return stmt;
  }

  private AssignStmt operator() {
    Var result = new Var("t", TILE, here);
    Call call =
        new Call(
            here,
            TILE,
            new Operator("tile.add"),
            ImmutableList.of(tile, tile),
            Attrs.empty(),
            Attrs.empty());
    tile = result;
    return AssignStmt.of(result, call);
  }
}
