package io.pto4j.op;

import static io.pto4j.op.Defs.tile;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Pipe;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.Operand.Kind;
import java.util.Optional;

/** Rows and elements of global memory at indices. Source: PyPTO tile operators, gather, scatter. */
@AutoService(OpFamily.class)
public final class TileIndexedOps implements OpFamily {
  private static final ImmutableSet<DataType> GATHERED_FROM_MEMORY =
      ImmutableSet.<DataType>builder()
          .addAll(TileGatherOps.BLOCKS)
          .add(DataType.FP8E4M3FN, DataType.FP8E5M2, DataType.HF8)
          .build();

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        tile(
                "tile.gather_row",
                "dst with a window of a tensor written at an offset",
                Rule.INDEXED_GATHER_ROW,
                Operand.tile("dst", MemorySpace.MAT, MemorySpace.VEC).with(Effect.READ_WRITE),
                Operand.tensor("src"),
                Operand.indices("dst_offset"),
                Operand.indices("src_offset"),
                Operand.written("shapes"),
                Operand.written("valid_shape").asOptional())
            .addAttributes(Defs.TRANSPOSE_ROWS)
            .outputSpace(new OutputSpace.Inherited())
            .reusesInput(0)
            .pipe(PipeUse.of(Pipe.MTE2))
            .build(),
        vector(
                "tile.scatter_update",
                "The input with rows replaced: the one at the k-th index by the k-th row of src",
                Rule.INDEXED_TILE_ROWS,
                vec("input").of(Defs.SCATTERED).with(Effect.READ_WRITE),
                vec("index").of(Defs.INTEGERS),
                vec("src").of(Defs.SCATTERED))
            .addAttributes(Defs.ROW_DIM)
            .reusesInput(0)
            .build(),
        tile(
                "tile.mscatter",
                "The tensor with elements of src written at flat indices",
                Rule.INDEXED_MEMORY_SCATTER,
                Defs.rowVec("src").of(Defs.GATHERED),
                Defs.rowVec("idx").of(ImmutableSet.of(DataType.INT32)),
                Operand.tensor("output_tensor").with(Effect.WRITE))
            .reusesInput(2)
            .writeChannel(OpDef.WriteChannel.DMA)
            .pipe(PipeUse.of(Pipe.MTE3))
            .build(),
        memoryGather());
  }

  private static OpDef memoryGather() {
    return tile(
            "tile.mgather",
            "Rows or elements of a tensor at indices",
            Rule.INDEXED_MEMORY_GATHER,
            Operand.tensor("mem").of(GATHERED_FROM_MEMORY),
            Operand.of("idx", Kind.SHAPED).of(ImmutableSet.of(DataType.INT32)),
            Operand.of("scratch", Kind.ANY).with(Effect.WRITE).asOptional(),
            Operand.of("valid_shape", Kind.ANY).with(Effect.NONE).asOptional())
        .addAttributes(
            AttrDef.withDefault(
                "coalesce", AttrValue.of(0), "0: an index names a row; 1: an element"),
            AttrDef.withDefault(
                "gather_oob",
                AttrValue.of(0),
                "an index outside: 0 undefined, 1 clamped, 2 wrapped, 3 gives zero"),
            AttrDef.withDefault("target_memory", AttrValue.of(MemorySpace.VEC), "Vec or Mat"))
        .outputSpace(Defs.targetMemory(Optional.of(MemorySpace.VEC)))
        .writing(OpDef.Writing.INTO_MAT)
        .writeChannel(OpDef.WriteChannel.DMA)
        .inPlaceSafe(false)
        .pipe(PipeUse.of(Pipe.MTE2))
        .build();
  }
}
