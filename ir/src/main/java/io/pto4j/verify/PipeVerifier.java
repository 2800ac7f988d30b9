package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
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
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a kernel of one core exchanges tiles with the other: its pipes are set up before they are
 * used, and every received tile is given back. Source: PyPTO verifier, MixedKernelExpanded.
 */
final class PipeVerifier {
  private static final String RULE = "MixedKernelExpanded";

  /** What goes from the matrix core to the vector cores, in a mask of directions. */
  private static final int TO_VECTOR = 1;

  /** What goes from the vector cores to the matrix core. */
  private static final int TO_CUBE = 2;

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final boolean isCube;

  /** Where the addresses of buffers come from. */
  private final Map<Var, Call> buffers = new IdentityHashMap<>();

  private int reserved;
  private int imported;
  private int consumed;
  private int produced;

  private PipeVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
    this.isCube = function.funcType() == FunctionType.AIC;
  }

  /** Checks a kernel of the matrix core or of a vector core. */
  static void verify(Function function, Consumer<Diagnostic> found) {
    boolean[] exchanges = {false};
    Walk.calls(function.body(), call -> exchanges[0] |= isExchange(call));
    if (exchanges[0]) {
      PipeVerifier verifier = new PipeVerifier(function, found);
      verifier.block(function.body(), new HashMap<>());
      verifier.counts();
    }
  }

  private static boolean isExchange(Call call) {
    return call.op() instanceof Operator(String name)
        && (isTransfer(name)
            || name.startsWith("system.tfree_to_")
            || name.endsWith("_initialize_pipe"));
  }

  private static boolean isTransfer(String name) {
    return name.startsWith("tile.tpush_to_") || name.startsWith("tile.tpop_from_");
  }

  /**
   * @param ready the directions of every pipe that has been set up before; what the block itself
   *     sets up is added
   */
  private void block(Stmt body, Map<Integer, Integer> ready) {
    Map<Var, Call> popped = new LinkedHashMap<>();
    statements(body, ready, popped);
    popped.forEach(
        (tile, pop) ->
            report(
                "tile '%s' of %s is not given back in its block; call %s('%s') once"
                    .formatted(tile.nameHint(), pop.op().name(), free(pop), tile.nameHint()),
                pop.span()));
  }

  private void statements(Stmt stmt, Map<Integer, Integer> ready, Map<Var, Call> popped) {
    switch (stmt) {
      case SeqStmts s -> s.stmts().forEach(child -> statements(child, ready, popped));
      case ScopeStmt s -> statements(s.body(), ready, popped);
      case ForStmt s -> block(s.body(), new HashMap<>(ready));
      case WhileStmt s -> block(s.body(), new HashMap<>(ready));
      case IfStmt s -> {
        block(s.thenBody(), new HashMap<>(ready));
        s.elseBody().ifPresent(other -> block(other, new HashMap<>(ready)));
      }
      case AssignStmt s when s.value() instanceof Call c -> {
        call(c, ready, popped);
        switch (c.op().name()) {
          case "system.reserve_buffer", "system.import_peer_buffer" -> buffers.put(s.var(), c);
          case "tile.tpop_from_aic", "tile.tpop_from_aiv" -> popped.put(s.var(), c);
          default -> {}
        }
      }
      case EvalStmt s when s.expr() instanceof Call c -> {
        call(c, ready, popped);
        if (c.op().name().startsWith("tile.tpop_")) {
          report("the tile of %s has no name and is never given back".formatted(name(c)), c.span());
        }
      }
      default -> {}
    }
  }

  private void call(Call call, Map<Integer, Integer> ready, Map<Var, Call> popped) {
    switch (call.op().name()) {
      case "system.reserve_buffer" -> reserved++;
      case "system.import_peer_buffer" -> imported++;
      case "system.aic_initialize_pipe", "system.aiv_initialize_pipe" -> initialize(call, ready);
      case "tile.tpush_to_aiv" -> transfer(call, TO_VECTOR, ready);
      case "tile.tpush_to_aic" -> transfer(call, TO_CUBE, ready);
      case "tile.tpop_from_aic" -> {
        transfer(call, TO_VECTOR, ready);
        lands(call, MemorySpace.VEC);
      }
      case "tile.tpop_from_aiv" -> {
        transfer(call, TO_CUBE, ready);
        lands(call, MemorySpace.MAT);
      }
      case "system.tfree_to_aic", "system.tfree_to_aiv" -> giveBack(call, popped);
      default -> {}
    }
  }

  private void initialize(Call call, Map<Integer, Integer> ready) {
    int directions = call.kwargs().getInt("dir_mask", 0);
    int id = id(call);
    if (directions < TO_VECTOR || directions > (TO_VECTOR | TO_CUBE)) {
      report("dir_mask of %s is 1, 2 or 3, not %d".formatted(name(call), directions), call.span());
      return;
    }
    if (call.kwargs().getInt("slot_size", 0) <= 0 || call.kwargs().getInt("slot_num", 1) <= 0) {
      report("slot_size and slot_num of %s are positive".formatted(name(call)), call.span());
    }
    if (ready.put(id, directions) != null) {
      report("pipe %d is set up twice".formatted(id), call.span());
    }
    end(call, 0, (directions & TO_VECTOR) != 0, !isCube);
    end(call, 1, (directions & TO_CUBE) != 0, isCube);
  }

  /** One direction of a pipe: who receives reserves the buffer, who sends imports it. */
  private void end(Call call, int operand, boolean used, boolean receives) {
    if (used) {
      consumed += receives ? 1 : 0;
      produced += receives ? 0 : 1;
    }
    Optional<Expr> given = call.args().stream().skip(operand).findFirst();
    String wanted = receives ? "system.reserve_buffer" : "system.import_peer_buffer";
    boolean fits =
        given
            .map(
                address ->
                    used
                        ? address instanceof Var var
                            && buffers.containsKey(var)
                            && buffers.get(var).isOperator(wanted)
                        : address instanceof ConstInt(_, _, long value) && value == 0)
            .orElse(!used);
    if (!fits) {
      report(
          "%s of %s is %s"
              .formatted(
                  operand == 0 ? "c2v_consumer_buf" : "v2c_consumer_buf",
                  name(call),
                  used ? "the result of " + wanted : "0 in a pipe without that direction"),
          call.span());
    }
  }

  private void transfer(Call call, int direction, Map<Integer, Integer> ready) {
    if ((ready.getOrDefault(id(call), 0) & direction) == 0) {
      report(
          "%s uses pipe %d, which is not set up for its direction before"
              .formatted(name(call), id(call)),
          call.span());
    }
    Type moved =
        name(call).startsWith("tile.tpush_") && !call.args().isEmpty()
            ? call.args().getFirst().type()
            : call.type();
    if (moved instanceof TileType tile
        && !tile.shape().stream().allMatch(extent -> extent instanceof ConstInt)) {
      report("the tile of %s has no constant shape".formatted(name(call)), call.span());
    }
  }

  private void lands(Call call, MemorySpace space) {
    boolean there =
        call.type() instanceof TileType tile
            && tile.memorySpace().filter(known -> known == space).isPresent();
    if (!there) {
      report("the tile of %s lies in %s".formatted(name(call), space.text()), call.span());
    }
  }

  private void giveBack(Call call, Map<Var, Call> popped) {
    Expr tile = call.args().isEmpty() ? null : call.args().getFirst();
    Call pop = tile instanceof Var var ? popped.get(var) : null;
    if (pop == null || !free(pop).equals(name(call))) {
      report(
          "%s gives back no tile that its block received in this way and still has"
              .formatted(name(call)),
          call.span());
    } else {
      popped.remove((Var) tile);
    }
  }

  private void counts() {
    if (reserved != consumed || imported != produced) {
      report(
          "its pipes need %d reserved and %d imported buffers, but there are %d and %d"
              .formatted(consumed, produced, reserved, imported),
          function.span());
    }
  }

  private static String free(Call pop) {
    return pop.isOperator("tile.tpop_from_aic") ? "system.tfree_to_aic" : "system.tfree_to_aiv";
  }

  private static String name(Call call) {
    return call.op().name();
  }

  private static int id(Call call) {
    return call.kwargs().getInt("id", 0);
  }

  private void report(String message, Span span) {
    found.accept(
        Diagnostic.error(
            RULE,
            0,
            "%s function '%s': %s".formatted(function.funcType().text(), function.name(), message),
            Diagnostic.place(span, function)));
  }
}
