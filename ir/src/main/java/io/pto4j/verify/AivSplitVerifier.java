package io.pto4j.verify;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.op.Affinity;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What regions divided between the vector cores may contain, and how data crosses into them.
 * Source: PyPTO verifier, AivSplitValid.
 */
final class AivSplitVerifier {
  private static final String RULE = "AivSplitValid";
  private static final String SHARD = "aiv_shard";
  private static final String GATHER = "aic_gather";

  /** Vector operators that are at home on both sides of a region's border. */
  private static final ImmutableSet<String> ON_BOTH_SIDES =
      ImmutableSet.of(
          "tile.load",
          "tile.store",
          "tile.alloc",
          "tile.get_subblock_idx",
          "tile.tpush_to_aic",
          "tile.tpop_from_aic");

  /** A call with the region around it; empty outside of all. */
  private record Placed(Call call, Optional<SplitAivScopeStmt> region) {
    String operator() {
      return call.op().name();
    }

    boolean isTransfer() {
      return call.isOperator("tile.load") || call.isOperator("tile.store");
    }

    boolean isBoundary(String kind) {
      return call.isOperator("tile." + kind) || call.isOperator("tensor." + kind);
    }

    boolean isBoundary() {
      return isBoundary(SHARD) || isBoundary(GATHER);
    }

    /** The core that reads the operands: of a move between cores, the one it goes to. */
    Affinity reader() {
      Affinity affinity = Affinity.of(call);
      return affinity == Affinity.MIXED && call.isOperator("tile.move")
          ? side(call.type()).orElse(affinity)
          : affinity;
    }

    private static Optional<Affinity> side(Type type) {
      return type instanceof TileType tile
          ? tile.memorySpace()
              .map(space -> space == MemorySpace.VEC ? Affinity.VECTOR : Affinity.CUBE)
          : Optional.empty();
    }
  }

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final List<Placed> calls = new ArrayList<>();
  private final Map<Var, Placed> definitions = new IdentityHashMap<>();
  private boolean hasRegion;

