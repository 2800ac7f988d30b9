package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.WireEnum;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a program or any other node in the binary form. A node that is reached twice is written
 * once and referred to by its number afterwards, so sharing survives. Source: PyPTO IR
 * serialisation.
 */
public final class IrWriter {
  private final IdentityHashMap<IrNode, Integer> numbers = new IdentityHashMap<>();
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final Recursion types = new Recursion(TypeReader.MAX_DEPTH);

  private IrWriter() {}

  /**
   * The bytes of {@code root}; the same node always gives the same bytes.
   *
   * @throws io.pto4j.ir.IrException when types are nested deeper than a reader accepts
   */
  public static byte[] write(IrNode root) {
    return WireCodec.encode(new IrWriter().node(root));
  }

  private Wire node(IrNode node) {
    Integer known = numbers.get(node);
    if (known != null) {
      return new WireDict().put("ref", known).build();
    }
    int number = numbers.size();
    numbers.put(node, number);
    Wire fields =
        recursion.descend(
            () -> {
              WireDict dict = new WireDict();
              for (NodeFields.Field field : NodeFields.of(node)) {
                dict.put(field.name(), field(node, field));
              }
              return dict.build();
            });
    return new WireDict()
        .put("fields", fields)
        .put("id", number)
        .put("type", NodeFields.kind(node))
        .build();
  }

  private Wire field(IrNode node, NodeFields.Field field) {
    boolean unsplit =
        node instanceof InCoreScopeStmt scope
            && scope.split().isEmpty()
            && field.name().equals("split");
    return unsplit ? Wire.of((long) SplitMode.NONE.code()) : value(field.get(node));
  }

  private Wire value(Object value) {
    return switch (value) {
      case IrNode node -> node(node);
      case Type type -> type(type);
      case Span span -> span(span);
      case Attrs attrs -> attrs(attrs);
      case Op op -> op(op);
      case WireEnum e -> Wire.of(e.code());
      case String s -> Wire.of(s);
      case Boolean b -> Wire.of(b.booleanValue());
      case Integer i -> Wire.of(i.longValue());
      case Long l -> Wire.of(l.longValue());
      case Double d -> Wire.of(d.doubleValue());
      case Optional<?> optional -> optional.isEmpty() ? Wire.nil() : value(optional.get());
      case List<?> list -> Wire.array(list.stream().map(this::value).collect(toImmutableList()));
      case Map<?, ?> functions -> functions(functions.values());
      default -> throw new IllegalStateException("no encoding for " + value.getClass());
    };
  }

  private Wire functions(Collection<?> functions) {
    return Wire.array(
        functions.stream()
            .map(Function.class::cast)
            .map(
                f ->
                    new WireDict()
                        .put("key", op(new GlobalVar(f.name())))
                        .put("value", node(f))
                        .build())
            .collect(toImmutableList()));
  }

  private static Wire span(Span span) {
    return new WireDict()
        .put("begin_column", span.beginColumn())
        .put("begin_line", span.beginLine())
        .put("end_column", span.endColumn())
        .put("end_line", span.endLine())
        .put("filename", span.filename())
        .build();
  }

  private static Wire op(Op op) {
    return new WireDict()
        .put("is_global_var", Wire.of(op instanceof GlobalVar))
        .put("name", op.name())
        .build();
  }

  private Wire attrs(Attrs attrs) {
    return Wire.array(
        attrs.entries().entrySet().stream()
            .map(
                e -> new WireDict().put("key", e.getKey()).put("value", attr(e.getValue())).build())
            .collect(toImmutableList()));
  }

  private Wire attr(AttrValue value) {
    return switch (value) {
      case AttrValue.OfBool(boolean v) -> Wire.of(v);
      case AttrValue.OfInt(int v) -> Wire.of((long) v);
      case AttrValue.OfString(String v) -> Wire.of(v);
      case AttrValue.OfDouble(double v) -> Wire.of(v);
      case AttrValue.OfDataType(DataType v) ->
          new WireDict().put("code", v.code()).put("type", "DataType").build();
      case AttrValue.OfMemorySpace(var v) -> tagged("MemorySpace", Wire.of(v.text()));
      case AttrValue.OfTensorLayout(var v) -> tagged("TensorLayout", Wire.of(v.text()));
      case AttrValue.OfTileLayout(var v) -> tagged("TileLayout", Wire.of(v.text()));
      case AttrValue.OfPadValue(var v) -> tagged("PadValue", Wire.of(v.text()));
      case AttrValue.OfDirection(ArgDirection v) ->
          tagged("ArgDirection", Wire.of((long) v.code()));
      case AttrValue.OfDirections(var vs) -> tagged("ArgDirectionVector", value(vs));
      case AttrValue.OfInts(var vs) -> tagged("Int32Vector", value(vs));
      case AttrValue.OfVar(Var v) -> tagged("Var", node(v));
      case AttrValue.OfVars(var vs) -> tagged("VarList", value(vs));
      case AttrValue.OfExpr(Expr v) -> tagged("Expr", node(v));
    };
  }

