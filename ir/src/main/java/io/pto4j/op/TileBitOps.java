package io.pto4j.op;

import static io.pto4j.op.Defs.rowVec;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;

/** Tile operators on bits, comparisons, selections and remainders. Source: PTO ISA. */
@AutoService(OpFamily.class)
public final class TileBitOps implements OpFamily {
  private static final ImmutableSet<DataType> HALF_WORDS =
      ImmutableSet.of(DataType.INT16, DataType.UINT16);
  private static final ImmutableSet<DataType> MASKS =
      ImmutableSet.of(
          DataType.INT8,
          DataType.UINT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32);

  private static final ImmutableSet<DataType> SELECTABLE =
      ImmutableSet.<DataType>builder().addAll(MASKS).add(DataType.FP16, DataType.FP32).build();

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(bits())
        .addAll(bitsWithScalar())
        .addAll(comparisons())
        .addAll(remainders())
        .addAll(carries())
        .build();
  }

  private static OpDefBuilder bits(String name, String doc, TypeRule rule) {
    return vector(name, doc, rule, rowVec("lhs").of(Defs.INTEGERS), rowVec("rhs").of(Defs.INTEGERS))
        .rowMajorResult(true);
  }

  private static ImmutableList<OpDef> bits() {
    return ImmutableList.of(
        bits("tile.and", "Bits set in both", Rule.ELEMENTWISE_TILES).build(),
        bits("tile.or", "Bits set in one or both", Rule.ELEMENTWISE_TILES).build(),
        bits("tile.shl", "lhs shifted left by rhs bits", Rule.ELEMENTWISE_TILES).build(),
        bits("tile.shr", "lhs shifted right by rhs bits", Rule.ELEMENTWISE_TILES).build(),
        bits("tile.xor", "Bits set in one of the two", Rule.ELEMENTWISE_TILES)
            .addOperands(rowVec("tmp").with(Operand.Effect.NONE))
            .build(),
        vector(
                "tile.not",
                "Every bit flipped",
                Rule.ELEMENTWISE_TILE,
                rowVec("tile").of(HALF_WORDS))
            .rowMajorResult(true)
            .build());
  }

  private static OpDefBuilder scalar(String name, String doc, TypeRule rule) {
    return vector(
        name,
        doc,
        rule,
        vec("lhs").of(Defs.INTEGERS),
        Operand.element("rhs").of(TensorBitOps.SCALARS));
  }

  private static ImmutableList<OpDef> bitsWithScalar() {
    return ImmutableList.of(
        scalar("tile.ands", "Bits set in both lhs and a scalar", Rule.BIT_TILE_SCALAR)
            .inPlaceSafe(false)
            .build(),
        scalar("tile.ors", "Bits set in lhs or a scalar", Rule.BIT_TILE_SCALAR)
            .inPlaceSafe(false)
            .build(),
        scalar("tile.xors", "Bits set in one of lhs and a scalar", Rule.BIT_TILE_SCALAR)
            .addOperands(vec("tmp").with(Operand.Effect.NONE))
            .inPlaceSafe(false)
            .build(),
        scalar("tile.shls", "lhs shifted left", Rule.BIT_TILE_SHIFT).build(),
        scalar("tile.shrs", "lhs shifted right", Rule.BIT_TILE_SHIFT).build());
  }

  private static ImmutableList<OpDef> comparisons() {
    return ImmutableList.of(
        vector(
                "tile.cmp",
                "A packed mask of where lhs and rhs compare so",
                Rule.COMPARE_TILES,
                vec("lhs"),
                vec("rhs"))
            .addAttributes(Defs.CMP_TYPE)
            .build(),
        vector(
                "tile.cmps",
                "A packed mask of where lhs and a scalar compare so",
                Rule.COMPARE_TILE_SCALAR,
                rowVec("lhs"),
                Operand.element("rhs"))
            .addAttributes(Defs.CMP_TYPE)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.sel",
                "lhs where the packed mask is set, else rhs",
                Rule.COMPARE_SELECT,
                rowVec("mask").of(MASKS),
                rowVec("lhs"),
                rowVec("rhs"),
                rowVec("tmp").with(Operand.Effect.NONE))
            .addForbiddenAliases(0, 3)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.sels",
                "src where the packed mask is set, else the scalar",
                Rule.COMPARE_SELECT_SCALAR,
                rowVec("mask").of(MASKS),
                rowVec("src").of(SELECTABLE),
                rowVec("tmp").with(Operand.Effect.NONE),
                Operand.scalar("scalar").with(Operand.Literal.SELECTED))
            .addForbiddenAliases(0)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.prelu",
                "x where x > 0, else slope * x",
                Rule.COMPARE_PRELU,
                rowVec("tile").of(Defs.FLOATS),
                rowVec("slope").of(Defs.FLOATS),
                rowVec("tmp").with(Operand.Effect.NONE))
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> remainders() {
    return ImmutableList.of(
        vector(
                "tile.rem",
                "Remainder of lhs / rhs with the sign of rhs",
                Rule.ELEMENTWISE_TILES,
                rowVec("lhs"),
                rowVec("rhs"),
                rowVec("tmp").with(Operand.Effect.NONE))
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.rems",
                "Remainder of lhs / scalar with the sign of the scalar",
                Rule.ELEMENTWISE_TILE_SCALAR,
                vec("lhs"),
                Operand.element("rhs"),
                vec("tmp").with(Operand.Effect.NONE))
            .build());
  }

  private static ImmutableList<OpDef> carries() {
    return ImmutableList.of(
        three("tile.addc", "a + b + c"),
        three("tile.subc", "a - b + c"),
        scalarThree("tile.addsc", "a + scalar + c"),
        scalarThree("tile.subsc", "a - scalar + c"));
  }

  private static OpDef three(String name, String doc) {
    return vector(name, doc, Rule.COMPARE_THREE_TILES, vec("src0"), vec("src1"), vec("src2"))
        .build();
  }

  private static OpDef scalarThree(String name, String doc) {
    return vector(
            name,
            doc,
            Rule.COMPARE_TILE_SCALAR_TILE,
            rowVec("src0"),
            Operand.element("scalar"),
            rowVec("src2"))
        .rowMajorResult(true)
        .build();
  }
}