  private AivSplitVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
  }

  static void verify(Function function, Consumer<Diagnostic> found) {
    AivSplitVerifier verifier = new AivSplitVerifier(function, found);
    verifier.collect(function.body(), Optional.empty());
    verifier.calls.forEach(verifier::check);
  }

  private void collect(Stmt stmt, Optional<SplitAivScopeStmt> region) {
    switch (stmt) {
      case AssignStmt s ->
          value(s.value(), region).ifPresent(placed -> definitions.put(s.var(), placed));
      case EvalStmt s -> value(s.expr(), region);
      case SplitAivScopeStmt s -> {
        hasRegion = true;
        checkAuthored(s);
        collect(s.body(), Optional.of(s));
      }
      case ScopeStmt s -> collect(s.body(), region);
      case SeqStmts s -> s.stmts().forEach(child -> collect(child, region));
      case ForStmt s -> collect(s.body(), region);
      case WhileStmt s -> collect(s.body(), region);
      case IfStmt s -> {
        collect(s.thenBody(), region);
        s.elseBody().ifPresent(otherwise -> collect(otherwise, region));
      }
      default -> {}
    }
  }

  private Optional<Placed> value(Expr value, Optional<SplitAivScopeStmt> region) {
    if (value instanceof Call call && call.op() instanceof Operator) {
      Placed placed = new Placed(call, region);
      calls.add(placed);
      return Optional.of(placed);
    }
    return Optional.empty();
  }

  private void checkAuthored(SplitAivScopeStmt region) {
    if (function.funcType() == FunctionType.INCORE
        && !function.attrs().getBool("split_aiv", false)) {
      report(
          "InCore function '%s' contains a split region; write it in a pl.at(CORE_GROUP) scope"
              .formatted(function.name()),
          region.span());
    }
  }

  private void check(Placed placed) {
    Affinity affinity = Affinity.of(placed.call);
    if (placed.isBoundary()) {
      checkBoundary(placed);
    } else if (placed.region.isPresent()) {
      checkInside(placed, placed.region.get(), affinity);
    } else if (hasRegion
        && affinity == Affinity.VECTOR
        && placed.operator().startsWith("tile.")
        && !ON_BOTH_SIDES.contains(placed.operator())) {
      report(
          "vector operator '%s' stands outside the split region of function '%s'"
              .formatted(placed.operator(), function.name()),
          placed.call.span());
    }
    if (!placed.isBoundary() && !placed.isTransfer()) {
      checkReads(placed);
    }
  }

  private void checkInside(Placed placed, SplitAivScopeStmt region, Affinity affinity) {
    if (affinity == Affinity.CUBE) {
      report(
          "matrix operator '%s' stands in a split region of function '%s'"
              .formatted(placed.operator(), function.name()),
          placed.call.span());
    }
    if (reduces(placed.operator(), region.split())) {
      report(
          "'%s' reduces the axis along which the split region of function '%s' is divided"
              .formatted(placed.operator(), function.name()),
          placed.call.span());
    }
  }

  /** Row reductions go along the columns, which {@code LEFT_RIGHT} divides, and the other way. */
  private static boolean reduces(String operator, SplitMode split) {
    String plain = operator.substring(operator.indexOf('.') + 1);
    boolean rows = plain.startsWith("row_") && !plain.startsWith("row_expand");
    boolean columns = plain.startsWith("col_") && !plain.startsWith("col_expand");
    return switch (split) {
      case UP_DOWN -> columns;
      case LEFT_RIGHT -> rows;
      case NONE -> false;
    };
  }

  private void checkBoundary(Placed placed) {
    if (placed.region.isEmpty()) {
      report(
          "'%s' stands outside every split region of function '%s'"
              .formatted(placed.operator(), function.name()),
          placed.call.span());
      return;
    }
    boolean shard = placed.isBoundary(SHARD);
    MemorySpace from = shard ? MemorySpace.ACC : MemorySpace.VEC;
    MemorySpace to = shard ? MemorySpace.VEC : MemorySpace.MAT;
    List<Expr> args = placed.call.args();
    if ((!args.isEmpty() && isElsewhere(args.getFirst().type(), from))
        || isElsewhere(placed.call.type(), to)) {
      report(
          "'%s' in function '%s' must go from %s to %s"
              .formatted(placed.operator(), function.name(), from.text(), to.text()),
          placed.call.span());
    }
  }

  private static boolean isElsewhere(Type type, MemorySpace space) {
    return type instanceof TileType tile
        && tile.memorySpace().filter(known -> known != space).isPresent();
  }

  /** Values cross between the matrix core and a region through shard and gather only. */
  private void checkReads(Placed reader) {
    Set<Var> seen = Walk.identitySet();
    for (Expr arg : reader.call.args()) {
      if (arg instanceof Var var && seen.add(var) && definitions.containsKey(var)) {
        checkRead(reader, var, definitions.get(var));
      }
    }
  }

  private void checkRead(Placed reader, Var var, Placed definition) {
    if (definition.isTransfer()) {
      return;
    }
    boolean leaves =
        definition.region.isPresent()
            && reader.region.isEmpty()
            && reader.reader() == Affinity.CUBE
            && !definition.isBoundary(GATHER);
    boolean enters =
        definition.region.isEmpty()
            && reader.region.isPresent()
            && Affinity.of(definition.call) == Affinity.CUBE
            && reader.reader() == Affinity.VECTOR;
    if (leaves || enters) {
      report(
          "'%s' crosses the border of a split region of function '%s' into '%s' without %s"
              .formatted(
                  var.nameHint(), function.name(), reader.operator(), leaves ? GATHER : SHARD),
          reader.call.span());
    }
  }

  private void report(String message, Span span) {
    found.accept(Diagnostic.error(RULE, 0, message, Diagnostic.place(span, function)));
  }
}
