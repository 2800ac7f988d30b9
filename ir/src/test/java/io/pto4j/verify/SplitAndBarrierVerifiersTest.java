package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.call;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Regions divided between vector cores, barriers of all cores, windows and loops. */
class SplitAndBarrierVerifiersTest {
  private static final TileType VEC = TileType.of(DataType.FP32, MemorySpace.VEC, 64, 64);
  private static final TileType ACC = TileType.of(DataType.FP32, MemorySpace.ACC, 64, 64);
  private static final TileType LEFT = TileType.of(DataType.FP16, MemorySpace.LEFT, 64, 64);
  private static final TileType MAT = TileType.of(DataType.FP32, MemorySpace.MAT, 64, 64);

  private final Var x = tensor("x");
  private final Var o = tensor("o");
  private final Var v = new Var("v", VEC, HERE);
  private final Var w = new Var("w", VEC, HERE);
  private final Var acc = new Var("acc", ACC, HERE);
  private final Var left = new Var("left", LEFT, HERE);

  private static List<String> found(Property property, Function... functions) {
    return Verifiers.verify(program(functions), Ir.CONTEXT.target(), ImmutableSet.of(property))
        .stream()
        .map(d -> d.rule() + " " + d.code() + ": " + d.message())
        .toList();
  }

  private Function kernel(Stmt... body) {
    return function(FunctionType.INCORE, "k", List.of(o), List.of(x, o), body)
        .withAttrs(Attrs.of("split_aiv", AttrValue.of(true)));
  }

  private static Stmt region(SplitMode mode, Stmt... body) {
    return new SplitAivScopeStmt(HERE, ImmutableList.of(), "", seq(body), Attrs.empty(), mode, 2);
  }

  private static Stmt region(Stmt... body) {
    return region(SplitMode.UP_DOWN, body);
  }

  private Stmt product() {
    return let(acc, op("tile.matmul", ACC, left, left));
  }

  private void split(String finding, Stmt... body) {
    assertThat(found(Property.AIV_SPLIT_VALID, kernel(body)))
        .containsExactly("AivSplitValid 0: " + finding);
  }

  @Test
  void dataCrossesByShardAndGather() {
    assertThat(
            found(
                Property.AIV_SPLIT_VALID,
                kernel(
                    product(),
                    region(
                        let(v, op("tile.aiv_shard", VEC, acc)),
                        let(w, op("tile.exp", VEC, v)),
                        let(v, op("tile.aic_gather", MAT, w)),
                        eval(store(w, o))))))
        .isEmpty();
  }

  @Test
  void aRegionHasNoMatrixOperators() {
    split(
        "matrix operator 'tile.matmul' stands in a split region of function 'k'",
        region(product()));
  }

  @Test
  void aRegionDoesNotReduceAcrossItsParts() {
    split(
        "'tile.col_sum' reduces the axis along which the split region of function 'k' is divided",
        region(let(v, op("tile.col_sum", VEC, w)), let(v, op("tile.row_sum", VEC, w, w))));
    split(
        "'tile.row_max' reduces the axis along which the split region of function 'k' is divided",
        region(
            SplitMode.LEFT_RIGHT,
            let(v, op("tile.row_max", VEC, w, w)),
            let(v, op("tile.col_max", VEC, w)),
            let(v, op("tile.row_expand_mul", VEC, w, w))));
  }

  @Test
  void shardAndGatherStandInRegions() {
    split(
        "'tile.aiv_shard' stands outside every split region of function 'k'",
        let(v, op("tile.aiv_shard", VEC, acc)));
  }

  @Test
  void shardAndGatherHaveADirection() {
    split(
        "'tile.aiv_shard' in function 'k' must go from Acc to Vec",
        region(let(v, op("tile.aiv_shard", VEC, w))));
    split(
        "'tile.aic_gather' in function 'k' must go from Vec to Mat",
        region(let(v, op("tile.aic_gather", VEC, w))));
    TileType open = VEC.withMemorySpace(Optional.empty());
    assertThat(
            found(
                Property.AIV_SPLIT_VALID,
                kernel(region(let(v, op("tile.aiv_shard", open, new Var("t", open, HERE)))))))
        .isEmpty();
  }

