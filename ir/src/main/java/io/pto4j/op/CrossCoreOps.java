package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Pipe;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Effect;

/** Transfers, events and barriers between cores. Source: PyPTO cross-core operators. */
@AutoService(OpFamily.class)
public final class CrossCoreOps implements OpFamily {
  private static final AttrDef SPLIT =
      AttrDef.withDefault(
          "split",
          AttrValue.of(0),
          "how the vector cores share the tile: 0 none, 1 rows, 2 columns, 3 and 4 unequally");
  private static final AttrDef MODE =
      AttrDef.required(
          "split", AttrValue.OfInt.class, "how the parts lie: 0 whole, 1 rows, 2 columns");
  private static final AttrDef LANE_STRIDE =
      AttrDef.optional(
          "lane_stride",
          AttrValue.OfInt.class,
          "where the second part begins; set by the compiler");
  private static final AttrDef ID =
      AttrDef.withDefault("id", AttrValue.of(0), "which of several pipes");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("system", "tensor", "tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(transfers())
        .addAll(boundaries())
        .addAll(pipes())
        .addAll(events())
        .build();
  }

  private static ImmutableList<OpDef> transfers() {
    return ImmutableList.of(
        Defs.effect(
                Category.TILE,
                "tile.tpush_to_aiv",
                "Sends the tile to the vector cores",
                Rule.SYNC_PUSH_ODD,
                Operand.tile("tile"))
            .addAttributes(SPLIT, LANE_STRIDE, ID)
            .pipe(new PipeUse.BySpaces("FIX from Acc, MTE3 from Vec"))
            .affinity(Affinity.CUBE)
            .build(),
        Defs.effect(
                Category.TILE,
                "tile.tpush_to_aic",
                "Sends the tile to the matrix core",
                Rule.SYNC_PUSH,
                Operand.tile("tile"))
            .addAttributes(SPLIT, ID)
            .pipe(new PipeUse.BySpaces("FIX from Acc, MTE3 from Vec"))
            .affinity(Affinity.VECTOR)
            .build(),
        Defs.tile(
                "tile.tpop_from_aic",
                "The next tile from the matrix core; the call is given its type",
                Rule.SYNC_POP_ODD)
            .addAttributes(SPLIT, LANE_STRIDE, ID)
            .pipe(new PipeUse.BySpaces("MTE2 where cores meet in global memory, else S"))
            .affinity(Affinity.VECTOR)
            .build(),
        Defs.tile(
                "tile.tpop_from_aiv",
                "The next tile from the vector cores; the call is given its type",
                Rule.SYNC_POP)
            .addAttributes(SPLIT, ID)
            .pipe(new PipeUse.BySpaces("MTE2 where cores meet in global memory, else S"))
            .affinity(Affinity.CUBE)
            .build(),
        free(
            "system.tfree_to_aic",
            "Returns the slot of a tile to the matrix core",
            Rule.SYNC_FREE_ODD,
            Affinity.VECTOR),
        free(
            "system.tfree_to_aiv",
            "Returns the slot of a tile to the vector cores",
            Rule.SYNC_FREE,
            Affinity.CUBE));
  }

  private static OpDef free(String name, String doc, Rule rule, Affinity affinity) {
    return Defs.effect(Category.CROSS_CORE, name, doc, rule, Operand.tile("tile"))
        .addAttributes(SPLIT, ID)
        .pipe(PipeUse.of(Pipe.S))
        .affinity(affinity)
        .build();
  }

  private static ImmutableList<OpDef> boundaries() {
    return ImmutableList.of(
        Defs.tile(
                "tile.aiv_shard",
                "The part of the matrix that one vector core gets",
                Rule.SPLIT_TILE_SHARD,
                Operand.tile("tile"))
            .addAttributes(MODE, LANE_STRIDE)
            .outputSpace(new OutputSpace.Fixed(MemorySpace.VEC))
            .affinity(Affinity.MIXED)
            .build(),
        Defs.tile(
                "tile.aic_gather",
                "The matrix that the parts of the vector cores make",
                Rule.SPLIT_TILE_GATHER,
                Operand.tile("tile"))
            .addAttributes(MODE)
            .outputSpace(new OutputSpace.Fixed(MemorySpace.MAT))
            .affinity(Affinity.MIXED)
            .build(),
        Defs.of(
                Category.CROSS_CORE,
                "tensor.aiv_shard",
                "The part of the matrix that one vector core gets",
                Rule.SPLIT_TENSOR_SHARD,
                Operand.tensor("tensor"))
            .addAttributes(MODE)
            .build(),
        Defs.of(
                Category.CROSS_CORE,
                "tensor.aic_gather",
                "The matrix that the parts of the vector cores make",
                Rule.SPLIT_TENSOR_GATHER,
                Operand.tensor("tensor"))
            .addAttributes(MODE)
            .build());
  }

