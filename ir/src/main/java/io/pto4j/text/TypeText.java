package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
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
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.WindowBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints types. */
final class TypeText {
  /** What names the constructors of types that have no annotation of their own. */
  static final String NATIVE = "pypto.ir.";

  /** What precedes the name of a window in the annotation of a distributed tensor. */
  static final String WINDOW = "window_buffer=";

  private final PrintScope scope;
  private final ExprText exprs;
  private final boolean inSignature;

  /**
   * @param inSignature memory references name their base by a string, as no variable is in scope
   */
  TypeText(PrintScope scope, ExprText exprs, boolean inSignature) {
    this.scope = scope;
    this.exprs = exprs;
    this.inSignature = inSignature;
  }

  String of(Type type) {
    return switch (type) {
      case ScalarType(DataType dtype) -> scope.pl("Scalar") + "[" + dtype(dtype) + "]";
      case TensorType t -> tensor(scope.pl("Tensor"), t, List.of());
      case DistributedTensorType t -> tensor("pld.DistributedTensor", t, window(t));
      case TileType t -> tile(t);
      case ArrayType(DataType dtype, Expr extent) ->
          scope.pl("Array") + "[" + exprs.dim(extent) + ", " + dtype(dtype) + "]";
      case TupleType(ImmutableList<Type> types) ->
          scope.pl("Tuple")
              + (types.isEmpty()
                  ? "[()]"
                  : types.stream().map(this::of).collect(joining(", ", "[", "]")));
      case UnknownType _ -> scope.pl("UnknownType");
      case PtrType _ -> scope.pl("Ptr");
      case MemRefType _ -> scope.pl("MemRefType");
      case HandleType handle ->
          handle.text().startsWith("pl.") ? scope.pl(handle.text().substring(3)) : handle.text();
      case RegType r -> reg(r);
      case PipeType(Pipe pipe) -> NATIVE + "PipeType(" + NATIVE + "PipeType." + pipe.text() + ")";
      case BufferType b -> buffer(b);
      case MultiBufferType(BufferType buffer, int slots) ->
          NATIVE + "MultiBufferType(" + buffer(buffer) + ", slot_count=" + slots + ")";
      case VoidType _ -> NATIVE + "VoidType()";
    };
  }

  String dtype(DataType dtype) {
    return scope.pl(dtype.name());
  }

  private String reg(RegType r) {
    String kind = r.kind() == RegKind.VEC_REG ? "" : ", " + scope.pl("RegKind." + r.kind().text());
    return scope.pl("Reg") + "[" + r.lanes() + ", " + dtype(r.dtype()) + kind + "]";
  }

  private String buffer(BufferType b) {
    List<String> parts =
        new ArrayList<>(List.of(b.shape().toString(), dtype(b.dtype()), space(b.memorySpace())));
    if (!b.validShape().equals(b.shape())) {
      parts.add("valid_shape=" + b.validShape());
    }
    addLayout(b.view(), TileView.rowMajor(), false, parts);
    addPad(b.pad(), parts);
    addCompact(b.compact(), parts);
    return NATIVE + "BufferType(" + String.join(", ", parts) + ")";
  }

  /**
   * The window a tensor is cut from; the ecosystem derives it from the operator again, and shows it
   * only with all other layouts.
   */
  private List<String> window(DistributedTensorType t) {
    return scope.ecosystem() && !scope.options().explicitLayout()
        ? List.of()
        : t.windowBuffer()
            .map(w -> List.of(StringText.doubleQuoted(WINDOW + name(w.base()))))
            .orElse(List.of());
  }

  private String tensor(String head, TensorLike t, List<String> last) {
    List<String> parts = new ArrayList<>(List.of(dims(t.shape()), dtype(t.dtype())));
    t.tensorView().ifPresent(v -> parts.add(view(v, t.shape())));
    t.memref().ifPresent(m -> parts.add(memref(m)));
    parts.addAll(last);
    return head + "[" + String.join(", ", parts) + "]";
  }

