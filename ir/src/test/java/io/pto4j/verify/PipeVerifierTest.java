package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How kernels of one core exchange tiles with the other. */
class PipeVerifierTest {
  private static final TileType VEC = TileType.of(DataType.FP32, MemorySpace.VEC, 64, 64);
  private static final TileType MAT = TileType.of(DataType.FP32, MemorySpace.MAT, 64, 64);
  private static final TileType ACC = TileType.of(DataType.FP32, MemorySpace.ACC, 64, 64);
  private static final ScalarType ADDRESS = ScalarType.of(DataType.INT32);
  private static final int TO_VECTOR = 1;
  private static final int TO_CUBE = 2;
  private static final ImmutableSet<Property> PIPES =
      ImmutableSet.of(Property.MIXED_KERNEL_EXPANDED);

  private final Findings pipes = new Findings(Property.MIXED_KERNEL_EXPANDED);
  private final Var own = new Var("own", ADDRESS, HERE);
  private final Var peer = new Var("peer", ADDRESS, HERE);
  private final Var t = new Var("t", VEC, HERE);

  private final Stmt reserve = let(own, op("system.reserve_buffer", ADDRESS));
  private final Stmt importing = let(peer, op("system.import_peer_buffer", ADDRESS));
  private final Stmt pop = let(t, op("tile.tpop_from_aic", VEC));
  private final Stmt free = eval(free("system.tfree_to_aic", t));

  private static Call free(String name, Var tile) {
    return op(name, UnknownType.INSTANCE, tile);
  }

  private static Call initialize(String core, int directions, Expr toVector, Expr toCube) {
    return op("system." + core + "_initialize_pipe", UnknownType.INSTANCE, toVector, toCube)
        .withKwargs(
            Attrs.of("dir_mask", AttrValue.of(directions)).with("slot_size", AttrValue.of(64)));
  }

  /** A vector core's end of a pipe that it receives from. */
  private Stmt receiving() {
    return eval(initialize("aiv", TO_VECTOR, own, i(0)));
  }

  private List<String> in(FunctionType type, Stmt... body) {
    Function kernel = function(type, "k", List.of(), List.of(), body);
    String prefix = "0: " + type.text() + " function 'k': ";
    List<String> found = new ArrayList<>();
    for (String finding : pipes.in(kernel)) {
      assertThat(finding).startsWith(prefix);
      found.add(finding.substring(prefix.length()));
    }
    return found;
  }

  private void vector(String finding, Stmt... body) {
    assertThat(in(FunctionType.AIV, body)).containsExactly(finding);
  }

  @Test
  void bothEndsOfAPipe() {
    assertThat(in(FunctionType.AIV, reserve, receiving(), pop, free)).isEmpty();
    Stmt push = eval(op("tile.tpush_to_aiv", UnknownType.INSTANCE, new Var("acc", ACC, HERE)));
    Stmt sending = eval(initialize("aic", TO_VECTOR, peer, i(0)));
    assertThat(in(FunctionType.AIC, importing, sending, push)).isEmpty();
    Var m = new Var("m", MAT, HERE);
    assertThat(
            in(
                FunctionType.AIC,
                importing,
                reserve,
                eval(initialize("aic", TO_VECTOR | TO_CUBE, peer, own)),
                push,
                let(m, op("tile.tpop_from_aiv", MAT)),
                eval(free("system.tfree_to_aiv", m))))
        .isEmpty();
    // a kernel without exchange needs none
    assertThat(in(FunctionType.AIV, let(t, op("tile.exp", VEC, t)))).isEmpty();
  }

  @Test
  void aPipeIsSetUpBeforeItIsUsed() {
    String late = "tile.tpop_from_aic uses pipe 0, which is not set up for its direction before";
    vector(late, reserve, pop, receiving(), free);
    vector(late, reserve, when(less(index("n"), i(1)), receiving()), pop, free);
    vector(late, reserve, loop(index("k"), 0, 4, receiving()), pop, free);
    assertThat(in(FunctionType.AIV, reserve, receiving(), loop(index("k"), 0, 4, pop, free)))
        .isEmpty();
    vector(
        "tile.tpush_to_aic uses pipe 0, which is not set up for its direction before",
        reserve,
        receiving(),
        eval(op("tile.tpush_to_aic", UnknownType.INSTANCE, t)));
    Call other = op("tile.tpop_from_aic", VEC).withKwargs(Attrs.of("id", AttrValue.of(1)));
    vector(
        "tile.tpop_from_aic uses pipe 1, which is not set up for its direction before",
        reserve,
        receiving(),
        let(t, other),
        free);
  }

