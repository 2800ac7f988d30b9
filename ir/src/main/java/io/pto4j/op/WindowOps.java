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
import io.pto4j.op.Operand.Kind;

/**
 * Memory that several devices share, and copies between them. Source: PyPTO distributed operators.
 */
@AutoService(OpFamily.class)
public final class WindowOps implements OpFamily {
  private static final AttrDef CHUNK_ROWS =
      AttrDef.withDefault("chunk_rows", AttrValue.of(0), "rows moved at a time; 0: all");
  private static final AttrDef CHUNK_COLS =
      AttrDef.withDefault("chunk_cols", AttrValue.of(0), "columns moved at a time; 0: all");
  private static final AttrDef PIPELINE =
      AttrDef.withDefault("pipeline", AttrValue.of(false), "move one chunk while the next is read");
  private static final AttrDef ATOMIC =
      AttrDef.required("atomic", AttrValue.OfInt.class, "0 overwrites, 1 adds to what is there");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("pld");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(allocation())
        .addAll(remote())
        .addAll(copies())
        .addAll(signals())
        .build();
  }

  private static ImmutableList<OpDef> allocation() {
    return ImmutableList.of(
        of(
                "pld.tensor.alloc_window_buffer",
                "An allocation of so many bytes on every device",
                Rule.WINDOW_ALLOCATE,
                Operand.scalar("size"))
            .addAttributes(
                AttrDef.required("name", AttrValue.OfString.class, "name of the allocation"))
            .result(OpDef.Result.ALLOCATION)
            .build(),
        of(
                "pld.tensor.window",
                "The allocation as a window of a shape",
                Rule.WINDOW_WINDOW,
                Operand.of("buf", Kind.POINTER),
                Operand.written("shape"))
            .addAttributes(Defs.DTYPE)
            .viewOf(0)
            .result(OpDef.Result.ALIAS)
            .build(),
        of("pld.system.world_size", "How many devices there are", Rule.COUNT_INT64).build(),
        of(
                "pld.system.get_comm_ctx",
                "The context through which a window's devices reach each other",
                Rule.COMM_CONTEXT,
                Operand.window("dist_tensor"))
            .build(),
        of(
                "pld.system.rank",
                "The number of this device",
                Rule.COUNT_INT32,
                Operand.of("ctx", Kind.COMM_CONTEXT))
            .build(),
        of(
                "pld.system.nranks",
                "How many devices share the context",
                Rule.COUNT_INT32,
                Operand.of("ctx", Kind.COMM_CONTEXT))
            .build());
  }

  private static ImmutableList<OpDef> remote() {
    return ImmutableList.of(
        of(
                "pld.tile.remote_load",
                "A window of another device's memory as a tile",
                Rule.WINDOW_LOAD,
                Operand.window("target"),
                Operand.scalar("peer"),
                Operand.written("offsets"),
                Operand.written("shape"),
                Operand.written("valid_shape").asOptional())
            .addAttributes(
                AttrDef.withDefault(
                    "allow_physical_tail_padding",
                    AttrValue.of(false),
                    "read a few elements past the end; set by the compiler"))
            .pipe(PipeUse.of(Pipe.MTE2))
            .build(),
        remoteStore(
            "pld.tile.remote_store",
            "Writes the tile into another device's memory",
            Operand.tile("src_tile", MemorySpace.VEC, MemorySpace.ACC)),
        remoteStore(
            "pld.tensor.remote_store",
            "Writes the tensor into another device's memory",
            Operand.tensor("src")));
  }

  private static OpDef remoteStore(String name, String doc, Operand source) {
    return effect(
            name,
            doc,
            Rule.WINDOW_STORE,
            source,
            Operand.window("target").with(Effect.WRITE),
            Operand.scalar("peer"),
            Operand.indices("offsets"))
        .addAttributes(Defs.ATOMIC)
        .writing(OpDef.Writing.ATOMIC)
        .writeChannel(OpDef.WriteChannel.DMA)
        .pipe(new PipeUse.BySpaces("FIX from Acc, else MTE3"))
        .build();
  }

  private static ImmutableList<OpDef> copies() {
    return ImmutableList.of(
        copy("pld.tensor.put", "Copies a tensor to another device", true)
            .addAttributes(ATOMIC, CHUNK_ROWS, CHUNK_COLS, PIPELINE)
            .writing(OpDef.Writing.ATOMIC)
            .build(),
        copy("pld.tensor.get", "Copies a tensor from another device", false)
            .addAttributes(CHUNK_ROWS, CHUNK_COLS, PIPELINE)
            .build(),
        staged("pld.tile.put", "Copies a tensor to another device through a tile", true)
            .addAttributes(ATOMIC)
            .writing(OpDef.Writing.ATOMIC)
            .build(),
        staged("pld.tile.get", "Copies a tensor from another device through a tile", false)
            .build());
  }

  private static OpDefBuilder copy(String name, String doc, boolean put) {
    return effect(
            name,
            doc,
            Rule.WINDOW_COPY,
            destination(put),
            Operand.scalar("peer"),
            source(put),
            Operand.written("dst_offsets").asOptional(),
            Operand.written("src_offsets").asOptional(),
            Operand.written("shape").asOptional())
        .affinity(Affinity.VECTOR)
        .pipe(PipeUse.of(Pipe.MTE3))
        .writeChannel(OpDef.WriteChannel.DMA);
  }

  /** The optional second stage stands before the region, so what follows is told by its type. */
  private static OpDefBuilder staged(String name, String doc, boolean put) {
    return effect(
            name,
            doc,
            Rule.WINDOW_STAGED,
            destination(put),
            Operand.scalar("peer"),
            source(put),
            Operand.tile("stage", MemorySpace.VEC).with(Effect.NONE),
            Operand.of("stage2", Kind.ANY).with(Effect.NONE).asOptional(),
            Operand.of("dst_offsets", Kind.ANY).with(Effect.NONE).asOptional(),
            Operand.of("src_offsets", Kind.ANY).with(Effect.NONE).asOptional(),
            Operand.of("shape", Kind.ANY).with(Effect.NONE).asOptional())
        .affinity(Affinity.VECTOR)
        .pipe(PipeUse.of(Pipe.MTE3))
        .writeChannel(OpDef.WriteChannel.DMA)
        .internal(true);
  }

  private static Operand destination(boolean put) {
    return (put ? Operand.window("dst") : Operand.anyTensor("dst")).with(Effect.WRITE);
  }

  private static Operand source(boolean put) {
    return put ? Operand.anyTensor("src") : Operand.window("src");
  }

  private static ImmutableList<OpDef> signals() {
    return ImmutableList.of(
        effect(
                "pld.system.notify",
                "Changes a counter of another device",
                Rule.WINDOW_NOTIFY,
                Operand.window("target").with(Effect.READ_WRITE),
                Operand.scalar("peer"),
                Operand.indices("offsets"),
                Operand.scalar("value"))
            .addAttributes(
                AttrDef.required("op", AttrValue.OfInt.class, "0 adds the value, 1 sets it"))
            .writing(OpDef.Writing.SET_OR_ADD)
            .pipe(PipeUse.of(Pipe.S))
            .once(true)
            .build(),
        effect(
                "pld.system.wait",
                "Waits until an own counter has a value",
                Rule.WINDOW_AWAIT,
                Operand.window("signal"),
                Operand.indices("offsets"),
                Operand.scalar("expected"))
            .addAttributes(
                AttrDef.required("cmp", AttrValue.OfInt.class, "0 equal, 1 at least as much"))
            .pipe(PipeUse.of(Pipe.S))
            .build(),
        effect(
                "pld.system.defer_wait",
                "The task is done only when an own counter has a value",
                Rule.WINDOW_DEFER,
                Operand.window("signal").of(ImmutableSet.of(DataType.INT32)),
                Operand.indices("offsets"),
                Operand.scalar("expected"))
            .addAttributes(AttrDef.required("cmp", AttrValue.OfInt.class, "1: at least as much"))
            .pipe(PipeUse.of(Pipe.S))
            .build());
  }

  private static OpDefBuilder of(String name, String doc, Rule rule, Operand... operands) {
    return Defs.of(Category.DISTRIBUTED, name, doc, rule, operands);
  }

  private static OpDefBuilder effect(String name, String doc, Rule rule, Operand... operands) {
    return Defs.effect(Category.DISTRIBUTED, name, doc, rule, operands);
  }
}