  @Test
  void vectorOperatorsStandInTheRegion() {
    split(
        "vector operator 'tile.exp' stands outside the split region of function 'k'",
        region(let(v, op("tile.exp", VEC, w))),
        let(w, op("tile.exp", VEC, w)),
        eval(store(w, o)));
    assertThat(found(Property.AIV_SPLIT_VALID, kernel(let(v, op("tile.exp", VEC, w))))).isEmpty();
  }

  @Test
  void valuesDoNotSlipAcrossTheBorder() {
    split(
        "'v' crosses the border of a split region of function 'k' into 'tile.move' without"
            + " aic_gather",
        region(let(v, op("tile.exp", VEC, w))),
        let(
            left,
            op("tile.move", LEFT, v)
                .withKwargs(Attrs.of("target_memory", AttrValue.of(MemorySpace.LEFT)))));
    split(
        "'acc' crosses the border of a split region of function 'k' into 'tile.exp' without"
            + " aiv_shard",
        product(),
        region(let(v, op("tile.exp", VEC, acc))));
  }

  @Test
  void regionsAreNotWrittenInKernels() {
    Function kernel = kernel(region(let(v, op("tile.exp", VEC, w))));
    assertThat(found(Property.AIV_SPLIT_VALID, kernel.withAttrs(Attrs.empty())))
        .containsExactly(
            "AivSplitValid 0: InCore function 'k' contains a split region; write it in a"
                + " pl.at(CORE_GROUP) scope");
  }

  private void whole(Stmt... body) {
    assertThat(found(Property.AIV_SPLIT_VALID, kernel(body))).isEmpty();
  }

  private final Var mat = new Var("mat", MAT, HERE);
  private final Stmt inside = region(let(v, op("tile.exp", VEC, w)));

  private static Call to(MemorySpace space, TileType type, Expr tile) {
    return op("tile.move", type, tile).withKwargs(Attrs.of("target_memory", AttrValue.of(space)));
  }

  @Test
  void transfersStandOnEitherSide() {
    whole(inside, let(w, op("tile.load", VEC, x)), eval(store(w, o)));
    whole(inside, let(w, op("tile.tpop_from_aic", VEC)));
    whole(inside, eval(op("tile.tpush_to_aic", UnknownType.INSTANCE, w)));
    whole(inside, let(Ir.index("lane"), op("tile.get_subblock_idx", Ir.INDEX)));
    whole(inside, let(w, op("tile.alloc", VEC)));
    whole(inside, let(new Var("t", Ir.TENSOR, HERE), op("tensor.exp", Ir.TENSOR, x)));
    // what is loaded may be read across the border
    whole(let(mat, op("tile.load", MAT, x)), region(let(v, op("tile.exp", VEC, mat))));
    split(
        "matrix operator 'tile.store' stands in a split region of function 'k'",
        product(),
        region(eval(store(acc, o))));
  }

  @Test
  void readingCrossesTheBorderOnlyWhereTheCoreChanges() {
    String into = "'%s' crosses the border of a split region of function 'k' into '%s' without %s";
    split(
        into.formatted("acc", "tile.move", "aiv_shard"),
        product(),
        region(let(v, to(MemorySpace.VEC, VEC, acc))));
    split(
        into.formatted("acc", "tile.add", "aiv_shard"),
        product(),
        region(let(v, op("tile.add", VEC, acc, acc))));
    whole(region(let(v, op("tile.exp", VEC, w)), let(left, to(MemorySpace.LEFT, LEFT, v))));
    whole(
        region(let(v, op("tile.exp", VEC, w)), let(mat, op("tile.aic_gather", MAT, v))),
        let(left, to(MemorySpace.LEFT, LEFT, mat)));
    whole(let(left, to(MemorySpace.LEFT, LEFT, mat)), product(), inside);
    String outside = "vector operator 'tile.exp' stands outside the split region of function 'k'";
    split(outside, inside, let(w, op("tile.exp", VEC, v)));
    split(outside, product(), inside, let(w, op("tile.exp", VEC, acc)));
    split(
        "matrix operator 'tile.matmul' stands in a split region of function 'k'",
        region(product(), let(v, op("tile.exp", VEC, acc))));
  }

  @Test
  void regionsInBranchesAndLoopsAreRegions() {
    String finding = "matrix operator 'tile.matmul' stands in a split region of function 'k'";
    Stmt wrong = region(product());
    Expr condition = Ir.less(Ir.index("n"), i(1));
    split(finding, Ir.when(condition, wrong));
    split(finding, Ir.when(condition, inside, wrong));
    split(finding, loop(index("k"), 0, 4, wrong));
    split(finding, Ir.whileLoop(condition, wrong));
  }

