package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.exp;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.load;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.op.Isa;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds of kernels, of the types in them and of what they store. */
class KernelVerifiersTest {
  private final Var x = tensor("x");
  private final Var o = tensor("o");
  private final Var n = index("n");

  private Function incore(Stmt... body) {
    return function(FunctionType.INCORE, "f", List.of(o), List.of(x, n, o), body);
  }

  private static List<String> found(Property property, Function... functions) {
    return Verifiers.verify(program(functions), target(), ImmutableSet.of(property)).stream()
        .map(d -> d.code() + ": " + d.message())
        .toList();
  }

  private void holds(Property property, Stmt... body) {
    assertThat(found(property, incore(body))).isEmpty();
  }

  private void fails(Property property, String finding, Stmt... body) {
    assertThat(found(property, incore(body))).containsExactly(finding);
  }

  @Test
  void kernelsWorkOnFlatTiles() {
    TileType deep = TileType.of(DataType.FP32, MemorySpace.VEC, 2, 8, 8);

    holds(Property.INCORE_TILE_OPS, let(tile("t"), load(x)), let(n, op("tensor.dim", INDEX, x)));
    fails(
        Property.INCORE_TILE_OPS,
        "0: Tensor op 'tensor.exp' found in InCore function (should have been converted)",
        let(tensor("e"), op("tensor.exp", TENSOR, x)));
    holds(Property.TILE_OPS_2D, let(tile("t"), load(x)));
    fails(
        Property.TILE_OPS_2D,
        "0: Tile op 'tile.exp' in InCore function 'f' produces >2D tile (should have been"
            + " flattened to 2D)",
        let(new Var("t", deep, HERE), op("tile.exp", deep, tile("s"))));
  }

  @Test
  void kernelStaysOnItsCore() {
    Stmt vector = let(tile("t"), exp(tile("s")));
    Stmt cube = let(new Var("m", ACC, HERE), op("tile.matmul", ACC, tile("a"), tile("b")));

    holds(Property.MIXED_KERNEL_EXPANDED, vector);
    holds(Property.MIXED_KERNEL_EXPANDED, cube);
    fails(
        Property.MIXED_KERNEL_EXPANDED,
        "0: InCore function 'f' contains 'tile.matmul', which runs on the other core",
        vector,
        cube);
    assertThat(
            found(
                Property.MIXED_KERNEL_EXPANDED,
                function(FunctionType.AIV, "f", List.of(), List.of(), cube)))
        .containsExactly(
            "0: AIV function 'f' contains 'tile.matmul', which runs on the other core");
  }

  private static final TileType ACC = TileType.of(DataType.FP32, MemorySpace.ACC, 64, 64);

  @Test
  void accumulatorIsStoredIntoWhatTheMachineCanNarrowTo() {
    Var m = new Var("m", ACC, HERE);
    Var bytes = new Var("bytes", TensorType.of(DataType.INT8, 64, 64), HERE);

    assertThat(stored(m, o)).isEmpty();
    assertThat(stored(m, bytes))
        .containsExactly(
            "cube accumulator cannot be stored directly into a 'int8' global tensor on the 'a2a3'"
                + " backend (function 'f'). The fix-pipe narrows an Acc tile only into FP32. Move"
                + " the tile to Vec and cast it there, or store it into a tensor of one of these"
                + " types.");
  }

  private List<String> stored(Var accumulator, Var into) {
    return Verifiers.verify(
            program(incore(eval(op("tile.store", into.type(), accumulator, i(0), into)))),
            target(),
            ImmutableSet.of(Property.ACC_TO_GM_STORE_VALID))
        .stream()
        .map(Diagnostic::message)
        .toList();
  }

  @Test
  void everyTileHasAMemoryReference() {
    TileType placed =
        TileType.of(DataType.FP32, MemorySpace.VEC, 4, 4)
            .withMemref(Optional.of(MemRef.of(new Var("mem", PtrType.INSTANCE, HERE), 0, 64)));

    holds(
        Property.HAS_MEM_REFS,
        let(new Var("t", placed, HERE), op("tile.load", placed, x)),
        let(tile("u"), op("tile.tpop_from_aic", tile("u").type())));
    fails(
        Property.HAS_MEM_REFS,
        "0: tile 't' in function 'f' has no memory reference",
        let(tile("t"), load(x)));
  }

