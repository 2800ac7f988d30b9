package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.rule.GatherRules;
import io.pto4j.op.rule.SortRules;

/** Tensor operators that pick, place and sort elements. Source: PyPTO tensor operators. */
@AutoService(OpFamily.class)
public final class TensorGatherOps implements OpFamily {
  private static final Operand INPUT = Operand.tensor("input");

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        tensor(
                "tensor.gather",
                "The elements of the input at indices along dim",
                GatherRules::tensor,
                INPUT.of(GatherRules.GATHERED),
                Operand.tensor("index"))
            .addAttributes(
                AttrDef.required("dim", AttrValue.OfInt.class, "the axis that is indexed"))
            .build(),
        tensor(
                "tensor.gather_mask",
                "The columns of a pattern, side by side",
                GatherRules::tensorMask,
                INPUT.of(GatherRules.GATHERED))
            .addAttributes(TileGatherOps.PATTERN, TileGatherOps.SAME_WIDTH)
            .build(),
        tensor(
                "tensor.gather_compare",
                "Where in each row elements compare so with a scalar, and how many do",
                GatherRules::tensorCompare,
                INPUT.of(GatherRules.GATHERED),
                Operand.element("kvalue"))
            .addAllAttributes(TileGatherOps.COMPARISON)
            .build(),
        tensor(
                "tensor.scatter",
                "The input with the elements of src at indices along the last axis",
                GatherRules::tensorScatter,
                INPUT.of(GatherRules.SCATTERED),
                Operand.tensor("index"),
                Operand.tensor("src").of(GatherRules.SCATTERED))
            .addAttributes(AttrDef.required("dim", AttrValue.OfInt.class, "the last axis"))
            .build(),
        tensor(
                "tensor.scatter_mask",
                "dst with the input in the columns of a pattern",
                GatherRules::tensorScatterMask,
                INPUT.of(GatherRules.SCATTERED),
                Operand.tensor("dst").of(GatherRules.SCATTERED))
            .addAttributes(TileGatherOps.PATTERN)
            .build(),
        tensor(
                "tensor.sort32",
                "Every 32 elements in descending order, as records of value and index",
                SortRules::tensorSort,
                Operand.tensor("src").of(Defs.FLOATS),
                Operand.tensor("idx").of(ImmutableSet.of(DataType.UINT32)))
            .build(),
        tensor(
                "tensor.mrgsort_format1",
                "Every four sorted runs of records merged into one",
                SortRules::tensorMergeRuns,
                Operand.tensor("src").of(Defs.FLOATS),
                Operand.scalar("block_len"))
            .build(),
        tensor(
                "tensor.mrgsort_format2",
                "Two to four sorted rows of records merged",
                SortRules::tensorMerge,
                Operand.tensor("src0").of(Defs.FLOATS),
                Operand.tensor("src1").of(Defs.FLOATS),
                Operand.tensor("src2").of(Defs.FLOATS).asOptional(),
                Operand.tensor("src3").of(Defs.FLOATS).asOptional())
            .addAttributes(TileGatherOps.EXHAUSTED)
            .build());
  }
}
