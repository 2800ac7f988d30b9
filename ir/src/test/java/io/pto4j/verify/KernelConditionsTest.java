package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.call;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.exp;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.tuple;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Conditions on kernels and their launches that stand at the edge of another one. */
class KernelConditionsTest {
  private static final TileType DEEP = TileType.of(DataType.FP32, MemorySpace.VEC, 2, 8, 8);

  @Test
  void elementsOfTensorsAreTouchedOneByOne() {
    Findings tiles = new Findings(Property.INCORE_TILE_OPS);
    Var t = tile("t");
    tiles.none(eval(op("tensor.read", INDEX, tiles.x)), eval(op("tensor.write", TENSOR, tiles.x)));
    tiles.one(
        "0: Tensor op 'tensor.read' found in InCore function (should have been converted)",
        eval(op("tensor.read", INDEX, t)));
    Stmt left = let(tensor("e"), op("tensor.exp", TENSOR, tiles.x));
    assertThat(tiles.in(tiles.of(FunctionType.INCORE, left))).hasSize(1);
    assertThat(tiles.in(tiles.of(FunctionType.AIV, left))).isEmpty();
  }

  @Test
  void operandsOffsetsAndTranspositionsAreFlat() {
    Findings flat = new Findings(Property.TILE_OPS_2D);
    Var deep = new Var("d", DEEP, HERE);
    Var t = tile("t");
    String in = " in InCore function 'f' ";
    flat.one(
        "0: Tile op 'tile.reshape'"
            + in
            + "has >2D tile argument (should have been flattened to"
            + " 2D)",
        let(t, op("tile.reshape", TILE, deep)));
    Call assemble = op("tile.assemble", TILE, t, t, tuple(i(0), i(0)));
    flat.none(let(t, assemble));
    flat.one(
        "0: Tile op 'tile.assemble'" + in + "has >2D offset (should have been flattened to 2D)",
        let(t, assemble.withArgs(t, t, tuple(i(0), i(0), i(0)))));
    Call transpose = op("tile.transpose", TILE, t, i(0), i(1), t);
    flat.none(let(t, transpose));
    flat.one(
        "0: Tile op 'tile.transpose'" + in + "has no scratch tile (should have been added)",
        let(t, transpose.withArgs(t, i(0), i(1))));
    Stmt wrong = let(deep, op("tile.load", DEEP, flat.x));
    for (FunctionType type : List.of(FunctionType.INCORE, FunctionType.AIC, FunctionType.AIV)) {
      assertThat(flat.in(flat.of(type, wrong))).hasSize(1);
    }
    assertThat(flat.in(flat.of(FunctionType.ORCHESTRATION, wrong))).isEmpty();
  }

  @Test
  void onlyUndividedKernelsAreAskedForSpaces() {
    Findings spaces = new Findings(Property.TILE_MEMORY_INFERRED);
    TileType anywhere = TILE.withMemorySpace(Optional.empty());
    Stmt open = let(new Var("t", anywhere, HERE), op("tile.load", anywhere, spaces.x));
    assertThat(spaces.in(spaces.of(FunctionType.INCORE, open))).hasSize(1);
    assertThat(spaces.in(spaces.of(FunctionType.AIV, open))).isEmpty();
    // an operand that lies nowhere yet is not in the wrong place
    spaces.none(eval(op("tile.exp", TILE, new Var("t", anywhere, HERE))));
  }

  @Test
  void theTensorThatIsAddedToDecides() {
    Findings atomic = new Findings(Property.ATOMIC_ADD_DTYPE_VALID);
    Var halves = new Var("h", DistributedTensorType.of(DataType.BF16, 64, 64), HERE);
    Var plain = new Var("p", TensorType.of(DataType.BF16, 64, 64), HERE);
    Var t = tile("t");
    Call[] calls = {
      op("tile.store", plain.type(), t, i(0), plain),
      op("tensor.assemble", plain.type(), plain, atomic.x, i(0)),
      op("pld.tensor.put", UnknownType.INSTANCE, halves, i(0), atomic.x),
      op("pld.tile.put", UnknownType.INSTANCE, halves, i(0), atomic.x, t),
      op("pld.tensor.remote_store", UnknownType.INSTANCE, atomic.x, halves, i(0), i(0)),
      op("pld.tile.remote_store", UnknownType.INSTANCE, t, halves, i(0), i(0))
    };
    for (Call call : calls) {
      Attrs add = Attrs.of("atomic", AttrValue.of(1));
      Function kernel = atomic.kernel(eval(call.withKwargs(add)));
      assertThat(
              Verifiers.verify(
                  program(kernel),
                  Ir.CONTEXT.target().withBf16AtomicAdd(false),
                  ImmutableSet.of(Property.ATOMIC_ADD_DTYPE_VALID)))
          .as(call.op().name())
          .extracting(Diagnostic::code)
          .containsExactly(1);
      assertThat(
              Verifiers.verify(
                  program(kernel),
                  Ir.CONTEXT.target().withBf16AtomicAdd(true),
                  ImmutableSet.of(Property.ATOMIC_ADD_DTYPE_VALID)))
          .isEmpty();
      atomic.none(eval(call));
    }
  }

