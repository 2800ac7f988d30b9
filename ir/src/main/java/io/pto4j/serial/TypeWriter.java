package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.VoidType;

/** Writes types, in full wherever they occur. */
final class TypeWriter {
  private static final WireKey BASE = WireKey.of("base");
  private static final WireKey BASE_NODE = WireKey.of("base_node");
  private static final WireKey BLAYOUT = WireKey.of("blayout");
  private static final WireKey BUFFER = WireKey.of("buffer");
  private static final WireKey BYTE_OFFSET = WireKey.of("byte_offset");
  private static final WireKey COMPACT = WireKey.of("compact");
  private static final WireKey DTYPE = WireKey.of("dtype");
  private static final WireKey FRACTAL = WireKey.of("fractal");
  private static final WireKey IS_PINNED = WireKey.of("is_pinned");
  private static final WireKey KIND = WireKey.of("kind");
  private static final WireKey LAYOUT = WireKey.of("layout");
  private static final WireKey MEMORY_SPACE = WireKey.of("memory_space");
  private static final WireKey MEMREF = WireKey.of("memref");
  private static final WireKey PAD = WireKey.of("pad");
  private static final WireKey PIPE_KIND = WireKey.of("pipe_kind");
  private static final WireKey SHAPE = WireKey.of("shape");
  private static final WireKey SIZE = WireKey.of("size");
  private static final WireKey SLAYOUT = WireKey.of("slayout");
  private static final WireKey SLOT_COUNT = WireKey.of("slot_count");
  private static final WireKey SLOT_INDEX = WireKey.of("slot_index");
  private static final WireKey START_OFFSET = WireKey.of("start_offset");
  private static final WireKey STRIDE = WireKey.of("stride");
  private static final WireKey TENSOR_VIEW = WireKey.of("tensor_view");
  private static final WireKey TILE_VIEW = WireKey.of("tile_view");
  private static final WireKey TYPES = WireKey.of("types");
  private static final WireKey TYPE_KIND = WireKey.of("type_kind");
  private static final WireKey VALID_SHAPE = WireKey.of("valid_shape");
  private static final WireKey WINDOW_BUFFER = WireKey.of("window_buffer");

  private final IrWriter nodes;
  private final WireWriter out;
  private final Recursion recursion = new Recursion(TypeReader.MAX_DEPTH);

  TypeWriter(IrWriter nodes, WireWriter out) {
    this.nodes = nodes;
    this.out = out;
  }

  /**
   * @throws io.pto4j.ir.IrException when types are nested deeper than a reader accepts
   */
  void type(Type type) {
    recursion.run(() -> ofKind(type));
  }

  /** The parts in the order in which their nodes are numbered. */
  private void ofKind(Type type) {
    out.openMap();
    switch (type) {
      case ScalarType(DataType dtype) -> dtype(dtype);
      case ArrayType(DataType dtype, Expr extent) -> {
        dtype(dtype);
        list(SHAPE, ImmutableList.of(extent));
      }
      case TupleType(ImmutableList<Type> types) -> list(TYPES, types);
      case TensorType t -> tensor(t);
      case DistributedTensorType t -> {
        tensor(t);
        if (t.windowBuffer().isPresent()) {
          out.key(WINDOW_BUFFER);
          nodes.node(t.windowBuffer().get());
        }
      }
      case TileType t -> tile(t);
      case PipeType(Pipe pipe) -> number(PIPE_KIND, pipe.code());
      case RegType(int lanes, DataType dtype, RegKind kind) -> {
        dtype(dtype);
        number(KIND, kind.code());
        number(SHAPE, lanes);
      }
      case BufferType b -> buffer(b);
      case MultiBufferType(BufferType buffer, int slots) -> {
        out.key(BUFFER);
        type(buffer);
        number(SLOT_COUNT, slots);
      }
      case VoidType _, UnknownType _, PtrType _, MemRefType _, HandleType _ -> {}
    }
    text(TYPE_KIND, NodeFields.kind(type));
    out.closeMap();
  }

  private void dtype(DataType dtype) {
    number(DTYPE, dtype.code());
  }

  private void tensor(TensorLike t) {
    dtype(t.dtype());
    list(SHAPE, t.shape());
    t.memref().ifPresent(this::memref);
    t.tensorView().ifPresent(this::view);
  }

  private void tile(TileType t) {
    dtype(t.dtype());
    list(SHAPE, t.shape());
    t.memref().ifPresent(this::memref);
    t.tileView().ifPresent(this::view);
    t.memorySpace().ifPresent(space -> number(MEMORY_SPACE, space.code()));
  }

  private void buffer(BufferType buffer) {
    dtype(buffer.dtype());
    list(SHAPE, buffer.shape());
    number(MEMORY_SPACE, buffer.memorySpace().code());
    list(VALID_SHAPE, buffer.validShape());
    text(BLAYOUT, buffer.blayout().text());
    text(SLAYOUT, buffer.slayout().text());
    number(FRACTAL, buffer.fractal());
    text(PAD, buffer.pad().text());
    text(COMPACT, buffer.compact().text());
  }

  private void memref(MemRef memref) {
    out.key(MEMREF);
    out.openMap();
    text(BASE, memref.base().nameHint());
    out.key(BASE_NODE);
    nodes.node(memref.base());
    out.key(BYTE_OFFSET);
    nodes.node(memref.byteOffset());
    number(SIZE, memref.size());
    if (memref.isPinned()) {
      out.key(IS_PINNED);
      out.bool(true);
    }
    if (memref.slotCount() != 1) {
      number(SLOT_COUNT, memref.slotCount());
    }
    if (memref.slotIndex().isPresent()) {
      out.key(SLOT_INDEX);
      nodes.node(memref.slotIndex().get());
    }
    out.closeMap();
  }

  private void view(TensorView view) {
    out.key(TENSOR_VIEW);
    out.openMap();
    list(STRIDE, view.stride());
    text(LAYOUT, view.layout().text());
    list(VALID_SHAPE, view.validShape());
    text(PAD, view.pad().text());
    out.closeMap();
  }

  private void view(TileView view) {
    out.key(TILE_VIEW);
    out.openMap();
    list(VALID_SHAPE, view.validShape());
    list(STRIDE, view.stride());
    out.key(START_OFFSET);
    if (view.startOffset().isPresent()) {
      nodes.node(view.startOffset().get());
    } else {
      out.nil();
    }
    text(BLAYOUT, view.blayout().text());
    text(SLAYOUT, view.slayout().text());
    number(FRACTAL, view.fractal());
    text(PAD, view.pad().text());
    text(COMPACT, view.compact().text());
    out.closeMap();
  }

  private void number(WireKey key, long value) {
    out.key(key);
    out.integer(value);
  }

  private void text(WireKey key, String value) {
    out.key(key);
    out.text(value);
  }

  private void list(WireKey key, ImmutableList<?> values) {
    out.key(key);
    nodes.values(values);
  }
}
