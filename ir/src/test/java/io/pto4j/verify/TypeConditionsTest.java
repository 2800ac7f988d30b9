package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.carrying;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static io.pto4j.pass.Ir.yields;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every condition on types, from both sides. */
class TypeConditionsTest {
  private final Findings types = new Findings(Property.TYPE_CHECKED);
  private final Var n = types.n;

  private static Var of(Type type) {
    return new Var("v", type, HERE);
  }

  /** A loop that carries one value of each of the types at its four places. */
  private static Stmt carried(Type initial, Type declared, Type yielded, Type result) {
    IterArg arg = new IterArg("acc", declared, of(initial), HERE);
    return carrying(loop(index("k"), 0, 4, yields(of(yielded))), List.of(arg), List.of(of(result)));
  }

  private void differ(String finding, Type declared, Type yielded) {
    types.none(carried(declared, declared, declared, declared));
    types.one(finding, carried(declared, declared, yielded, yielded));
  }

  @Test
  void everyBoundaryOfALoopIsCompared() {
    ScalarType real = ScalarType.of(DataType.FP32);
    types.one(
        "102: Dtype mismatch in ForStmt: initial value[0] dtype != declared iter_arg[0] dtype",
        carried(real, INDEX, INDEX, INDEX));
    types.one(
        "102: Dtype mismatch in ForStmt: declared iter_arg[0] dtype != yield value[0] dtype",
        carried(INDEX, INDEX, real, real));
    types.one(
        "102: Dtype mismatch in ForStmt: yield value[0] dtype != return_var[0] dtype",
        carried(INDEX, INDEX, INDEX, real));
  }

  @Test
  void bothBranchesAndTheResultAreCompared() {
    ScalarType real = ScalarType.of(DataType.FP32);
    types.none(when(less(n, i(1)), yields(n), yields(n), of(INDEX)));
    types.one(
        "102: Dtype mismatch in IfStmt: then yield value[0] dtype != else yield value[0] dtype",
        when(less(n, i(1)), yields(n), yields(of(real)), of(INDEX)));
    types.one(
        "102: Dtype mismatch in IfStmt: then yield value[0] dtype != return_var[0] dtype",
        when(less(n, i(1)), yields(n), yields(n), of(real)));
  }

  @Test
  void shapesAreCompared() {
    differ(
        "103: Shape dimension count mismatch in ForStmt: declared iter_arg[0] has 2 dimensions, but"
            + " yield value[0] has 3 dimensions",
        TENSOR,
        TensorType.of(DataType.FP32, 64, 64, 1));
    Var m = index("m");
    TensorType open = TENSOR.withShape(ImmutableList.of(n, i(64)));
    TensorType other = TENSOR.withShape(ImmutableList.of(m, i(64)));
    assertThat(types.in(types.kernel(carried(open, open, other, other))))
        .containsExactly(
            "104: Shape dimension mismatch in ForStmt: declared iter_arg[0] dimension[0] = n, but"
                + " yield value[0] dimension[0] = m; equality is not provable and this boundary has"
                + " no runtime guard",
            "104: Valid shape dimension mismatch in ForStmt: declared iter_arg[0] dimension[0] = n,"
                + " but yield value[0] dimension[0] = m; equality is not provable and this boundary"
                + " has no runtime guard");
    types.none(carried(open, open, open, open));
  }

  @Test
  void validShapesAreCompared() {
    TileType part = TILE.withTileView(Optional.of(valid(i(8), i(64))));
    differ(
        "104: Valid shape dimension mismatch in ForStmt: declared iter_arg[0] dimension[0] = 8, but"
            + " yield value[0] dimension[0] = 64",
        part,
        TILE);
  }

  private static TileView valid(Expr... extents) {
    return TILE.effectiveView().withValidShape(extents);
  }

  @Test
  void paddingWindowsAndViewsAreCompared() {
    TensorType padded =
        TENSOR.withTensorView(Optional.of(TensorView.packed().withPad(PadValue.ZERO)));
    differ(
        "109: Tensor padding mismatch in ForStmt: declared iter_arg[0] != yield value[0]",
        TENSOR,
        padded);

    WindowBuffer one =
        new WindowBuffer(new Var("a", PtrType.INSTANCE, HERE), i(64), false, false, HERE);
    WindowBuffer two =
        new WindowBuffer(new Var("b", PtrType.INSTANCE, HERE), i(64), false, false, HERE);
    DistributedTensorType window = DistributedTensorType.of(DataType.FP32, 16);
    differ(
        "110: Distributed window identity mismatch in ForStmt: declared iter_arg[0] and yield"
            + " value[0] are cut from different windows",
        window.withWindowBuffer(Optional.of(one)),
        window.withWindowBuffer(Optional.of(two)));

    TileType zero = TILE.withTileView(Optional.of(TILE.effectiveView().withPad(PadValue.ZERO)));
    TileType max = TILE.withTileView(Optional.of(TILE.effectiveView().withPad(PadValue.MAX)));
    differ(
        "111: Tile view mismatch in ForStmt: declared iter_arg[0] and yield value[0] lie in memory"
            + " in different ways",
        zero,
        max);
    // a type that does not say how it lies takes any other
    types.none(carried(TILE, TILE, zero, TILE));
  }

