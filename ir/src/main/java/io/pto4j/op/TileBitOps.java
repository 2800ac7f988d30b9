package io.pto4j.op;

import static io.pto4j.op.Defs.rowVec;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.rule.BitRules;
import io.pto4j.op.rule.CompareRules;
import io.pto4j.op.rule.ElementwiseRules;
import io.pto4j.op.rule.GeneratorRules;

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

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(bits())
        .addAll(bitsWithScalar())
        .addAll(comparisons())
        .addAll(remainders())
        .addAll(carries())
        .add(counting())
        .build();
  }

  private static OpDefBuilder bits(String name, String doc, TypeRule rule) {
    return vector(name, doc, rule, rowVec("lhs").of(Defs.INTEGERS), rowVec("rhs").of(Defs.INTEGERS))
        .rowMajorResult(true);
  }

  private static ImmutableList<OpDef> bits() {
    return ImmutableList.of(
        bits("tile.and", "Bits set in both", ElementwiseRules::tiles).build(),
        bits("tile.or", "Bits set in one or both", ElementwiseRules::tiles).build(),
        bits("tile.shl", "lhs shifted left by rhs bits", ElementwiseRules::tiles).build(),
        bits("tile.shr", "lhs shifted right by rhs bits", ElementwiseRules::tiles).build(),
        bits("tile.xor", "Bits set in one of the two", ElementwiseRules::tiles)
            .addOperands(rowVec("tmp"))
            .build(),
        vector(
                "tile.not",
                "Every bit flipped",
                ElementwiseRules::tile,
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
        scalar("tile.ands", "Bits set in both lhs and a scalar", BitRules::tileScalar)
            .inPlaceSafe(false)
            .build(),
        scalar("tile.ors", "Bits set in lhs or a scalar", BitRules::tileScalar)
            .inPlaceSafe(false)
            .build(),
        scalar("tile.xors", "Bits set in one of lhs and a scalar", BitRules::tileScalar)
            .addOperands(vec("tmp"))
            .inPlaceSafe(false)
            .build(),
        scalar("tile.shls", "lhs shifted left", BitRules.shift(BitRules::tileScalar)).build(),
        scalar("tile.shrs", "lhs shifted right", BitRules.shift(BitRules::tileScalar)).build());
  }

  private static ImmutableList<OpDef> comparisons() {
    return ImmutableList.of(
        vector(
                "tile.cmp",
                "A packed mask of where lhs and rhs compare so",
                CompareRules::tiles,
                vec("lhs"),
                vec("rhs"))
            .addAttributes(Defs.CMP_TYPE)
            .build(),
        vector(
                "tile.cmps",
                "A packed mask of where lhs and a scalar compare so",
                CompareRules::tileScalar,
                rowVec("lhs"),
                Operand.element("rhs"))
            .addAttributes(Defs.CMP_TYPE)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.sel",
                "lhs where the packed mask is set, else rhs",
                CompareRules::select,
                rowVec("mask").of(MASKS),
                rowVec("lhs"),
                rowVec("rhs"),
                rowVec("tmp"))
            .addForbiddenAliases(0, 3)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.sels",
                "src where the packed mask is set, else the scalar",
                CompareRules::selectScalar,
                rowVec("mask").of(MASKS),
                rowVec("src"),
                rowVec("tmp"),
                Operand.scalar("scalar"))
            .addForbiddenAliases(0)
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.prelu",
                "x where x > 0, else slope * x",
                CompareRules::prelu,
                rowVec("tile").of(Defs.FLOATS),
                rowVec("slope").of(Defs.FLOATS),
                rowVec("tmp"))
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> remainders() {
    return ImmutableList.of(
        vector(
                "tile.rem",
                "Remainder of lhs / rhs with the sign of rhs",
                ElementwiseRules::tiles,
                rowVec("lhs"),
                rowVec("rhs"),
                rowVec("tmp"))
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.rems",
                "Remainder of lhs / scalar with the sign of the scalar",
                ElementwiseRules::tileScalar,
                vec("lhs"),
                Operand.element("rhs"),
                vec("tmp"))
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
    return vector(name, doc, CompareRules::threeTiles, vec("src0"), vec("src1"), vec("src2"))
        .build();
  }

  private static OpDef scalarThree(String name, String doc) {
    return vector(
            name,
            doc,
            CompareRules::tileScalarTile,
            rowVec("src0"),
            Operand.element("scalar"),
            rowVec("src2"))
        .rowMajorResult(true)
        .build();
  }

  private static OpDef counting() {
    return vector(
            "tile.ci",
            "start, start + 1, ... along the last axis",
            GeneratorRules.ofDtype(Defs.COUNTERS, GeneratorRules::tileCounting),
            Operand.element("start"),
            Operand.indices("shape"))
        .addAttributes(
            Defs.DTYPE,
            AttrDef.withDefault("descending", AttrValue.of(false), "count down instead"))
        .build();
  }
}