  @Test
  void aReceivedTileIsGivenBackOnceInItsBlock() {
    String kept =
        "tile 't' of tile.tpop_from_aic is not given back in its block; call"
            + " system.tfree_to_aic('t') once";
    String nothing = "%s gives back no tile that its block received in this way and still has";
    vector(kept, reserve, receiving(), pop);
    vector(nothing.formatted("system.tfree_to_aic"), reserve, receiving(), pop, free, free);
    vector(nothing.formatted("system.tfree_to_aic"), reserve, receiving(), free);
    assertThat(in(FunctionType.AIV, reserve, receiving(), pop, loop(index("k"), 0, 4, free)))
        .containsExactly(nothing.formatted("system.tfree_to_aic"), kept);
    vector(
        "the tile of tile.tpop_from_aic has no name and is never given back",
        reserve,
        receiving(),
        eval(op("tile.tpop_from_aic", VEC)));
    Var m = new Var("m", MAT, HERE);
    assertThat(
            in(
                FunctionType.AIC,
                reserve,
                eval(initialize("aic", TO_CUBE, i(0), own)),
                let(m, op("tile.tpop_from_aiv", MAT)),
                eval(free("system.tfree_to_aiv", new Var("other", MAT, HERE)))))
        .hasSize(2);
  }

  @Test
  void tilesLandWhereTheirCoreReceives() {
    vector(
        "the tile of tile.tpop_from_aic lies in Vec",
        reserve,
        receiving(),
        let(t, op("tile.tpop_from_aic", MAT)),
        free);
    assertThat(
            in(
                FunctionType.AIC,
                reserve,
                eval(initialize("aic", TO_CUBE, i(0), own)),
                let(t, op("tile.tpop_from_aiv", VEC)),
                eval(free("system.tfree_to_aiv", t))))
        .containsExactly("the tile of tile.tpop_from_aiv lies in Mat");
  }

  @Test
  void tilesThatCrossHaveConstantShapes() {
    TileType open = VEC.withShape(ImmutableList.of(index("n"), i(64)));
    vector(
        "the tile of tile.tpop_from_aic has no constant shape",
        reserve,
        receiving(),
        let(t, op("tile.tpop_from_aic", open)),
        free);
    vector(
        "the tile of tile.tpush_to_aic has no constant shape",
        importing,
        eval(initialize("aiv", TO_CUBE, i(0), peer)),
        eval(op("tile.tpush_to_aic", UnknownType.INSTANCE, new Var("s", open, HERE))));
  }

  @Test
  void aPipeSaysItsDirectionsAndSlots() {
    String name = "system.aiv_initialize_pipe";
    for (int directions : new int[] {0, 4}) {
      assertThat(in(FunctionType.AIV, eval(initialize("aiv", directions, i(0), i(0)))))
          .containsExactly("dir_mask of " + name + " is 1, 2 or 3, not " + directions);
    }
    Call pipe = initialize("aiv", TO_VECTOR, own, i(0));
    String slots = "slot_size and slot_num of " + name + " are positive";
    vector(slots, reserve, eval(pipe.withKwargs(Attrs.of("dir_mask", AttrValue.of(1)))));
    vector(slots, reserve, eval(pipe.withKwargs(pipe.kwargs().with("slot_num", AttrValue.of(0)))));
    assertThat(in(FunctionType.AIV, reserve, receiving(), receiving()))
        .containsExactly(
            "pipe 0 is set up twice",
            "its pipes need 2 reserved and 0 imported buffers, but there are 1 and 0");
  }

  @Test
  void whoReceivesReservesAndWhoSendsImports() {
    String name = "system.aiv_initialize_pipe";
    vector(
        "c2v_consumer_buf of " + name + " is the result of system.reserve_buffer",
        reserve,
        eval(initialize("aiv", TO_VECTOR, i(0), i(0))));
    vector(
        "v2c_consumer_buf of " + name + " is 0 in a pipe without that direction",
        reserve,
        eval(initialize("aiv", TO_VECTOR, own, own)));
    vector(
        "v2c_consumer_buf of " + name + " is the result of system.import_peer_buffer",
        importing,
        eval(initialize("aiv", TO_CUBE, i(0), i(64))));
  }

  @Test
  void buffersAreAsManyAsPipesNeed() {
    vector(
        "its pipes need 1 reserved and 0 imported buffers, but there are 1 and 1",
        importing,
        reserve,
        receiving());
    Var second = new Var("second", ADDRESS, HERE);
    vector(
        "its pipes need 1 reserved and 0 imported buffers, but there are 2 and 0",
        let(second, op("system.reserve_buffer", ADDRESS)),
        reserve,
        receiving());
  }

