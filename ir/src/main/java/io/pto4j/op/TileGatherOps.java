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
import io.pto4j.op.rule.GatherRules;
import io.pto4j.op.rule.SortRules;

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
  private static final ImmutableSet<DataType> BLOCKS =
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
                GatherRules::tile,
                vec("src").of(GatherRules.GATHERED),
                vec("indices"),
                vec("tmp"))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.gatherb",
                "The 32-byte blocks of src at byte offsets",
                GatherRules::blocks,
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
                GatherRules::tileMask,
                vec("src").of(GatherRules.GATHERED))
            .addAttributes(PATTERN, SAME_WIDTH)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.gather_compare",
                "Where in each row elements compare so with a scalar, and how many do",
                GatherRules::tileCompare,
                vec("src").of(GatherRules.GATHERED),
                Operand.element("kvalue"),
                vec("tmp"))
            .addAllAttributes(COMPARISON)
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> scatters() {
    return ImmutableList.of(
        vector(
                "tile.scatter",
                "dst with the elements of src at flat indices; what is not written is undefined",
                GatherRules::tileScatter,
                vec("dst").of(GatherRules.SCATTERED).with(Effect.READ_WRITE),
                vec("src").of(GatherRules.SCATTERED),
                vec("indexes"))
            .reusesInput(0)
            .build(),
        vector(
                "tile.scatter_mask",
                "dst with src in the columns of a pattern and zero elsewhere",
                GatherRules::tileScatterMask,
                vec("dst").of(GatherRules.SCATTERED).with(Effect.READ_WRITE),
                vec("src").of(GatherRules.SCATTERED))
            .addAttributes(PATTERN)
            .reusesInput(0)
            .build());
  }

  private static ImmutableList<OpDef> sorts() {
    Operand floats = rowVec("src").of(Defs.FLOATS);
    return ImmutableList.of(
        vector(
                "tile.sort32",
                "Every 32 elements in descending order, as records of value and index",
                SortRules::tileSort,
                floats,
                rowVec("idx"))
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.mrgsort_format1",
                "Every four sorted runs of records merged into one",
                SortRules::tileMergeRuns,
                vec("src").of(Defs.FLOATS),
                Operand.scalar("block_len"))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.mrgsort_format2",
                "Two to four sorted rows of records merged; the last operand is scratch",
                SortRules::tileMerge,
                rowVec("src0").of(Defs.FLOATS),
                rowVec("src1").of(Defs.FLOATS),
                rowVec("src2_or_tmp").of(Defs.FLOATS),
                rowVec("src3_or_tmp").of(Defs.FLOATS).asOptional(),
                vec("tmp").of(Defs.FLOATS).asOptional())
            .addAttributes(EXHAUSTED)
            .rowMajorResult(true)
            .inPlaceSafe(false)
            .build());
  }
}