  private static ImmutableList<OpDef> pipes() {
    return ImmutableList.of(
        pipe("system.aic_initialize_pipe", "Sets the matrix core's end up", Affinity.CUBE),
        pipe("system.aiv_initialize_pipe", "Sets a vector core's end up", Affinity.VECTOR),
        Defs.of(
                Category.CROSS_CORE,
                "system.reserve_buffer",
                "The address of on-chip memory kept for a pipe",
                Rule.SYNC_RESERVED)
            .addAttributes(
                AttrDef.required("name", AttrValue.OfString.class, "name of the buffer"),
                AttrDef.required("size", AttrValue.OfInt.class, "bytes"),
                AttrDef.withDefault(
                    "base", AttrValue.of(-1), "address; -1: placed by the compiler"))
            .build(),
        Defs.of(
                Category.CROSS_CORE,
                "system.import_peer_buffer",
                "The address of the buffer that another function reserved",
                Rule.SYNC_IMPORTED)
            .addAttributes(
                AttrDef.required("name", AttrValue.OfString.class, "name of the buffer"),
                AttrDef.required(
                    "peer_func", AttrValue.OfString.class, "function that reserves it"))
            .build());
  }

  private static OpDef pipe(String name, String doc, Affinity affinity) {
    return Defs.effect(
            Category.CROSS_CORE,
            name,
            doc,
            Rule.SYNC_PIPE,
            address("c2v_consumer_buf"),
            address("v2c_consumer_buf"))
        .addAttributes(
            AttrDef.required(
                "dir_mask", AttrValue.OfInt.class, "1 to the vector cores, 2 back, 3 both"),
            AttrDef.required("slot_size", AttrValue.OfInt.class, "bytes of a slot"),
            AttrDef.optional("slot_num", AttrValue.OfInt.class, "slots in global memory"),
            AttrDef.optional("local_slot_num", AttrValue.OfInt.class, "slots on chip"),
            ID)
        .affinity(affinity)
        .build();
  }

  private static Operand address(String name) {
    return Operand.scalar(name).of(ImmutableList.of(DataType.INT32)).with(Operand.Literal.INT32);
  }

  private static ImmutableList<OpDef> events() {
    AttrDef pipe = AttrDef.required("pipe", AttrValue.OfInt.class, "hardware pipe by its number");
    AttrDef event = AttrDef.optional("event_id", AttrValue.OfInt.class, "0 to 13");
    AttrDef core =
        AttrDef.optional(
            "core_type", AttrValue.OfString.class, "aic or aiv: the core that does it");
    Operand dynamic =
        Operand.scalar("event_id_dyn").of(ImmutableList.of(DataType.INDEX)).asOptional();
    return ImmutableList.of(
        Defs.effect(
                Category.CROSS_CORE,
                "system.sync_set",
                "Signals an event to the other cores of the cluster",
                Rule.SYNC_EVENT,
                dynamic)
            .addAttributes(
                pipe,
                event,
                AttrDef.optional("ffts_mode", AttrValue.OfInt.class, "reach of the signal: 0 to 2"),
                core)
            .build(),
        Defs.effect(
                Category.CROSS_CORE,
                "system.sync_wait",
                "Waits for an event of another core of the cluster",
                Rule.SYNC_EVENT,
                dynamic)
            .addAttributes(pipe, event, core)
            .build(),
        Defs.effect(
                Category.CROSS_CORE,
                "system.set_ffts",
                "Gives the events their workspace",
                Rule.SYNC_WORKSPACE,
                Operand.anyTensor("workspace").of(ImmutableList.of(DataType.INT64)))
            .build(),
        flag("system.sync_src", "Sets a flag from one pipe to another"),
        flag("system.sync_dst", "Waits for a flag from one pipe to another"),
        Defs.effect(
                Category.SYNC,
                "system.cacheinvalid",
                "Invalidates the cache, or the line where a window begins",
                Rule.SYNC_CACHE_INVALID,
                Operand.tensor("tensor").asOptional(),
                Operand.indices("shapes").asOptional(),
                Operand.indices("offsets").asOptional())
            .build(),
        Defs.effect(
                Category.SYNC,
                "system.syncall",
                "Waits until every core is here",
                Rule.SYNC_SYNC_ALL,
                Operand.anyTensor("gm_workspace")
                    .of(ImmutableList.of(DataType.INT32))
                    .with(Effect.READ_WRITE)
                    .asOptional(),
                Operand.scalar("used_cores")
                    .of(ImmutableList.of(DataType.INT32))
                    .with(Operand.Literal.INT32)
                    .asOptional())
            .addAttributes(
                AttrDef.withDefault(
                    "core_type", AttrValue.of("mix"), "mix, aic_only or aiv_only: who waits"),
                AttrDef.withDefault(
                    "mode", AttrValue.of("hard"), "hard, or soft through the workspace"))
            .writing(OpDef.Writing.SOFT)
            .build());
  }

  private static OpDef flag(String name, String doc) {
    return Defs.effect(Category.SYNC, name, doc, Rule.SYNC_FLAG)
        .addAttributes(
            AttrDef.required("set_pipe", AttrValue.OfInt.class, "pipe that sets it"),
            AttrDef.required("wait_pipe", AttrValue.OfInt.class, "pipe that waits"),
            AttrDef.required("event_id", AttrValue.OfInt.class, "which flag"))
        .build();
  }
}
