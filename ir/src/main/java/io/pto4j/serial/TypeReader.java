package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.pto4j.serial.FieldReader.array;
import static io.pto4j.serial.FieldReader.byCode;
import static io.pto4j.serial.FieldReader.byName;
import static io.pto4j.serial.FieldReader.dict;
import static io.pto4j.serial.FieldReader.int32;
import static io.pto4j.serial.FieldReader.integer;
import static io.pto4j.serial.FieldReader.text;

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

/** Reads types, which are written in full wherever they occur. */
final class TypeReader {
  /** How deep types may be nested in each other, for writing as well. */
  static final int MAX_DEPTH = 100;

  private final IrReader nodes;
  // older files name the base of a memory reference instead of referring to its variable
  private final Map<String, Var> basesByName = new HashMap<>();
  private int depth;

  TypeReader(IrReader nodes) {
    this.nodes = nodes;
  }

  Type type(Wire value) {
    if (depth >= MAX_DEPTH) {
      throw WireCodec.malformed("types nested deeper than " + MAX_DEPTH, value.offset());
    }
    depth++;
    try {
      return ofKind(value);
    } finally {
      depth--;
    }
  }

  private Type ofKind(Wire value) {
    String kind = text(dict(value, "type_kind"));
    try {
      return switch (kind) {
        case "ScalarType" -> ScalarType.of(dtype(value));
        case "ArrayType" -> array(value, exprs(dict(value, "shape")));
        case "TupleType" ->
            new TupleType(
                FieldReader.array(dict(value, "types")).stream()
                    .map(this::type)
                    .collect(toImmutableList()));
        case "TensorType" -> tensor(value);
        case "DistributedTensorType" -> distributed(value);
        case "TileType" -> tile(value);
        case "UnknownType" -> UnknownType.INSTANCE;
        case "Ptr" -> PtrType.INSTANCE;
        case "MemRefType" -> MemRefType.INSTANCE;
        case "VoidType" -> VoidType.INSTANCE;
        case "PipeType" -> new PipeType(byCode(Pipe.class, dict(value, "pipe_kind")));
        case "RegType" ->
            new RegType(
                int32(dict(value, "shape")),
                dtype(value),
                byCode(RegKind.class, dict(value, "kind")));
        case "BufferType" -> buffer(value);
        case "MultiBufferType" ->
            new MultiBufferType(buffer(dict(value, "buffer")), int32(dict(value, "slot_count")));
        default -> handle(kind, value);
      };
    } catch (IrException e) {
      throw e.getMessage().startsWith("binary program")
          ? e
          : WireCodec.malformed(e.getMessage(), value.offset());
    }
  }

  private static HandleType handle(String kind, Wire value) {
    return Arrays.stream(HandleType.values())
        .filter(h -> h.kind().equals(kind))
        .findFirst()
        .orElseThrow(
            () -> WireCodec.malformed("unsupported kind of type '" + kind + "'", value.offset()));
  }

  private static BufferType buffer(Wire value) {
    return new BufferType(
        integers(dict(value, "shape")),
        dtype(value),
        byCode(MemorySpace.class, dict(value, "memory_space")),
        integers(dict(value, "valid_shape")),
        byName(TileLayout.class, dict(value, "blayout")),
        byName(TileLayout.class, dict(value, "slayout")),
        int32(dict(value, "fractal")),
        byName(PadValue.class, dict(value, "pad")),
        byName(CompactMode.class, dict(value, "compact")));
  }

  private static ImmutableList<Long> integers(Wire value) {
    return FieldReader.array(value).stream().map(FieldReader::integer).collect(toImmutableList());
  }

  private static ArrayType array(Wire value, ImmutableList<Expr> shape) {
    if (shape.size() != 1) {
      throw WireCodec.malformed("an array type of rank " + shape.size(), value.offset());
    }
    return new ArrayType(dtype(value), shape.getFirst());
  }

  private Type tensor(Wire value) {
    return new TensorType(
        dtype(value), exprs(dict(value, "shape")), optionalMemref(value), tensorView(value));
  }

  private Type distributed(Wire value) {
    return new DistributedTensorType(
        dtype(value),
        exprs(dict(value, "shape")),
        optionalMemref(value),
        tensorView(value),
        optional(value, "window_buffer").map(w -> nodes.node(w, WindowBuffer.class)));
  }

  private Optional<MemRef> optionalMemref(Wire value) {
    return optional(value, "memref").map(this::memref);
  }

  private Optional<TensorView> tensorView(Wire value) {
    return optional(value, "tensor_view")
        .map(
            v ->
                new TensorView(
                    exprs(dict(v, "stride")),
                    byName(TensorLayout.class, dict(v, "layout")),
                    exprs(dict(v, "valid_shape")),
                    optional(v, "pad").map(p -> byName(PadValue.class, p)).orElse(PadValue.NULL)));
  }

  private Type tile(Wire value) {
    DataType dtype = dtype(value);
    ImmutableList<Expr> shape = exprs(dict(value, "shape"));
    Optional<MemRef> memref = optionalMemref(value);
    Optional<TileView> view = optional(value, "tile_view").map(this::tileView);
    Optional<MemorySpace> space =
        optional(value, "memory_space").map(s -> byCode(MemorySpace.class, s));
    return new TileType(dtype, shape, memref, view, space);
  }

  private TileView tileView(Wire v) {
    return new TileView(
        exprs(dict(v, "valid_shape")),
        exprs(dict(v, "stride")),
        optional(v, "start_offset").map(this::expr),
        byName(TileLayout.class, dict(v, "blayout")),
        byName(TileLayout.class, dict(v, "slayout")),
        int32(dict(v, "fractal")),
        optional(v, "pad").map(p -> byName(PadValue.class, p)).orElse(PadValue.NULL),
        optional(v, "compact").map(c -> byName(CompactMode.class, c)).orElse(CompactMode.NULL));
  }

  private MemRef memref(Wire value) {
    Var base =
        optional(value, "base_node")
            .map(node -> nodes.node(node, Var.class))
            .orElseGet(() -> baseNamed(text(dict(value, "base"))));
    boolean pinned =
        optional(value, "is_pinned").orElse(Wire.nil()) instanceof Wire.Bool(_, boolean p) && p;
    return new MemRef(
        base,
        expr(dict(value, "byte_offset")),
        integer(dict(value, "size")),
        pinned,
        optional(value, "slot_count").map(FieldReader::integer).orElse(1L),
        optional(value, "slot_index").map(this::expr),
        Span.unknown());
  }

  private Var baseNamed(String name) {
    return basesByName.computeIfAbsent(name, n -> new Var(n, PtrType.INSTANCE, Span.unknown()));
  }

  private static DataType dtype(Wire value) {
    return dtypeOfCode(dict(value, "dtype"));
  }

  static DataType dtypeOfCode(Wire value) {
    int code = int32(value);
    return DataType.ofCode(code)
        .orElseThrow(
            () ->
                WireCodec.malformed(
                    "the unknown data type code 0x%x".formatted(code), value.offset()));
  }

  private Expr expr(Wire value) {
    return nodes.node(value, Expr.class);
  }

  private ImmutableList<Expr> exprs(Wire value) {
    return FieldReader.array(value).stream().map(this::expr).collect(toImmutableList());
  }

  /** The entry {@code key} of a map; empty when it is missing or nil. */
  private static Optional<Wire> optional(Wire value, String key) {
    return value instanceof Wire.Dict dict
        ? Optional.ofNullable(dict.entries().get(key)).filter(v -> !(v instanceof Wire.Nil))
        : Optional.of(dict(value, key));
  }
}