  @Test
  void addressesLieInTheirMemory() {
    assertThat(addressed(192)).isEmpty();
    assertThat(addressed(193))
        .containsExactly(
            "in function 'f', Vec buffer usage (257 bytes) exceeds platform limit (256 bytes)");
    assertThat(addressed(-8))
        .containsExactly("in function 'f', tile 't' has the negative address -8");
  }

  private static Target target() {
    return new Target(
        "T",
        Isa.A2A3,
        "",
        1,
        1,
        ImmutableMap.of(MemorySpace.VEC, 256L),
        ImmutableMap.of(),
        32,
        16,
        ImmutableSet.of(DataType.FP32),
        false,
        0,
        0);
  }

  private List<String> addressed(long offset) {
    TileType type =
        TileType.of(DataType.FP32, MemorySpace.VEC, 4, 4)
            .withMemref(Optional.of(MemRef.of(new Var("mem", PtrType.INSTANCE, HERE), offset, 64)));
    Function kernel = incore(let(new Var("t", type, HERE), op("tile.load", type, x)));
    return Verifiers.verify(
            program(kernel), target(), ImmutableSet.of(Property.ALLOCATED_MEMORY_ADDR))
        .stream()
        .map(Diagnostic::message)
        .toList();
  }

  @Test
  void operandsLieWhereTheirOperatorTakesThem() {
    Var mat = new Var("b", TileType.of(DataType.FP32, MemorySpace.MAT, 64, 64), HERE);

    holds(Property.TILE_MEMORY_INFERRED, let(tile("t"), exp(tile("s"))));
    fails(
        Property.TILE_MEMORY_INFERRED,
        "0: InCore function 'f': Op 'tile.add' input 1 ('b') requires Vec but is in Mat",
        let(tile("t"), op("tile.add", TILE, tile("a"), mat)));
  }

  @Test
  void loopsOfKernels() {
    ForStmt unrolled = loop(ForKind.UNROLL, index("i"), i(0), i(4), eval(x));
    ForStmt pipelined = loop(ForKind.PIPELINE, index("i"), i(0), i(4), eval(x));
    Attrs stages = Attrs.of("pipeline_stages", AttrValue.of(2));

    holds(Property.UNROLL_RESOLVED, pipelined);
    fails(
        Property.UNROLL_RESOLVED,
        "0: ForKind::Unroll survived past UnrollLoops in function 'f'. Every unrolled loop should"
            + " have become copies of its body.",
        unrolled);
    holds(Property.PIPELINE_LOOP_VALID, pipelined.withAttrs(stages), unrolled);
    fails(
        Property.PIPELINE_LOOP_VALID,
        "0: ForStmt in function 'f' has `kind_ == ForKind::Pipeline` but no `pipeline_stages` attr."
            + " Pipeline loops must always carry the stage attribute (kind ⇔ attr).",
        pipelined);
    fails(
        Property.PIPELINE_LOOP_VALID,
        "1: ForStmt in function 'f' has a `pipeline_stages` attr but `kind_ != ForKind::Pipeline`."
            + " Only pipeline loops may carry the stage attribute (kind ⇔ attr).",
        unrolled.withAttrs(stages));
  }

  @Test
  void loopsAreLeftAtTheirEnd() {
    holds(Property.STRUCTURED_CTRL_FLOW, loop(index("i"), 0, 4, eval(x)));
    assertThat(
            found(
                Property.STRUCTURED_CTRL_FLOW,
                incore(
                    loop(
                        index("i"),
                        0,
                        4,
                        when(less(n, i(1)), new BreakStmt(HERE, ImmutableList.of())),
                        new ContinueStmt(HERE, ImmutableList.of())))))
        .containsExactly(
            "0: BreakStmt found — IR is not in structured control flow form",
            "1: ContinueStmt found — IR is not in structured control flow form");
  }

