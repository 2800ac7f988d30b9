package io.pto4j.op;

import static io.pto4j.op.Defs.rowVec;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;

/** Tile operators that work element by element. Sources: PTO ISA; PyPTO tile operators. */
@AutoService(OpFamily.class)
public final class TileArithmeticOps implements OpFamily {
  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder().addAll(binary()).addAll(scalar()).addAll(unary()).build();
  }

  private static OpDefBuilder binary(String name, String doc) {
    return vector(name, doc, Rule.ELEMENTWISE_TILES, rowVec("lhs"), rowVec("rhs"))
        .rowMajorResult(true);
  }

  private static ImmutableList<OpDef> binary() {
    return ImmutableList.of(
        binary("tile.add", "lhs + rhs, element by element").build(),
        binary("tile.sub", "lhs - rhs, element by element").build(),
        binary("tile.mul", "lhs * rhs, element by element").build(),
        vector(
                "tile.div",
                "lhs / rhs, element by element",
                Rule.PRECISE_TILES,
                rowVec("lhs").of(Defs.DIVISIBLE),
                rowVec("rhs").of(Defs.DIVISIBLE))
            .addAttributes(Defs.HIGH_PRECISION)
            .rowMajorResult(true)
            .build(),
        binary("tile.maximum", "The larger of lhs and rhs, element by element").build(),
        binary("tile.minimum", "The smaller of lhs and rhs, element by element").build(),
        binary("tile.fmod", "Remainder of lhs / rhs with the sign of lhs")
            .inPlaceSafe(false)
            .build(),
        part("tile.part_add", "lhs + rhs where both are valid, else the valid one"),
        part("tile.part_mul", "lhs * rhs where both are valid, else the valid one"),
        part("tile.part_max", "The larger one where both are valid, else the valid one"),
        part("tile.part_min", "The smaller one where both are valid, else the valid one"));
  }

  private static OpDef part(String name, String doc) {
    return vector(name, doc, Rule.ELEMENTWISE_TILE_PARTS, rowVec("src0"), rowVec("src1"))
        .rowMajorResult(true)
        .build();
  }

  private static OpDefBuilder scalar(String name, String doc, boolean rowMajor) {
    return vector(
            name,
            doc,
            Rule.ELEMENTWISE_TILE_SCALAR,
            rowMajor ? rowVec("lhs") : vec("lhs"),
            Operand.element("rhs"))
        .rowMajorResult(rowMajor);
  }

  private static ImmutableList<OpDef> scalar() {
    return ImmutableList.of(
        scalar("tile.adds", "lhs + scalar, element by element", true).build(),
        vector(
                "tile.subs",
                "lhs - scalar, element by element",
                Rule.ELEMENTWISE_TILE_SCALAR,
                rowVec("lhs").of(Defs.SUBTRACTABLE),
                Operand.element("rhs").of(Defs.SUBTRACTABLE))
            .rowMajorResult(true)
            .build(),
        scalar("tile.muls", "lhs * scalar, element by element", true).build(),
        scalar("tile.divs", "lhs / scalar, element by element", true).build(),
        scalar("tile.maximums", "The larger of lhs and a scalar, element by element", true).build(),
        scalar("tile.minimums", "The smaller of lhs and a scalar, element by element", false)
            .build(),
        scalar("tile.fmods", "Remainder of lhs / scalar with the sign of lhs", true)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.lrelu",
                "x where x > 0, else slope * x",
                Rule.ELEMENTWISE_TILE_SLOPE,
                rowVec("tile"),
                Operand.scalar("slope").with(Operand.Literal.FP32))
            .rowMajorResult(true)
            .build(),
        scalar("tile.expands", "The template's shape with the scalar in every element", false)
            .build());
  }

  private static OpDefBuilder unary(String name, String doc, Operand operand) {
    return vector(name, doc, Rule.ELEMENTWISE_TILE, operand).rowMajorResult(operand.rowMajor());
  }

  private static ImmutableList<OpDef> unary() {
    Operand any = rowVec("tile");
    Operand floats = any.of(Defs.FLOATS);
    Operand fp32 = vec("tile").of(ImmutableList.of(DataType.FP32));
    return ImmutableList.of(
        unary("tile.neg", "-x", vec("tile")).build(),
        unary("tile.abs", "|x|", any).build(),
        unary("tile.relu", "x where x > 0, else 0", any).build(),
        unary("tile.exp", "e to the power x", floats).build(),
        unary("tile.sqrt", "Square root of x", floats).build(),
        precise("tile.log", "Natural logarithm of x", floats).build(),
        precise("tile.recip", "1 / x", floats).inPlaceSafe(false).build(),
        vector(
                "tile.rsqrt",
                "1 / sqrt(x); with a scratch tile at high precision",
                Rule.ELEMENTWISE_TILE_WITH_SCRATCH,
                floats,
                rowVec("tmp").with(Operand.Effect.NONE).asOptional())
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build(),
        unary("tile.sin", "Sine of x in radians", fp32).build(),
        unary("tile.cos", "Cosine of x in radians", fp32).build(),
        vector("tile.cast", "x in another element type", Rule.CAST_TILE, any)
            .addAttributes(Defs.TARGET_TYPE, Defs.CAST_MODE)
            .rowMajorResult(true)
            .build());
  }

  private static OpDefBuilder precise(String name, String doc, Operand operand) {
    return vector(name, doc, Rule.PRECISE_TILE, operand)
        .addAttributes(Defs.HIGH_PRECISION)
        .rowMajorResult(true);
  }
}