  @Test
  void kindsAndTuplesAreCompared() {
    differ(
        "101: Type kind mismatch in ForStmt: declared iter_arg[0] type 'TensorType' != yield"
            + " value[0] type 'ScalarType'",
        TENSOR,
        INDEX);
    TupleType pair = new TupleType(ImmutableList.of(INDEX, INDEX));
    differ(
        "105: Tuple size mismatch in ForStmt: declared iter_arg[0] != yield value[0]",
        pair,
        new TupleType(ImmutableList.of(INDEX)));
    differ(
        "102: Dtype mismatch in ForStmt: declared iter_arg[0].1 dtype != yield value[0].1 dtype",
        pair,
        new TupleType(ImmutableList.of(INDEX, ScalarType.of(DataType.FP32))));
    differ(
        "101: Type mismatch in ForStmt: declared iter_arg[0] is pl.Array[4, pl.INT32], but yield"
            + " value[0] is pl.Array[8, pl.INT32]",
        new ArrayType(DataType.INT32, i(4)),
        new ArrayType(DataType.INT32, i(8)));
  }

  @Test
  void loopsAndBranchesAgreeInNumber() {
    IterArg arg = new IterArg("acc", INDEX, i(0), HERE);
    types.one(
        "105: ForStmt size mismatch: iter_args=1, yield values=2, return_vars=1",
        carrying(loop(index("k"), 0, 4, yields(arg, arg)), List.of(arg), List.of(index("r"))));
    types.one(
        "105: WhileStmt size mismatch: iter_args=1, yield values=1, return_vars=0",
        whileLoop(less(arg, n), yields(arg)).withIterArgs(arg));
    types.one(
        "105: IfStmt size mismatch: then yield values=1, else yield values=2, return_vars=1",
        when(less(n, i(1)), yields(n), yields(n, n), index("r")));
  }

  @Test
  void boundsAreScalarsAndConditionsBools() {
    Var x = types.x;
    String range = "107: ForStmt %s must be ScalarType, but got TensorType";
    Stmt body = eval(n);
    types.one(range.formatted("start"), loop(ForKind.SEQUENTIAL, index("k"), x, i(4), body));
    types.one(range.formatted("step"), loop(index("k"), 0, 4, body).withStep(x));
    types.one("106: IfStmt condition must be ScalarType, but got TensorType", when(x, body));
    types.one(
        "106: WhileStmt condition must be ScalarType, but got TensorType", whileLoop(x, body));
    types.one("108: WhileStmt condition dtype must be BOOL, but got index", whileLoop(n, body));
    types.none(whileLoop(less(n, i(1)), body), when(less(n, i(1)), body));
  }

  @Test
  void validShapesOfSignaturesLieInTheShape() {
    TensorType type = TensorType.of(DataType.FP32, 32, 64);
    TensorType wide = type.withTensorView(Optional.of(view(i(40), i(64))));
    TensorType flat = type.withTensorView(Optional.of(view(i(40))));
    TensorType fine = type.withTensorView(Optional.of(view(n, i(64))));
    Var t = new Var("t2", fine, HERE);
    assertThat(types.in(function(FunctionType.INCORE, "f", List.of(), List.of(n, t), ret(n))))
        .isEmpty();
    assertThat(
            types.in(
                function(
                    FunctionType.INCORE,
                    "f",
                    List.of(),
                    List.of(n, new Var("t2", wide, HERE), new Var("t3", flat, HERE)),
                    ret(n))))
        .containsExactly(
            "104: Function 'f' parameter[1] 't2' valid_shape dimension 0 extent 40 provably exceeds"
                + " physical shape extent 32",
            "103: Function 'f' parameter[2] 't3' has invalid TensorType valid_shape rank mismatch:"
                + " got rank 1 [40], but physical shape has rank 2 [32, 64]");
    assertThat(
            types.in(
                types
                    .kernel(ret(n))
                    .withReturnTypes(INDEX, new TupleType(ImmutableList.of(INDEX, wide)))))
        .containsExactly(
            "104: Function 'f' return type[1] valid_shape dimension 0 extent 40 provably exceeds"
                + " physical shape extent 32");
  }

  private static TensorView view(Expr... extents) {
    return TensorView.packed().withValidShape(extents);
  }

  @Test
  void validShapesOfValuesLieInTheShape() {
    TileType wide = TILE.withTileView(Optional.of(valid(i(65), i(64))));
    TileType negative =
        TILE.withTileView(Optional.of(valid(new UnaryExpr(HERE, INDEX, UnaryOp.NEG, i(3)), i(64))));
    types.one(
        "104: Value valid_shape dimension 0 extent 65 provably exceeds physical shape extent 64",
        eval(op("tile.exp", TILE, op("tile.load", wide, types.x))));
    assertThat(
            types.in(
                types
                    .kernel(ret(op("tile.load", wide, types.x)))
                    .withReturnTypes(ImmutableList.of(TILE))))
        .containsExactly(
            "104: Value valid_shape dimension 0 extent 65 provably exceeds physical shape extent"
                + " 64");
    types.one(
        "104: Variable 't' valid_shape dimension 0 extent <expression> is negative",
        let(new Var("t", negative, HERE), op("tile.load", negative, types.x)));
    // once where variable and value have the same type
    types.one(
        "104: Variable 't' valid_shape dimension 0 extent 65 provably exceeds physical shape extent"
            + " 64",
        let(new Var("t", wide, HERE), op("tile.load", wide, types.x)));
  }

  @Test
  void memoryDoesNotMatterInAssignments() {
    Findings symmetry = new Findings(Property.ASSIGN_TYPE_SYMMETRY);
    TileType elsewhere = TileType.of(DataType.FP32, MemorySpace.MAT, 64, 64);
    symmetry.none(let(of(TILE), op("tile.load", TILE, symmetry.x)));
    assertThat(
            symmetry.in(symmetry.kernel(let(of(TENSOR), op("tensor.exp", elsewhere, symmetry.x)))))
        .hasSize(1);
  }
}