  @Test
  void viewsOfTensorsSayTheStridesOfTheirLayout() {
    assertThat(viewed(TensorLayout.ND, 30, 5, 1)).isEmpty();
    assertThat(viewed(TensorLayout.ND, 64, 8, 1)).isEmpty();
    assertThat(viewed(TensorLayout.DN, 30, 1, 6)).isEmpty();
    assertThat(viewed(TensorLayout.DN)).containsExactly("DN layout has a view without strides");
    assertThat(viewed(TensorLayout.NZ, 30, 5, 1))
        .containsExactly(
            "NZ layout is not blocked as [batch, columns / 8, rows / 16, 16, 8];"
                + " give the blocked shape, or use ND or DN");
    assertThat(viewed(TensorLayout.ND, 5, 1)).containsExactly("ND layout has 2 strides");
    assertThat(viewed(TensorLayout.ND, 1, 5, 30))
        .containsExactly("ND layout does not have stride 1 in dimension 2");
    assertThat(viewed(TensorLayout.DN, 30, 5, 1))
        .containsExactly("DN layout does not have stride 1 in dimension 1");
    assertThat(viewed(TensorLayout.ND, 29, 5, 1))
        .containsExactly(
            "ND layout has a stride in dimension 0 that is shorter than what lies within it");
    assertThat(viewed(TensorLayout.DN, 30, 1, 5))
        .containsExactly(
            "DN layout has a stride in dimension 2 that is shorter than what lies within it");
    assertThat(viewed(TensorLayout.DN, 29, 1, 6))
        .containsExactly(
            "DN layout has a stride in dimension 0 that is shorter than what lies within it");
  }

  /** What is wrong with a [2, 6, 5] tensor, from the layout on. */
  private static List<String> viewed(TensorLayout layout, long... stride) {
    TensorType type =
        TensorType.of(DataType.FP32, 2, 6, 5)
            .withTensorView(
                Optional.of(TensorView.packed().withLayout(layout).withStride(Dims.of(stride))));
    Var view = new Var("v", type, HERE);
    String prefix = "1: in function 'f', a tensor of rank 3 with the ";
    return found(
            Property.TENSOR_VIEW_CANONICAL,
            function(FunctionType.INCORE, "f", List.of(), List.of(view)))
        .stream()
        .map(message -> message.substring(prefix.length()))
        .toList();
  }

  @Test
  void stridesWithSymbolsAreBelieved() {
    TensorView view = TensorView.packed().withStride(ImmutableList.of(n, i(1)));

    holds(
        Property.TENSOR_VIEW_CANONICAL,
        let(new Var("v", TENSOR.withTensorView(Optional.of(view)), HERE), x));
  }

  @Test
  void viewOfATileSaysMoreThanTheImplicitOne() {
    assertThat(sized(less(n, i(4)), less(n, i(5)))).isEmpty();
    assertThat(sized(negated(n), negated(n)))
        .containsExactly(
            "1: in function 'f', a tile has a view that says no more than the implicit one");
  }

  private static Expr negated(Expr operand) {
    return new UnaryExpr(HERE, INDEX, UnaryOp.NEG, operand);
  }

  private List<String> sized(Expr extent, Expr valid) {
    TileView view = TILE.effectiveView().withValidShape(ImmutableList.of(valid, i(8)));
    TileType type =
        new TileType(
            DataType.FP32,
            ImmutableList.of(extent, i(8)),
            Optional.empty(),
            Optional.of(view),
            Optional.of(MemorySpace.VEC));
    Var dynamic = new Var("t", type, HERE);
    return found(Property.TILE_TYPE_COHERENCE, incore(let(dynamic, op("tile.load", type, x))));
  }

  @Test
  void arraysStayInTheirFunction() {
    Var array = new Var("ids", new ArrayType(DataType.INT32, i(4)), HERE);

    holds(Property.ARRAY_NOT_ESCAPED, let(array, op("array.create", array.type(), i(4))));
    assertThat(
            found(
                Property.ARRAY_NOT_ESCAPED,
                function(FunctionType.INCORE, "f", List.of(), List.of(array), ret(array))
                    .withReturnTypes(array.type())))
        .containsExactly(
            "0: parameter 'ids' of function 'f' is an array; arrays stay in their function",
            "0: function 'f' returns an array; arrays stay in their function");
  }

  @Test
  void machineAddsAtomicallyWhatItCan() {
    Var halves = new Var("halves", TensorType.of(DataType.BF16, 64, 64), HERE);

    holds(Property.ATOMIC_ADD_DTYPE_VALID, eval(added(o)), eval(store(tile("t"), halves)));
    fails(
        Property.ATOMIC_ADD_DTYPE_VALID,
        "1: T has no atomic addition of bf16 (function 'f'); add in fp32",
        eval(added(halves)));
  }

  private static Call added(Var into) {
    return op("tile.store", into.type(), tile("t"), i(0), into)
        .withKwargs(Attrs.of("atomic", AttrValue.of(1)));
  }
}
