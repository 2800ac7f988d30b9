package io.pto4j.op;

import static io.pto4j.op.Defs.targetMemory;
import static io.pto4j.op.Defs.targetMemoryAttr;
import static io.pto4j.op.Defs.tile;
import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;
import static io.pto4j.op.Defs.view;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Pipe;
import io.pto4j.op.Operand.Effect;
import java.util.Optional;

/** Tile operators that create, move, place and look at tiles. Source: PTO ISA. */
@AutoService(OpFamily.class)
public final class TileMemoryOps implements OpFamily {
  private static final AttrDef PAD_VALUE =
      AttrDef.withDefault("pad_value", new AttrValue.OfPadValue(PadValue.ZERO), "zero, max or min");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(transfers())
        .addAll(creations())
        .addAll(views())
        .addAll(placements())
        .addAll(access())
        .build();
  }

  private static ImmutableList<OpDef> transfers() {
    return ImmutableList.of(
        tile(
                "tile.load",
                "The window of a tensor as a tile",
                Rule.TRANSFER_LOAD,
                Operand.anyTensor("tensor"),
                Operand.written("offsets"),
                Operand.written("shapes"),
                Operand.written("valid_shape"))
            .addAttributes(targetMemoryAttr("Vec or Mat; absent: where it is needed"), Defs.CLAMP)
            .outputSpace(targetMemory(Optional.empty()))
            .pipe(PipeUse.of(Pipe.MTE2))
            .build(),
        tile(
                "tile.store",
                "The tensor with the tile's valid part written at the offsets",
                Rule.TRANSFER_STORE,
                Operand.tile("tile", MemorySpace.VEC, MemorySpace.ACC),
                Operand.indices("offsets"),
                Operand.anyTensor("output_tensor").with(Effect.WRITE),
                Operand.written("shapes").asOptional())
            .addAttributes(Defs.ATOMIC)
            .writing(OpDef.Writing.ATOMIC)
            .pipe(new PipeUse.BySpaces("FIX from Acc, else MTE3"))
            .reusesInput(2)
            .writeChannel(OpDef.WriteChannel.DMA)
            .build(),
        tile(
                "tile.move",
                "The tile in another memory or layout",
                Rule.TRANSFER_MOVE,
                Operand.tile("tile"))
            .addAttributes(
                AttrDef.required(
                    "target_memory", AttrValue.OfMemorySpace.class, "where the result lives"),
                AttrDef.optional(
                    "blayout", AttrValue.OfTileLayout.class, "order of the boxes of the result"),
                AttrDef.optional(
                    "slayout", AttrValue.OfTileLayout.class, "order inside a box of the result"))
            .outputSpace(targetMemory(Optional.of(MemorySpace.VEC)))
            .pipe(new PipeUse.BySpaces("MTE1 out of Mat, FIX out of Acc, else V"))
            .inPlaceSafe(false)
            .build(),
        tile(
                "tile.extract",
                "A copy of the window of a matrix",
                Rule.TRANSFER_EXTRACT,
                Operand.tile("src"),
                Operand.scalar("index_row"),
                Operand.scalar("index_col"),
                Operand.written("shape"))
            .addAttributes(targetMemoryAttr("where the result lives; absent: Vec"))
            .outputSpace(targetMemory(Optional.of(MemorySpace.VEC)))
            .pipe(new PipeUse.BySpaces("MTE1 out of Mat, FIX into Mat, else V"))
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> creations() {
    return ImmutableList.of(
        tile(
                "tile.create",
                "A tile with undefined elements",
                Rule.TRANSFER_CREATE,
                Operand.written("shape"))
            .addAttributes(
                Defs.DTYPE,
                targetMemoryAttr("where it lives; absent: where it is needed"),
                AttrDef.withDefault("transpose", AttrValue.of(false), "in Mat: boxes of columns"),
                AttrDef.withDefault(
                    "flat_layout", AttrValue.of(false), "in Mat: rows instead of boxes"),
                AttrDef.withDefault(
                    "compact",
                    AttrValue.of(false),
                    "in Left, Right or Acc: boxes as the valid rows need them"))
            .outputSpace(targetMemory(Optional.empty()))
            .affinity(Affinity.SHARED)
            .result(OpDef.Result.ALLOCATION)
            .build(),
        tile(
                "tile.alloc",
                "The base of an allocation of on-chip memory",
                Rule.SYSTEM_ALLOC,
                Operand.scalar("memory_space"),
                Operand.scalar("size"))
            .addAttributes(
                AttrDef.withDefault("pinned", AttrValue.of(false), "declared by the author"))
            .affinity(Affinity.VECTOR)
            .result(OpDef.Result.ALLOCATION)
            .build(),
        vector(
                "tile.full",
                "A tile with one value in every element",
                Rule.TRANSFER_FULL,
                Operand.written("shape"),
                Operand.element("value"))
            .addAttributes(Defs.DTYPE)
            .rowMajorResult(true)
            .build());
  }

  private static ImmutableList<OpDef> views() {
    return ImmutableList.of(
        view(
                "tile.slice",
                "A window of the tile, without a copy",
                Rule.TILE_VIEW_SLICE,
                Operand.tile("input"),
                Operand.written("shape"),
                Operand.indices("offset"),
                Operand.written("valid_shape").asOptional(),
                Operand.written("drop_dims").asOptional())
            .addAttributes(
                AttrDef.optional(
                    "pad_value", AttrValue.OfPadValue.class, "what lies outside the valid part"))
            .build(),
        view(
                "tile.reshape",
                "The same elements in another shape, without a copy",
                Rule.TILE_VIEW_RESHAPE,
                Operand.tile("input"),
                Operand.written("shape"))
            .build(),
        view(
                "tile.reinterpret_view",
                "The same bytes as another element type, without a copy",
                Rule.REINTERPRET_TILE,
                Operand.tile("data"),
                Operand.written("shape").asOptional())
            .addAttributes(Defs.DTYPE)
            .build(),
        view(
                "tile.transpose_view",
                "The last two axes exchanged by reading the boxes the other way",
                Rule.TILE_VIEW_TRANSPOSE_VIEW,
                Operand.tile("input"))
            .build(),
        view(
                "tile.set_validshape",
                "The same tile with another valid region",
                Rule.TILE_VIEW_SET_VALID_SHAPE,
                Operand.tile("tile"),
                Operand.scalar("valid_rows"),
                Operand.scalar("valid_cols"))
            .build());
  }

  private static ImmutableList<OpDef> placements() {
    return ImmutableList.of(
        tile(
                "tile.assemble",
                "The target with the source written at the offset",
                Rule.TILE_VIEW_ASSEMBLE,
                Operand.tile("target").with(Effect.READ_WRITE),
                Operand.tile("source"),
                Operand.written("offset"))
            .outputSpace(new OutputSpace.Inherited())
            .reusesInput(0)
            .pipe(new PipeUse.BySpaces("FIX into Mat, else V"))
            .build(),
        tile(
                "tile.transpose",
                "A copy with two axes exchanged; the scratch tile has the input's shape",
                Rule.TILE_VIEW_TRANSPOSE,
                Operand.tile("input"),
                Operand.scalar("axis1"),
                Operand.scalar("axis2"),
                Operand.tile("tmp").with(Operand.Effect.NONE).asOptional())
            .outputSpace(new OutputSpace.Inherited())
            .pipe(PipeUse.of(Pipe.V))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.concat",
                "Two matrices side by side",
                Rule.TILE_VIEW_CONCAT,
                vec("src0"),
                vec("src1"))
            .inPlaceSafe(false)
            .build(),
        vector(
                "tile.fillpad",
                "The tile with a value in every element that was not valid",
                Rule.TILE_VIEW_FILL_PAD,
                vec("tile"))
            .addAttributes(PAD_VALUE)
            .build(),
        vector(
                "tile.fillpad_inplace",
                "As fillpad, in the operand's own buffer",
                Rule.TILE_VIEW_FILL_PAD,
                vec("tile").with(Effect.READ_WRITE))
            .addAttributes(PAD_VALUE)
            .reusesInput(0)
            .build(),
        vector(
                "tile.fillpad_expand",
                "The tile in a larger shape, with a value in every added element",
                Rule.TILE_VIEW_FILL_PAD_EXPAND,
                vec("tile"),
                Operand.written("shape"))
            .addAttributes(PAD_VALUE)
            .inPlaceSafe(false)
            .build());
  }

  private static ImmutableList<OpDef> access() {
    return ImmutableList.of(
        tile(
                "tile.read",
                "One element of the tile",
                Rule.ACCESS_READ,
                vec("tile"),
                Operand.indices("indices"))
            .pipe(PipeUse.of(Pipe.S))
            .build(),
        tile(
                "tile.write",
                "The tile with one element replaced",
                Rule.ACCESS_WRITE,
                vec("tile").with(Effect.READ_WRITE),
                Operand.indices("indices"),
                Operand.element("value"))
            .outputSpace(new OutputSpace.Fixed(MemorySpace.VEC))
            .reusesInput(0)
            .pipe(PipeUse.of(Pipe.S))
            .build());
  }
}
