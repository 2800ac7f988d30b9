package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;

/** Tensor operators that pick, place and sort elements. Source: PyPTO tensor operators. */
@AutoService(OpFamily.class)
public final class TensorGatherOps implements OpFamily {
  private static final Operand INPUT = Operand.tensor("input");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tensor");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        tensor(
                "tensor.gather",
                "The elements of the input at indices along dim",
                Rule.GATHER_TENSOR,
                INPUT.of(Defs.GATHERED),
                Operand.tensor("index"))
            .addAttributes(
                AttrDef.required("dim", AttrValue.OfInt.class, "the axis that is indexed"))
            .build(),
        tensor(
                "tensor.gather_mask",
                "The columns of a pattern, side by side",
                Rule.GATHER_TENSOR_MASK,
                INPUT.of(Defs.GATHERED))
            .addAttributes(TileGatherOps.PATTERN, TileGatherOps.SAME_WIDTH)
            .build(),
        tensor(
                "tensor.gather_compare",
                "Where in each row elements compare so with a scalar, and how many do",
                Rule.GATHER_TENSOR_COMPARE,
                INPUT.of(Defs.GATHERED),
                Operand.element("kvalue"))
            .addAllAttributes(TileGatherOps.COMPARISON)
            .build(),
        tensor(
                "tensor.scatter",
                "The input with the elements of src at indices along the last axis",
                Rule.GATHER_TENSOR_SCATTER,
                INPUT.of(Defs.SCATTERED),
                Operand.tensor("index"),
                Operand.tensor("src").of(Defs.SCATTERED))
            .addAttributes(AttrDef.required("dim", AttrValue.OfInt.class, "the last axis"))
            .build(),
        tensor(
                "tensor.scatter_mask",
                "dst with the input in the columns of a pattern",
                Rule.GATHER_TENSOR_SCATTER_MASK,
                INPUT.of(Defs.SCATTERED),
                Operand.tensor("dst").of(Defs.SCATTERED))
            .addAttributes(TileGatherOps.PATTERN)
            .build(),
        tensor(
                "tensor.sort32",
                "Every 32 elements in descending order, as records of value and index",
                Rule.SORT_TENSOR_SORT,
                Operand.tensor("src").of(Defs.FLOATS),
                Operand.tensor("idx").of(ImmutableSet.of(DataType.UINT32)))
            .build(),
        tensor(
                "tensor.mrgsort_format1",
                "Every four sorted runs of records merged into one",
                Rule.SORT_TENSOR_MERGE_RUNS,
                Operand.tensor("src").of(Defs.FLOATS),
                Operand.scalar("block_len"))
            .build(),
        tensor(
                "tensor.mrgsort_format2",
                "Two to four sorted rows of records merged",
                Rule.SORT_TENSOR_MERGE,
                Operand.tensor("src0").of(Defs.FLOATS),
                Operand.tensor("src1").of(Defs.FLOATS),
                Operand.tensor("src2").of(Defs.FLOATS).asOptional(),
                Operand.tensor("src3").of(Defs.FLOATS).asOptional())
            .addAttributes(TileGatherOps.EXHAUSTED)
            .build(),
        tensor(
                "tensor.scatter_update",
                "The input with rows replaced: the one at the k-th index by the k-th row of src",
                Rule.INDEXED_TENSOR_ROWS,
                INPUT,
                Operand.tensor("index").of(Defs.INTEGERS),
                Operand.tensor("src"))
            .addAttributes(Defs.ROW_DIM)
            .build(),
        tensor(
                "tensor.gather_row",
                "The accumulator with a window of src written at an offset",
                Rule.INDEXED_GATHER_ROW,
                Operand.tensor("acc").with(Operand.Effect.READ_WRITE),
                Operand.tensor("src"),
                Operand.indices("dst_offset"),
                Operand.indices("src_offset"),
                Operand.written("shapes"),
                Operand.written("valid_shape").asOptional())
            .addAttributes(Defs.TRANSPOSE_ROWS)
            .reusesInput(0)
            .build(),
        pagedGather());
  }

  private static OpDef pagedGather() {
    return tensor(
            "tensor.paged_gather",
            "Rows of src that are found through a table of blocks",
            Rule.INDEXED_PAGED_GATHER,
            Operand.tensor("src")
                .of(ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT8)),
            Operand.tensor("indices").of(ImmutableSet.of(DataType.INT32)),
            Operand.tensor("block_table").of(ImmutableSet.of(DataType.INT32)))
        .addAttributes(
            AttrDef.required("block_size", AttrValue.OfInt.class, "rows of a block"),
            AttrDef.required("size", AttrValue.OfInt.class, "columns of the result"),
            AttrDef.withDefault("col_off", AttrValue.of(0), "first column of src"),
            AttrDef.required("max_indices", AttrValue.OfInt.class, "room for rows"),
            AttrDef.withDefault("is_trans", AttrValue.of(false), "the rows become columns"),
            AttrDef.withDefault("is_b_matrix", AttrValue.of(false), "has no effect"),
            AttrDef.withDefault("space", AttrValue.of(MemorySpace.MAT), "Mat or Vec"))
        .build();
  }
}