  @Test
  void accumulatorsGoIntoWindowsToo() {
    Findings stores = new Findings(Property.ACC_TO_GM_STORE_VALID);
    Var bytes = new Var("w", DistributedTensorType.of(DataType.INT8, 64, 64), HERE);
    Var acc = new Var("acc", TileType.of(DataType.FP32, MemorySpace.ACC, 64, 64), HERE);
    assertThat(stores.in(stores.kernel(eval(store(acc, bytes))))).hasSize(1);
    stores.none(eval(store(tile("t"), bytes)));
  }

  @Test
  void looseViewsStandForPackedOnes() {
    TensorType open =
        TENSOR.withTensorView(Optional.of(TensorView.packed().withValidShape(i(8), i(64))));
    Var v = new Var("v", open, HERE);
    Function kernel = function(FunctionType.INCORE, "f", List.of(), List.of(v), ret());
    assertThat(Verifiers.tensorViewCanonical(program(kernel), false)).isEmpty();
    assertThat(Verifiers.tensorViewCanonical(program(kernel), true))
        .extracting(Diagnostic::code)
        .containsExactly(1);
  }

  @Test
  void onlyKernelsAndWrappersWithTensorResultsReturnParameters() {
    Findings returns = new Findings(Property.RETURN_PARAMS_EXPLICIT);
    Var stored = tensor("stored");
    Stmt write = let(stored, store(tile("t"), returns.o));
    Function wrong = returns.kernel(write, ret(stored)).withReturnTypes(TENSOR);
    for (FunctionType type :
        List.of(
            FunctionType.INCORE,
            FunctionType.AIC,
            FunctionType.AIV,
            FunctionType.GROUP,
            FunctionType.SPMD)) {
      assertThat(returns.in(wrong.retyped(type))).hasSize(1);
    }
    assertThat(returns.in(wrong.retyped(FunctionType.ORCHESTRATION))).isEmpty();
    assertThat(returns.in(wrong.withAttrs(Attrs.of("external_source", AttrValue.of("k.cpp")))))
        .isEmpty();
    assertThat(returns.in(returns.kernel(write).withReturnTypes(ImmutableList.of()))).isEmpty();
    assertThat(returns.in(returns.kernel(ret(returns.n)).withReturnTypes(INDEX))).isEmpty();
  }

  @Test
  void tilesInSlotsNeedNoMemory() {
    Findings memory = new Findings(Property.HAS_MEM_REFS);
    Var popped = tile("p");
    Var view = tile("v");
    Var copy = tile("c");
    Stmt pop = let(popped, op("tile.tpop_from_aic", TILE));
    Stmt look = let(view, op("tile.reshape", TILE, popped));
    Stmt same = let(copy, view);
    memory.none(pop, look, same);
    assertThat(memory.in(memory.kernel(look, same))).hasSize(2);
    memory.one(
        "0: tile 'e' in function 'f' has no memory reference", pop, let(tile("e"), exp(popped)));
    assertThat(memory.in(memory.of(FunctionType.ORCHESTRATION, look))).isEmpty();
    Expr member = TupleGetItem.of(Ir.tuple(popped), 0, HERE);
    memory.one("0: tile 'm' in function 'f' has no memory reference", let(tile("m"), member));
  }

  @Test
  void findingsAboutMemoryNameTheirRule() {
    for (Property property : List.of(Property.HAS_MEM_REFS, Property.ALLOCATED_MEMORY_ADDR)) {
      Findings findings = new Findings(property);
      Function kernel = findings.kernel(let(tile("t"), exp(tile("u"))), at(-64), at(1L << 40));
      assertThat(
              Verifiers.verify(Ir.program(kernel), Ir.CONTEXT.target(), ImmutableSet.of(property)))
          .isNotEmpty()
          .allSatisfy(found -> assertThat(found.rule()).isEqualTo(property.text()));
    }
  }

  @Test
  void onlyMemoriesOfCoresHaveLimits() {
    Findings addresses = new Findings(Property.ALLOCATED_MEMORY_ADDR);
    long beyond = 1L << 40;
    assertThat(addresses.in(addresses.of(FunctionType.ORCHESTRATION, at(beyond)))).isEmpty();
    addresses.none(let(tile("t"), exp(tile("u"))));
    TileType global =
        TileType.of(DataType.FP32, MemorySpace.DDR, 4, 4)
            .withMemref(Optional.of(MemRef.of(new Var("m", PtrType.INSTANCE, HERE), beyond, 64)));
    addresses.none(let(new Var("t", global, HERE), op("tile.load", global, tensor("x"))));
  }

  @Test
  void theFirstTileThatReachesTheEndIsNamed() {
    Findings addresses = new Findings(Property.ALLOCATED_MEMORY_ADDR);
    long capacity = Ir.CONTEXT.target().memoryBytes().get(MemorySpace.VEC);
    AssignStmt first = (AssignStmt) at(capacity);
    Span place = Span.at("k.py", 7, 3);
    Function kernel =
        addresses.kernel(
            new AssignStmt(place, ImmutableList.of(), first.var(), first.value()), at(capacity));
    assertThat(
            Verifiers.verify(
                Ir.program(kernel),
                Ir.CONTEXT.target(),
                ImmutableSet.of(Property.ALLOCATED_MEMORY_ADDR)))
        .extracting(Diagnostic::span)
        .containsExactly(place);
  }