  private static Wire tagged(String type, Wire value) {
    return new WireDict().put("type", type).put("value", value).build();
  }

  private Wire type(Type type) {
    return types.descend(() -> ofKind(type));
  }

  private Wire ofKind(Type type) {
    WireDict dict = new WireDict().put("type_kind", NodeFields.kind(type));
    switch (type) {
      case ScalarType(DataType dtype) -> dict.put("dtype", dtype.code());
      case ArrayType(DataType dtype, Expr extent) ->
          dict.put("dtype", dtype.code()).put("shape", value(ImmutableList.of(extent)));
      case TupleType(ImmutableList<Type> types) -> dict.put("types", value(types));
      case TensorType t -> {
        dict.put("dtype", t.dtype().code()).put("shape", value(t.shape()));
        t.memref().ifPresent(m -> dict.put("memref", memref(m)));
        t.tensorView().ifPresent(v -> dict.put("tensor_view", view(v)));
      }
      case DistributedTensorType t -> {
        dict.put("dtype", t.dtype().code()).put("shape", value(t.shape()));
        t.memref().ifPresent(m -> dict.put("memref", memref(m)));
        t.tensorView().ifPresent(v -> dict.put("tensor_view", view(v)));
        t.windowBuffer().ifPresent(w -> dict.put("window_buffer", node(w)));
      }
      case TileType t -> {
        dict.put("dtype", t.dtype().code()).put("shape", value(t.shape()));
        t.memref().ifPresent(m -> dict.put("memref", memref(m)));
        t.tileView().ifPresent(v -> dict.put("tile_view", view(v)));
        t.memorySpace().map(MemorySpace::code).ifPresent(c -> dict.put("memory_space", c));
      }
      case PipeType(Pipe pipe) -> dict.put("pipe_kind", pipe.code());
      case RegType(int lanes, DataType dtype, RegKind kind) ->
          dict.put("dtype", dtype.code()).put("kind", kind.code()).put("shape", lanes);
      case BufferType b -> buffer(b, dict);
      case MultiBufferType(BufferType buffer, int slots) ->
          dict.put("buffer", type(buffer)).put("slot_count", slots);
      case VoidType _, UnknownType _, PtrType _, MemRefType _, HandleType _ -> {}
    }
    return dict.build();
  }

  private void buffer(BufferType buffer, WireDict dict) {
    dict.put("dtype", buffer.dtype().code())
        .put("shape", value(buffer.shape()))
        .put("memory_space", buffer.memorySpace().code())
        .put("valid_shape", value(buffer.validShape()))
        .put("blayout", buffer.blayout().text())
        .put("slayout", buffer.slayout().text())
        .put("fractal", buffer.fractal())
        .put("pad", buffer.pad().text())
        .put("compact", buffer.compact().text());
  }

  private Wire memref(MemRef memref) {
    WireDict dict =
        new WireDict()
            .put("base", memref.base().nameHint())
            .put("base_node", node(memref.base()))
            .put("byte_offset", node(memref.byteOffset()))
            .put("size", memref.size());
    if (memref.isPinned()) {
      dict.put("is_pinned", Wire.of(true));
    }
    if (memref.slotCount() != 1) {
      dict.put("slot_count", memref.slotCount());
    }
    memref.slotIndex().ifPresent(index -> dict.put("slot_index", node(index)));
    return dict.build();
  }

  private Wire view(TensorView view) {
    return new WireDict()
        .put("stride", value(view.stride()))
        .put("layout", view.layout().text())
        .put("valid_shape", value(view.validShape()))
        .put("pad", view.pad().text())
        .build();
  }

  private Wire view(TileView view) {
    return new WireDict()
        .put("valid_shape", value(view.validShape()))
        .put("stride", value(view.stride()))
        .put("start_offset", value(view.startOffset()))
        .put("blayout", view.blayout().text())
        .put("slayout", view.slayout().text())
        .put("fractal", view.fractal())
        .put("pad", view.pad().text())
        .put("compact", view.compact().text())
        .build();
  }
}