  private String tile(TileType t) {
    List<String> parts = new ArrayList<>(List.of(dims(t.shape()), dtype(t.dtype())));
    t.memref().ifPresent(m -> parts.add(memref(m)));
    t.memorySpace().ifPresent(s -> parts.add(space(s)));
    Optional<TileView> written =
        scope.options().explicitLayout() ? Optional.of(t.effectiveView()) : t.tileView();
    written.ifPresent(v -> parts.add(view(v, t)));
    return scope.pl("Tile") + "[" + String.join(", ", parts) + "]";
  }

  String space(MemorySpace space) {
    return scope.pl("Mem." + space.text());
  }

  private String dims(ImmutableList<Expr> dims) {
    return "[" + exprs.dims(dims) + "]";
  }

  private String view(TensorView v, ImmutableList<Expr> shape) {
    List<String> parts = new ArrayList<>();
    if (!v.validShape().isEmpty() && !Dims.same(v.validShape(), shape)) {
      parts.add("valid_shape=" + dims(v.validShape()));
    }
    boolean plain =
        v.stride().isEmpty() && v.layout() == TensorLayout.ND && v.pad() == PadValue.NULL;
    if (!plain || !parts.isEmpty()) {
      parts.add("stride=" + dims(v.stride()));
      parts.add("layout=" + scope.pl("TensorLayout." + v.layout().text()));
    }
    addPad(v.pad(), parts);
    return call("TensorView", parts);
  }

  private String view(TileView v, TileType t) {
    TileView implicit = TileView.implicit(t.shape(), t.memorySpace());
    List<String> parts = new ArrayList<>();
    if (!v.validShape().isEmpty() && !Dims.same(v.validShape(), t.shape())) {
      parts.add("valid_shape=" + dims(v.validShape()));
    }
    if (!v.stride().isEmpty()) {
      parts.add("stride=" + dims(v.stride()));
    }
    v.startOffset().ifPresent(o -> parts.add("start_offset=" + exprs.dim(o)));
    addLayout(v, implicit, scope.options().explicitLayout(), parts);
    addPad(v.pad(), parts);
    addCompact(v.compact(), parts);
    return call("TileView", parts);
  }

  private void addLayout(TileView v, TileView implicit, boolean explicit, List<String> parts) {
    if (explicit || v.blayout() != implicit.blayout()) {
      parts.add("blayout=" + scope.pl("TileLayout." + v.blayout().text()));
    }
    if (explicit || v.slayout() != implicit.slayout()) {
      parts.add("slayout=" + scope.pl("TileLayout." + v.slayout().text()));
    }
    if (explicit || v.fractal() != implicit.fractal()) {
      parts.add("fractal=" + v.fractal());
    }
  }

  private void addCompact(CompactMode compact, List<String> parts) {
    if (compact != CompactMode.NULL) {
      parts.add("compact=" + scope.pl("CompactMode." + compact.text()));
    }
  }

  private void addPad(PadValue pad, List<String> parts) {
    if (pad != PadValue.NULL) {
      parts.add("pad=" + scope.pl("PadValue." + pad.text()));
    }
  }

  private String memref(MemRef m) {
    List<String> parts = new ArrayList<>(List.of(base(m.base())));
    if (!m.isPinned()) {
      parts.add(offset(m.byteOffset()));
      parts.add(Long.toString(m.size()));
    }
    if (m.slotCount() != 1) {
      parts.add("slots=" + m.slotCount());
    }
    return call("MemRef", parts) + m.slotIndex().map(i -> "[" + exprs.of(i) + "]").orElse("");
  }

  private String name(Var base) {
    return scope.names().find(base).orElse(base.nameHint());
  }

  private String base(Var base) {
    boolean named = !inSignature && scope.bases().contains(base);
    return named ? name(base) : StringText.doubleQuoted(name(base));
  }

  String window(WindowBuffer w) {
    return "pld.WindowBuffer("
        + base(w.base())
        + ", "
        + exprs.of(w.size())
        + (w.loadFromHost() ? ", load_from_host=True" : "")
        + (w.storeToHost() ? ", store_to_host=True" : "")
        + ")";
  }

  private String offset(Expr offset) {
    return offset instanceof ConstInt ? exprs.of(offset) : exprs.dim(offset);
  }

  private String call(String name, List<String> parts) {
    return scope.pl(name) + "(" + String.join(", ", parts) + ")";
  }
}
