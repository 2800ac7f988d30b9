package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.op.OpDef;
import io.pto4j.op.OutputSpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The memory of every tile variable of a kernel. */
final class TileSpaces {
  private final SpaceDemands demands;
  private final Map<Var, MemorySpace> spaces = new HashMap<>();

  private TileSpaces(SpaceDemands demands) {
    this.demands = demands;
  }

  static TileSpaces of(Stmt body) {
    TileSpaces spaces = new TileSpaces(SpaceDemands.ofTiles(body));
    spaces.walk(body);
    return spaces;
  }

  /** The memory of {@code var}; empty when it is not a tile. */
  Optional<MemorySpace> of(Var var) {
    return Optional.ofNullable(spaces.get(var));
  }

  private void walk(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> {
        if (s.var().type() instanceof TileType type) {
          spaces.put(s.var(), space(s.var(), s.value(), type));
        }
      }
      case SeqStmts s -> s.stmts().forEach(this::walk);
      case ScopeStmt s -> walk(s.body());
      case IfStmt s -> branch(s);
      case ForStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      case WhileStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      default -> {}
    }
  }

  private MemorySpace space(Var var, Expr value, TileType type) {
    return switch (value) {
      case Call call ->
          SpaceDemands.definition(call).map(op -> space(var, call, op)).orElse(MemorySpace.VEC);
      case Var source -> of(source).orElse(MemorySpace.VEC);
      default -> type.memorySpace().orElse(MemorySpace.VEC);
    };
  }

  private MemorySpace space(Var var, Call call, OpDef op) {
    return switch (op.outputSpace()) {
      case OutputSpace.None() ->
          call.type() instanceof TileType t
              ? t.memorySpace().filter(s -> s != MemorySpace.DDR).orElse(MemorySpace.VEC)
              : MemorySpace.VEC;
      case OutputSpace.Fixed(MemorySpace fixed) -> fixed;
      case OutputSpace.FromAttr(String attr, Optional<MemorySpace> absent) ->
          call.kwargs()
              .getMemorySpace(attr)
              .or(() -> absent)
              .or(() -> demands.of(var).filter(TileSpaces::canBeLoaded))
              .orElse(MemorySpace.VEC);
      case OutputSpace.Inherited() ->
          call.args().stream()
              .flatMap(arg -> arg instanceof Var v ? of(v).stream() : Stream.of())
              .findFirst()
              .orElse(MemorySpace.VEC);
    };
  }

  private static boolean canBeLoaded(MemorySpace space) {
    return space == MemorySpace.VEC || space == MemorySpace.MAT;
  }

  private void branch(IfStmt s) {
    walk(s.thenBody());
    s.elseBody().ifPresent(this::walk);
    List<Expr> fromThen = BodyRewriter.yielded(s.thenBody());
    List<Expr> fromElse = s.elseBody().map(BodyRewriter::yielded).orElse(ImmutableList.of());
    for (int i = 0; i < s.returnVars().size(); i++) {
      Var phi = s.returnVars().get(i);
      Optional<MemorySpace> left = yieldedSpace(fromThen, i);
      Optional<MemorySpace> right = yieldedSpace(fromElse, i);
      left.or(() -> right).ifPresent(space -> spaces.put(phi, space));
    }
  }

  private Optional<MemorySpace> yieldedSpace(List<Expr> values, int i) {
    return i < values.size() && values.get(i) instanceof Var v ? of(v) : Optional.empty();
  }

  private void loop(List<IterArg> args, Stmt body, List<Var> results) {
    for (IterArg arg : args) {
      if (arg.initValue() instanceof Var init) {
        of(init).ifPresent(space -> spaces.put(arg, space));
      }
    }
    walk(body);
    List<Expr> yields = BodyRewriter.yielded(body);
    for (int i = 0; i < args.size(); i++) {
      Optional<MemorySpace> space = yieldedSpace(yields, i);
      if (space.isPresent()) {
        spaces.put(args.get(i), space.get());
        spaces.put(results.get(i), space.get());
        if (args.get(i).initValue() instanceof Var init) {
          spaces.put(init, space.get());
        }
      }
    }
  }
}