  @Test
  void expandingReducesNothing() {
    whole(region(let(v, op("tile.col_expand_mul", VEC, w, w))));
  }

  @Test
  void bordersOfTensorsAreBorders() {
    split(
        "'tensor.aiv_shard' stands outside every split region of function 'k'",
        let(new Var("t", Ir.TENSOR, HERE), op("tensor.aiv_shard", Ir.TENSOR, x)));
    // only the first operand crosses
    whole(product(), region(let(v, op("tile.aiv_shard", VEC, acc, w))));
    whole(region(let(v, op("tile.aiv_shard", VEC))));
  }

  @Test
  void regionsAreWrittenInOtherFunctions() {
    Function other = function(FunctionType.OPAQUE, "f", List.of(o), List.of(x, o), inside);
    assertThat(found(Property.AIV_SPLIT_VALID, other)).isEmpty();
  }

  // ---- barriers of all cores

  private static Call barrier(String cores) {
    return op("system.syncall", UnknownType.INSTANCE)
        .withKwargs(Attrs.of("core_type", AttrValue.of(cores)));
  }

  private static Function on(FunctionType type, String cores) {
    return function(type, "k", List.of(), List.of(), eval(barrier(cores)));
  }

  private static Call launch(Expr width) {
    return call("k")
        .withAttrs(
            Attrs.of("core_num", new AttrValue.OfExpr(width))
                .with("sync_start", AttrValue.of(true)));
  }

  private static Function main(Stmt... body) {
    return function(FunctionType.ORCHESTRATION, "main", List.of(), List.of(), body);
  }

  private static Call query(String name) {
    return op(name, ScalarType.of(DataType.INT32));
  }

  private static void occupied(Function kernel, Stmt... body) {
    assertThat(found(Property.HARD_SYNCALL_OCCUPANCY_VALID, kernel, main(body))).isEmpty();
  }

  private static void stuck(String finding, Function kernel, Stmt... body) {
    assertThat(found(Property.HARD_SYNCALL_OCCUPANCY_VALID, kernel, main(body)))
        .containsExactly("HardSyncallOccupancy 0: in function 'main': kernel 'k' " + finding);
  }

  @Test
  void aHardBarrierNeedsAllCores() {
    Function vector = on(FunctionType.AIV, "aiv_only");
    Var n = index("n");
    occupied(vector, eval(launch(i(2))));
    occupied(vector, eval(launch(query("system.available_aiv_count"))));
    occupied(vector, let(n, query("system.available_aiv_count")), eval(launch(n)));
    occupied(vector, eval(launch(index("unknown"))));
    occupied(on(FunctionType.AIC, "aic_only"), eval(launch(i(1))));
    stuck(
        "has a hard syncall, but is not launched on all 2 cores; use"
            + " system.available_aiv_count()",
        vector,
        eval(launch(i(1))));
    stuck(
        "has a hard syncall, but is not launched on all 1 cores; use"
            + " system.available_cluster_count()",
        on(FunctionType.AIC, "aic_only"),
        eval(launch(query("system.available_aiv_count"))));
  }

  @Test
  void aHardBarrierNeedsBlocksThatRunTogether() {
    stuck(
        "has a hard syncall, but is launched without sync_start=True",
        on(FunctionType.AIV, "aiv_only"),
        eval(call("k").withAttrs(Attrs.of("core_num", AttrValue.of(2)))));
  }

  @Test
  void aHardBarrierWaitsForTheKernelsOwnCores() {
    stuck(
        "waits for 'mix' at a hard syncall, but runs on aiv_only cores only",
        on(FunctionType.AIV, "mix"),
        eval(launch(i(2))));
  }

  @Test
  void aSoftBarrierIsFree() {
    Function soft =
        function(
            FunctionType.AIV,
            "k",
            List.of(),
            List.of(),
            eval(barrier("aiv_only").withKwargs(Attrs.of("mode", AttrValue.of("soft")))));
    occupied(soft, eval(launch(i(1))));
  }