  @Test
  void everyPartOfAnExchangeIsOne() {
    // buffers alone are none
    assertThat(in(FunctionType.AIV, reserve, importing)).isEmpty();
    vector(
        "tile.tpush_to_aic uses pipe 0, which is not set up for its direction before",
        eval(op("tile.tpush_to_aic", UnknownType.INSTANCE, t)));
    assertThat(in(FunctionType.AIV, pop)).hasSize(2);
    vector(
        "system.tfree_to_aic gives back no tile that its block received in this way and still has",
        free);
    String late = "%s uses pipe 0, which is not set up for its direction before";
    Var m = new Var("m", MAT, HERE);
    assertThat(in(FunctionType.AIC, eval(op("tile.tpush_to_aiv", UnknownType.INSTANCE, m))))
        .containsExactly(late.formatted("tile.tpush_to_aiv"));
    assertThat(
            in(
                FunctionType.AIC,
                let(m, op("tile.tpop_from_aiv", MAT)),
                eval(free("system.tfree_to_aiv", m))))
        .containsExactly(late.formatted("tile.tpop_from_aiv"));
    Function kernel = function(FunctionType.AIV, "k", List.of(), List.of(), free);
    assertThat(Verifiers.verify(program(kernel), null, PIPES))
        .extracting(Diagnostic::rule)
        .containsExactly("MixedKernelExpanded");
  }

  @Test
  void branchesAreBlocksOfTheirOwn() {
    String kept =
        "tile 't' of tile.tpop_from_aic is not given back in its block; call"
            + " system.tfree_to_aic('t') once";
    vector(kept, reserve, receiving(), when(less(index("n"), i(1)), seq(pop), seq()));
    vector(kept, reserve, receiving(), when(less(index("n"), i(1)), seq(), seq(pop)));
    assertThat(
            in(
                FunctionType.AIV,
                reserve,
                receiving(),
                when(less(index("n"), i(1)), seq(pop, free), seq(pop, free))))
        .isEmpty();
  }

  @Test
  void tilesGoBackTheWayTheyCame() {
    Stmt[] other = {reserve, receiving(), pop, eval(free("system.tfree_to_aiv", t))};
    assertThat(pipes.in(function(FunctionType.AIV, "k", List.of(), List.of(), other)))
        .containsExactly(
            "0: AIV function 'k' contains 'system.tfree_to_aiv', which runs on the other core",
            "0: AIV function 'k': system.tfree_to_aiv gives back no tile that its block received in"
                + " this way and still has",
            "0: AIV function 'k': tile 't' of tile.tpop_from_aic is not given back in its block;"
                + " call system.tfree_to_aic('t') once");
    assertThat(
            in(
                FunctionType.AIV,
                reserve,
                receiving(),
                eval(op("system.tfree_to_aic", UnknownType.INSTANCE))))
        .hasSize(1);
  }

  @Test
  void buffersAreWhatTheirOperatorsGave() {
    String own = "c2v_consumer_buf of system.aiv_initialize_pipe is the result of";
    vector(
        own + " system.reserve_buffer",
        reserve,
        eval(initialize("aiv", TO_VECTOR, new Var("other", ADDRESS, HERE), i(0))));
    vector(
        "v2c_consumer_buf of system.aiv_initialize_pipe is 0 in a pipe without that direction",
        reserve,
        eval(initialize("aiv", TO_VECTOR, this.own, i(64))));
    Call whole = initialize("aiv", TO_VECTOR, this.own, i(0));
    Call first = op(whole.op().name(), whole.type(), this.own).withKwargs(whole.kwargs());
    assertThat(in(FunctionType.AIV, reserve, eval(first))).isEmpty();
    vector(
        own + " system.reserve_buffer",
        reserve,
        eval(op(whole.op().name(), whole.type()).withKwargs(whole.kwargs())));
  }

  @Test
  void slotsOfOneByteAreSlots() {
    Call pipe = initialize("aiv", TO_VECTOR, own, i(0));
    Attrs smallest =
        Attrs.of("dir_mask", AttrValue.of(1))
            .with("slot_size", AttrValue.of(1))
            .with("slot_num", AttrValue.of(1));
    assertThat(in(FunctionType.AIV, reserve, eval(pipe.withKwargs(smallest)))).isEmpty();
    assertThat(in(FunctionType.AIV, eval(pipe.withKwargs(Attrs.empty()))))
        .containsExactly("dir_mask of system.aiv_initialize_pipe is 1, 2 or 3, not 0");
  }

  @Test
  void onlyTheTileThatCrossesNeedsAShape() {
    Var open = new Var("s", VEC.withShape(ImmutableList.of(index("n"), i(64))), HERE);
    assertThat(
            in(
                FunctionType.AIV,
                reserve,
                receiving(),
                let(t, op("tile.tpop_from_aic", VEC, open)),
                free))
        .isEmpty();
    vector(
        "tile.tpush_to_aic uses pipe 0, which is not set up for its direction before",
        eval(op("tile.tpush_to_aic", UnknownType.INSTANCE)));
  }
}