  @Test
  void theTileThatGoesFurthestDecides() {
    Findings addresses = new Findings(Property.ALLOCATED_MEMORY_ADDR);
    long capacity = Ir.CONTEXT.target().memoryBytes().get(MemorySpace.VEC);
    addresses.none(at(capacity - 64));
    addresses.one(
        "0: in function 'f', Vec buffer usage (%d bytes) exceeds platform limit (%d bytes)"
            .formatted(capacity + 128, capacity),
        at(capacity),
        at(capacity + 64),
        at(0));
  }

  private static Stmt at(long offset) {
    TileType type =
        TileType.of(DataType.FP32, MemorySpace.VEC, 4, 4)
            .withMemref(Optional.of(MemRef.of(new Var("mem", PtrType.INSTANCE, HERE), offset, 64)));
    return let(new Var("t", type, HERE), op("tile.load", type, tensor("x")));
  }

  // ---- barriers of all cores, for other ways of launching

  private final Findings barriers = new Findings(Property.HARD_SYNCALL_OCCUPANCY_VALID);

  private static Function waiting(FunctionType type, String cores) {
    Call barrier =
        op("system.syncall", (Type) UnknownType.INSTANCE)
            .withKwargs(Attrs.of("core_type", AttrValue.of(cores)));
    return function(type, "k", List.of(), List.of(), eval(barrier));
  }

  private static Function main(Expr launch) {
    return function(FunctionType.ORCHESTRATION, "main", List.of(), List.of(), eval(launch));
  }

  private static Call launch(String function, int width) {
    return call(function)
        .withAttrs(
            Attrs.of("core_num", AttrValue.of(width)).with("sync_start", AttrValue.of(true)));
  }

  private static int vectorCores() {
    return Ir.CONTEXT.target().aivCores();
  }

  @Test
  void aSubmitIsALaunch() {
    Function kernel = waiting(FunctionType.AIV, "aiv_only");
    Submit all =
        new Submit(
            HERE,
            new TupleType(ImmutableList.of(ScalarType.of(DataType.TASK_ID))),
            new GlobalVar("k"),
            ImmutableList.of(),
            ImmutableList.of(),
            Optional.of(i(vectorCores())),
            true,
            false,
            Optional.empty(),
            Attrs.empty(),
            Attrs.empty());
    assertThat(barriers.in(kernel, main(all))).isEmpty();
    assertThat(barriers.in(kernel, main(all.withSyncStart(false)))).hasSize(1);
    assertThat(barriers.in(kernel, main(all.withCoreNum(Optional.of(i(vectorCores() + 1))))))
        .hasSize(1);
  }

  @Test
  void aWidthOfTheKernelCountsToo() {
    Attrs narrow = Attrs.of("core_num", AttrValue.of(vectorCores() + 1));
    Function kernel = waiting(FunctionType.AIV, "aiv_only");
    assertThat(barriers.in(kernel, main(call("k")))).isEmpty();
    assertThat(barriers.in(kernel.withAttrs(narrow), main(call("k")))).hasSize(2);
    assertThat(
            barriers.in(
                kernel.withAttrs(narrow.with("sync_start", AttrValue.of(true))), main(call("k"))))
        .hasSize(1);
  }

  @Test
  void kernelsOfWrappersAreLaunched() {
    Function kernel = waiting(FunctionType.AIV, "mix");
    Function spmd = function(FunctionType.SPMD, "s", List.of(), List.of(), eval(call("k")));
    assertThat(barriers.in(kernel, spmd, main(launch("s", vectorCores())))).hasSize(1);
    assertThat(
            barriers.in(
                waiting(FunctionType.AIV, "aiv_only"), spmd, main(launch("s", vectorCores()))))
        .isEmpty();
    Function group = spmd.retyped(FunctionType.GROUP);
    int clusters = Ir.CONTEXT.target().aicCores();
    assertThat(barriers.in(kernel, group, main(launch("s", clusters)))).isEmpty();
    Function unwrapped = group.withAttrs(Attrs.of("spmd_unwrapped", AttrValue.of(true)));
    assertThat(barriers.in(kernel, unwrapped, main(launch("s", clusters)))).isNotEmpty();
  }

  @Test
  void kernelsOnBothLanesAreNotAskedFor() {
    Function kernel = waiting(FunctionType.AIV, "mix");
    assertThat(barriers.in(kernel, main(launch("k", vectorCores() + 1)))).isNotEmpty();
    assertThat(
            barriers.in(
                kernel.withAttrs(Attrs.of("dual_aiv_dispatch", AttrValue.of(true))),
                main(launch("k", vectorCores() + 1))))
        .isEmpty();
    assertThat(barriers.in(kernel.retyped(FunctionType.INCORE), main(launch("k", 1)))).isEmpty();
  }
}