  @Test
  void aGroupOccupiesClusters() {
    Function vector = on(FunctionType.AIV, "mix");
    Function group = function(FunctionType.GROUP, "g", List.of(), List.of(), eval(call("k")));
    Attrs together = Attrs.of("sync_start", AttrValue.of(true));
    assertThat(
            found(
                Property.HARD_SYNCALL_OCCUPANCY_VALID,
                vector,
                group,
                main(eval(call("g").withAttrs(together.with("core_num", AttrValue.of(1)))))))
        .isEmpty();
    assertThat(
            found(
                Property.HARD_SYNCALL_OCCUPANCY_VALID,
                vector,
                group,
                main(eval(call("g").withAttrs(together.with("core_num", AttrValue.of(2)))))))
        .hasSize(1);
  }

  private static final Attrs TOGETHER = Attrs.of("sync_start", AttrValue.of(true));

  private static Attrs wide(int cores) {
    return TOGETHER.with("core_num", AttrValue.of(cores));
  }

  private static List<String> barriers(Function... functions) {
    return found(Property.HARD_SYNCALL_OCCUPANCY_VALID, functions);
  }

  private static final String VECTORS =
      "has a hard syncall, but is not launched on all 2 cores; use system.available_aiv_count()";

  @Test
  void aWidthIsWhatItsVariableHolds() {
    Function vector = on(FunctionType.AIV, "aiv_only");
    Var n = index("n");
    stuck(VECTORS, vector, let(n, i(1)), eval(launch(n)));
    occupied(
        on(FunctionType.AIC, "aic_only"), eval(launch(query("system.available_cluster_count"))));
    stuck(VECTORS, vector, eval(launch(query("system.available_cluster_count"))));
    assertThat(barriers(main(eval(call("nowhere").withAttrs(wide(1)))))).isEmpty();
  }

  @Test
  void aKernelMaySayItsWidth() {
    Function vector = on(FunctionType.AIV, "aiv_only");
    occupied(vector.withAttrs(wide(2)), eval(call("k")));
    // a width that nobody knows is one all the same
    occupied(vector.withAttrs(wide(1)), eval(launch(index("unknown"))));
    stuck(VECTORS, vector.withAttrs(wide(1)), eval(call("k")));
    String apart = "has a hard syncall, but is launched without sync_start=True";
    stuck(apart, vector.withAttrs(wide(2).without("sync_start")), eval(call("k")));
    // a launch with a width of its own says the rest, too
    stuck(
        apart,
        vector.withAttrs(TOGETHER),
        eval(call("k").withAttrs(wide(2).without("sync_start"))));
  }

  @Test
  void wrappersLaunchTheirKernels() {
    Function vector = on(FunctionType.AIV, "aiv_only");
    Function wrapper = function(FunctionType.SPMD, "w", List.of(), List.of(), eval(call("k")));
    assertThat(barriers(vector, wrapper, main(eval(call("w").withAttrs(wide(2)))))).isEmpty();
    assertThat(barriers(vector, wrapper, main(eval(call("w").withAttrs(wide(1)))))).hasSize(1);
    Function group = function(FunctionType.GROUP, "g", List.of(), List.of(), eval(call("k")));
    Function unwrapped = group.withAttrs(Attrs.of("spmd_unwrapped", AttrValue.of(true)));
    Function launching = main(eval(call("g").withAttrs(wide(2))));
    assertThat(barriers(vector, unwrapped, launching)).isEmpty();
    assertThat(barriers(vector, group, launching)).hasSize(1);
    // a group's kernel may wait for fewer cores than the group has
    assertThat(barriers(vector, group, main(eval(call("g").withAttrs(wide(1)))))).isEmpty();
  }

  @Test
  void oneKernelSpeaksForItsGroup() {
    Function free = function(FunctionType.AIV, "a", List.of(), List.of());
    Function group =
        function(FunctionType.GROUP, "g", List.of(), List.of(), eval(call("a")), eval(call("k")));
    Function launching = main(eval(call("g").withAttrs(wide(2))));
    assertThat(barriers(free, on(FunctionType.AIC, "mix"), group, launching)).hasSize(1);
    assertThat(barriers(free, on(FunctionType.INCORE, "mix"), group, launching)).isEmpty();
    Function waiting = function(FunctionType.AIV, "a", List.of(), List.of(), eval(barrier("mix")));
    assertThat(barriers(waiting, on(FunctionType.AIC, "mix"), group, launching)).hasSize(1);
  }

