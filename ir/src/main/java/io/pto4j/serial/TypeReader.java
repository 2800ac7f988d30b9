package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.WindowBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Reads types, which are written in full wherever they occur. */
final class TypeReader {
  /** How deep types may be nested in each other, for writing as well. */
  static final int MAX_DEPTH = 100;

  private final WireTape tape;
  private final IrReader nodes;
  // older files name the base of a memory reference instead of referring to its variable
  private final Map<String, Var> basesByName = new HashMap<>();
  private int depth;

  TypeReader(WireTape tape, IrReader nodes) {
    this.tape = tape;
    this.nodes = nodes;
  }

  Type type(int value) {
    if (depth >= MAX_DEPTH) {
      throw tape.malformedAt(value, "types nested deeper than " + MAX_DEPTH);
    }
    depth++;
    try {
      return ofKind(value);
    } finally {
      depth--;
    }
  }

  private Type ofKind(int value) {
    String kind = tape.text(tape.get(value, "type_kind"));
    try {
      return switch (kind) {
        case "ScalarType" -> ScalarType.of(dtype(value));
        case "ArrayType" -> array(value, shape(value));
        case "TupleType" -> new TupleType(tape.list(tape.get(value, "types"), this::type));
        case "TensorType" -> tensor(value);
        case "DistributedTensorType" -> distributed(value);
        case "TileType" -> tile(value);
        case "UnknownType" -> UnknownType.INSTANCE;
        case "Ptr" -> PtrType.INSTANCE;
        case "MemRefType" -> MemRefType.INSTANCE;
        case "VoidType" -> VoidType.INSTANCE;
        case "PipeType" ->
            new PipeType(Members.byCode(Pipe.class, tape, tape.get(value, "pipe_kind")));
        case "RegType" ->
            new RegType(
                number(value, "shape"),
                dtype(value),
                Members.byCode(RegKind.class, tape, tape.get(value, "kind")));
        case "BufferType" -> buffer(value);
        case "MultiBufferType" ->
            new MultiBufferType(buffer(tape.get(value, "buffer")), number(value, "slot_count"));
        default -> handle(kind, value);
      };
    } catch (IrException e) {
      throw e.getMessage().startsWith("binary program")
          ? e
          : tape.malformedAt(value, e.getMessage());
    }
  }

  private HandleType handle(String kind, int value) {
    return Arrays.stream(HandleType.values())
        .filter(h -> h.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> tape.malformedAt(value, "unsupported kind of type '" + kind + "'"));
  }

  private BufferType buffer(int value) {
    return new BufferType(
        integers(value, "shape"),
        dtype(value),
        Members.byCode(MemorySpace.class, tape, tape.get(value, "memory_space")),
        integers(value, "valid_shape"),
        name(TileLayout.class, value, "blayout"),
        name(TileLayout.class, value, "slayout"),
        number(value, "fractal"),
        name(PadValue.class, value, "pad"),
        name(CompactMode.class, value, "compact"));
  }

  private ImmutableList<Long> integers(int value, String key) {
    return tape.list(tape.get(value, key), tape::integer);
  }

  private ArrayType array(int value, ImmutableList<Expr> shape) {
    if (shape.size() != 1) {
      throw tape.malformedAt(value, "an array type of rank " + shape.size());
    }
    return new ArrayType(dtype(value), shape.getFirst());
  }

  private TensorType tensor(int value) {
    return new TensorType(dtype(value), shape(value), memref(value), tensorView(value));
  }

  private DistributedTensorType distributed(int value) {
    return new DistributedTensorType(
        dtype(value),
        shape(value),
        memref(value),
        tensorView(value),
        optional(value, "window_buffer", w -> nodes.node(w, WindowBuffer.class)));
  }

  private Optional<TensorView> tensorView(int value) {
    return optional(
        value,
        "tensor_view",
        v ->
            new TensorView(
                exprs(v, "stride"),
                name(TensorLayout.class, v, "layout"),
                exprs(v, "valid_shape"),
                optional(v, "pad", this::pad).orElse(PadValue.NULL)));
  }

  private TileType tile(int value) {
    return new TileType(
        dtype(value),
        shape(value),
        memref(value),
        optional(value, "tile_view", this::tileView),
        optional(value, "memory_space", s -> Members.byCode(MemorySpace.class, tape, s)));
  }

  private TileView tileView(int v) {
    return new TileView(
        exprs(v, "valid_shape"),
        exprs(v, "stride"),
        optional(v, "start_offset", this::expr),
        name(TileLayout.class, v, "blayout"),
        name(TileLayout.class, v, "slayout"),
        number(v, "fractal"),
        optional(v, "pad", this::pad).orElse(PadValue.NULL),
        optional(v, "compact", c -> Members.byName(CompactMode.class, tape, c))
            .orElse(CompactMode.NULL));
  }

  private Optional<MemRef> memref(int value) {
    return optional(
        value,
        "memref",
        m ->
            new MemRef(
                optional(m, "base_node", node -> nodes.node(node, Var.class))
                    .orElseGet(() -> baseNamed(tape.text(tape.get(m, "base")))),
                expr(tape.get(m, "byte_offset")),
                tape.integer(tape.get(m, "size")),
                optional(m, "is_pinned", tape::isTrue).orElse(false),
                optional(m, "slot_count", tape::integer).orElse(1L),
                optional(m, "slot_index", this::expr),
                Span.unknown()));
  }

  private Var baseNamed(String name) {
    return basesByName.computeIfAbsent(name, n -> new Var(n, PtrType.INSTANCE, Span.unknown()));
  }

  private DataType dtype(int value) {
    return Members.dtype(tape, tape.get(value, "dtype"));
  }

  private int number(int value, String key) {
    return tape.int32(tape.get(value, key));
  }

  private <E> E name(Class<E> enumClass, int value, String key) {
    return Members.byName(enumClass, tape, tape.get(value, key));
  }

  private PadValue pad(int value) {
    return Members.byName(PadValue.class, tape, value);
  }

  private Expr expr(int value) {
    return nodes.node(value, Expr.class);
  }

  private ImmutableList<Expr> shape(int value) {
    return exprs(value, "shape");
  }

  private ImmutableList<Expr> exprs(int value, String key) {
    return tape.list(tape.get(value, key), this::expr);
  }

  /** The entry {@code key} of a map; empty when it is missing or nil. */
  private <T> Optional<T> optional(int map, String key, IntFunction<T> reader) {
    int value = tape.find(map, key);
    return value == WireTape.ABSENT || tape.kind(value) == WireKind.NIL
        ? Optional.empty()
        : Optional.of(reader.apply(value));
  }
}
