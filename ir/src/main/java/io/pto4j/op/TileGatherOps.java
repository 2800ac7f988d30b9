package io.pto4j.op;

import static io.pto4j.op.Defs.rowVec;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.Operand.Effect;

/** Tile operators that pick, place and sort elements. Source: PTO ISA. */
@AutoService(OpFamily.class)
public final class TileGatherOps implements OpFamily {
  static final AttrDef PATTERN =
      AttrDef.required(
          "mask_pattern",
          AttrValue.OfInt.class,
          "columns: 1 even, 2 odd, 3 to 6 every fourth from the first to the fourth, 7 all");
  static final AttrDef SAME_WIDTH =
      AttrDef.optional(
          "output_dtype", AttrValue.OfDataType.class, "read the bits as this type of equal width");
  static final ImmutableList<AttrDef> COMPARISON =
      ImmutableList.of(
          AttrDef.required("cmp_mode", AttrValue.OfInt.class, "0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge"),
          AttrDef.withDefault("offset", AttrValue.of(0), "added to every index"),
          AttrDef.required("out_cols", AttrValue.OfInt.class, "room for indices in each row"),
          AttrDef.withDefault(
              "count_dtype", AttrValue.of(DataType.INT32), "type of the counts: int32 or uint32"));
  static final AttrDef EXHAUSTED =
      AttrDef.withDefault(
          "exhausted", AttrValue.of(false), "stop when one of the sources is used up");
  private static final PipeUse SCATTERING =
      new PipeUse.BySpaces("S on Ascend 910B, V on Ascend 950");

  static final ImmutableSet<DataType> BLOCKS =
      ImmutableSet.of(
          DataType.INT8,
          DataType.UINT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32,
          DataType.FP16,
          DataType.BF16,
          DataType.FP32);

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(gathers())
        .addAll(scatters())
        .addAll(sorts())
        .build();
  }

  private static ImmutableList<OpDef> gathers() {
    return ImmutableList.of(
        vector(
                "tile.gather",
                "The elements of src at flat indices",
                Rule.GATHER_TILE,
                vec("src").of(Defs.GATHERED),
                vec("indices"),
                vec("tmp").with(Operand.Effect.NONE))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.gatherb",
                "The 32-byte blocks of src at byte offsets",
                Rule.GATHER_BLOCKS,
                rowVec("src").of(BLOCKS),
                rowVec("offset").of(ImmutableSet.of(DataType.UINT32)))
            .addAttributes(
                AttrDef.optional(
                    "output_dtype",
                    AttrValue.OfDataType.class,
                    "element type of the result; absent: that of src"))
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.gather_mask",
                "The columns of a pattern, side by side",
                Rule.GATHER_TILE_MASK,
                vec("src").of(Defs.GATHERED))
            .addAttributes(PATTERN, SAME_WIDTH)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.gather_compare",
                "Where in each row elements compare so with a scalar, and how many do",
                Rule.GATHER_TILE_COMPARE,
                vec("src").of(Defs.GATHERED),
                Operand.element("kvalue"),
                vec("tmp").with(Operand.Effect.NONE))
            .addAllAttributes(COMPARISON)
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> scatters() {
    return ImmutableList.of(
        vector(
                "tile.scatter",
                "dst with the elements of src at flat indices; what is not written is undefined",
                Rule.GATHER_TILE_SCATTER,
                vec("dst").of(Defs.SCATTERED).with(Effect.READ_WRITE),
                vec("src").of(Defs.SCATTERED),
                vec("indexes"))
            .pipe(SCATTERING)
            .reusesInput(0)
            .build(),
        vector(
                "tile.scatter_mask",
                "dst with src in the columns of a pattern and zero elsewhere",
                Rule.GATHER_TILE_SCATTER_MASK,
                vec("dst").of(Defs.SCATTERED).with(Effect.READ_WRITE),
                vec("src").of(Defs.SCATTERED))
            .addAttributes(PATTERN)
            .pipe(SCATTERING)
            .reusesInput(0)
            .build());
  }

  private static ImmutableList<OpDef> sorts() {
    Operand floats = rowVec("src").of(Defs.FLOATS);
    return ImmutableList.of(
        vector(
                "tile.sort32",
                "Every 32 elements in descending order, as records of value and index",
                Rule.SORT_TILE_SORT,
                floats,
                rowVec("idx"))
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.mrgsort_format1",
                "Every four sorted runs of records merged into one",
                Rule.SORT_TILE_MERGE_RUNS,
                vec("src").of(Defs.FLOATS),
                Operand.scalar("block_len").with(Operand.Literal.INT32))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.mrgsort_format2",
                "Two to four sorted rows of records merged; the last operand is scratch",
                Rule.SORT_TILE_MERGE,
                rowVec("src0").of(Defs.FLOATS),
                rowVec("src1").of(Defs.FLOATS),
                rowVec("src2_or_tmp").of(Defs.FLOATS),
                rowVec("src3_or_tmp").of(Defs.FLOATS).asOptional(),
                vec("tmp").with(Operand.Effect.NONE).of(Defs.FLOATS).asOptional())
            .addAttributes(EXHAUSTED)
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build());
  }
}