  @Test
  void onlyBarriersOfKernelsOnOneKindOfCoreCount() {
    occupied(on(FunctionType.INCORE, "mix"), eval(launch(i(1))));
    Function both =
        on(FunctionType.AIV, "mix").withAttrs(Attrs.of("dual_aiv_dispatch", AttrValue.of(true)));
    occupied(both, eval(launch(i(1))));
    Function other =
        function(
            FunctionType.AIV,
            "k",
            List.of(),
            List.of(),
            eval(op("system.bar_all", UnknownType.INSTANCE)));
    occupied(other, eval(launch(i(1))));
    Function unnamed =
        function(
            FunctionType.AIV,
            "k",
            List.of(),
            List.of(),
            eval(op("system.syncall", UnknownType.INSTANCE)));
    stuck(
        "waits for 'mix' at a hard syncall, but runs on aiv_only cores only",
        unnamed,
        eval(launch(i(2))));
    Function twice =
        function(
            FunctionType.AIV,
            "k",
            List.of(),
            List.of(),
            eval(barrier("aiv_only")),
            eval(barrier("mix")));
    occupied(twice, eval(launch(i(2))));
  }

  // ---- the others

  @Test
  void pipelinesAreGone() {
    Stmt body = eval(op("system.bar_v", UnknownType.INSTANCE));
    assertThat(
            found(
                Property.PIPELINE_RESOLVED,
                kernel(loop(ForKind.PIPELINE, index("k"), i(0), i(4), body))))
        .containsExactly(
            "PipelineResolved 0: ForKind::Pipeline survived past CanonicalizeIOOrder in function"
                + " 'k'. Every pipeline loop should have become a sequential one.");
    assertThat(found(Property.PIPELINE_RESOLVED, kernel(loop(index("k"), 0, 4, body)))).isEmpty();
  }

  @Test
  void aVariableHasTheTypeOfItsValue() {
    assertThat(found(Property.ASSIGN_TYPE_SYMMETRY, kernel(let(v, op("tile.exp", VEC, w)))))
        .isEmpty();
    assertThat(found(Property.ASSIGN_TYPE_SYMMETRY, kernel(let(v, op("tile.exp", ACC, w)))))
        .containsExactly(
            "AssignTypeSymmetry 1: in function 'k', 'v' has not the type of the value that is"
                + " assigned to it");
  }

  @Test
  void sharedAllocationsAreMadeInADomain() {
    Var base = new Var("buf", PtrType.INSTANCE, HERE);
    WindowBuffer slot = new WindowBuffer(base, i(1024), false, false, HERE);
    DistributedTensorType open = DistributedTensorType.of(DataType.FP32, 256);
    DistributedTensorType known = open.withWindowBuffer(Optional.of(slot));
    Stmt allocate = let(base, op("pld.tensor.alloc_window_buffer", PtrType.INSTANCE, i(1024)));
    Var cut = new Var("w", known, HERE);
    assertThat(
            found(
                Property.COMM_DOMAIN_SCOPES_MATERIALIZED,
                main(
                    new CommDomainScopeStmt(
                        HERE,
                        ImmutableList.of(),
                        "comm_d0",
                        seq(allocate, let(cut, op("pld.tensor.window", known, base))),
                        Attrs.empty(),
                        ImmutableList.of(),
                        ImmutableList.of(slot)))))
        .isEmpty();
    assertThat(
            found(
                Property.COMM_DOMAIN_SCOPES_MATERIALIZED,
                main(allocate, let(cut, op("pld.tensor.window", open, base)))))
        .containsExactly(
            "CommDomainScopesMaterialized 0: window buffer 'buf' of function 'main' belongs to no"
                + " communication domain",
            "CommDomainScopesMaterialized 0: a window of function 'main' does not say of which"
                + " allocation it is");
  }

  @Test
  void aContextComesWithEveryWindow() {
    Var window = new Var("d", DistributedTensorType.of(DataType.FP32, 64), HERE);
    Var context = new Var("d_ctx", HandleType.COMM_CTX, HERE);
    assertThat(
            found(
                Property.DIST_TENSOR_CTX_MATERIALIZED,
                function(FunctionType.AIV, "k", List.of(), List.of(window, context), ret())))
        .isEmpty();
    assertThat(
            found(
                Property.DIST_TENSOR_CTX_MATERIALIZED,
                function(FunctionType.AIV, "k", List.of(), List.of(window), ret())))
        .containsExactly(
            "DistTensorCtxMaterialized 0: function 'k' has 1 windows, but 0 contexts to reach"
                + " their devices");
  }
}
