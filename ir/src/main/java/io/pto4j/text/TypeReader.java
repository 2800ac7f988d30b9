package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.WindowBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads types in annotations. */
final class TypeReader {
  private static final ImmutableMap<String, Type> MARKERS = markers();

  private final Module module;
  private final ExprReader exprs;
  private final Bindings bindings;
  private final MemRefReader memrefs;

  TypeReader(Module module, ExprReader exprs, Bindings bindings) {
    this.bindings = bindings;
    this.module = module;
    this.exprs = exprs;
    this.memrefs = new MemRefReader(module, exprs, bindings);
  }

  private static ImmutableMap<String, Type> markers() {
    ImmutableMap.Builder<String, Type> markers =
        ImmutableMap.<String, Type>builder()
            .put("pl.Ptr", PtrType.INSTANCE)
            .put("pl.MemRefType", MemRefType.INSTANCE)
            .put("pl.UnknownType", UnknownType.INSTANCE)
            .put("pld.CommCtx", HandleType.COMM_CTX);
    Stream.of(HandleType.values()).forEach(handle -> markers.put(handle.text(), handle));
    return markers.buildOrThrow();
  }

  Type type(Py.Expr e) {
    try {
      return read(e);
    } catch (IrException failure) {
      throw failure.at(e.span());
    }
  }

  private Type read(Py.Expr e) {
    Optional<String> name = module.dotted(e);
    if (name.isPresent()) {
      Type marker = MARKERS.get(name.get());
      return marker != null ? marker : ScalarType.of(dtype(e));
    }
    if (e instanceof Py.Call call) {
      return new DescriptorReader(module, this).type(call).orElseThrow(() -> notAType(e));
    }
    if (!(e instanceof Py.Index(_, Py.Expr head, ImmutableList<Py.Expr> parts))) {
      throw notAType(e);
    }
    return switch (module.dotted(head).orElse("")) {
      case "pl.Scalar" -> ScalarType.of(dtype(only(e, parts)));
      case "pl.Tensor" -> tensor(e, parts);
      case "pld.DistributedTensor" -> distributed(e, parts);
      case "pl.Reg" -> reg(e, parts);
      case "pl.Tile" -> tile(e, parts);
      case "pl.Array" -> array(e, parts);
      case "pl.Tuple" -> tuple(parts);
      default -> throw notAType(e);
    };
  }

  private static IrException notAType(Py.Expr e) {
    return Module.error(
        e,
        "this is no type",
        "types are pl.Tensor[[..], dtype], pl.Tile[[..], dtype], pl.Scalar[dtype], pl.Array[n,"
            + " dtype], pl.Reg[n, dtype], pl.Tuple[..] and pld.DistributedTensor[[..], dtype]");
  }

  private static Py.Expr only(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() != 1) {
      throw Module.error(e, "one element in brackets is expected, not " + parts.size());
    }
    return parts.getFirst();
  }

  DataType dtype(Py.Expr e) {
    return findDtype(e)
        .orElseThrow(
            () ->
                Module.error(
                    e, "this is no data type", "data types are pl.FP32, pl.INT32 and so on"));
  }

  Optional<DataType> findDtype(Py.Expr e) {
    if (e instanceof Py.Name(_, String id) && module.constant(id).isPresent()) {
      return findDtype(module.constant(id).get());
    }
    String name =
        switch (e) {
          case Py.Attr(_, _, String attr) -> attr;
          case Py.Name(_, String id) -> id;
          default -> "";
        };
    return Stream.of(DataType.values()).filter(d -> d.name().equals(name)).findFirst();
  }

  private TupleType tuple(ImmutableList<Py.Expr> parts) {
    boolean empty =
        parts.size() == 1
            && parts.getFirst() instanceof Py.TupleLit(_, ImmutableList<Py.Expr> none)
            && none.isEmpty();
    return new TupleType(
        empty ? ImmutableList.of() : parts.stream().map(this::type).collect(toImmutableList()));
  }

  private ArrayType array(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() != 2) {
      throw Module.error(e, "an array has an extent and a data type");
    }
    return new ArrayType(dtype(parts.get(1)), dim(parts.get(0)));
  }

  private static void checkSize(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() < 2) {
      throw Module.error(
          e,
          "the annotation is incomplete",
          "give the shape and the data type: [[16, 16], pl.FP32]");
    }
  }

  private RegType reg(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() < 2 || parts.size() > 3) {
      throw Module.error(
          e, "a register has lanes, a data type and perhaps a kind", "write pl.Reg[64, pl.FP32]");
    }
    RegKind kind =
        parts.size() == 3
            ? module.member(parts.get(2), RegKind.class, "kind of register")
            : RegKind.VEC_REG;
    return new RegType(integer(parts.get(0)), dtype(parts.get(1)), kind);
  }

  /** A last string names the window that the tensor is cut from, if the text declares it. */
  private DistributedTensorType distributed(Py.Expr e, ImmutableList<Py.Expr> parts) {
    Optional<WindowBuffer> window = Optional.empty();
    ImmutableList<Py.Expr> rest = parts;
    if (Iterables.getLast(parts) instanceof Py.StrLit(_, String text)
        && text.startsWith(TypeText.WINDOW)) {
      window = bindings.window(text.substring(TypeText.WINDOW.length()));
      rest = parts.subList(0, parts.size() - 1);
    }
    TensorType tensor = tensor(e, rest);
    return new DistributedTensorType(
        tensor.dtype(), tensor.shape(), tensor.memref(), tensor.tensorView(), window);
  }

  private TensorType tensor(Py.Expr e, ImmutableList<Py.Expr> parts) {
    checkSize(e, parts);
    ImmutableList<Expr> shape = dims(parts.get(0));
    DataType dtype = dtype(parts.get(1));
    Optional<TensorView> view = Optional.empty();
    Optional<MemRef> memref = Optional.empty();
    for (Py.Expr extra : parts.subList(2, parts.size())) {
      if (MemRefReader.isMemRef(module, extra)) {
        memref = Optional.of(memrefs.memref(extra));
      } else if (module.calls(extra, "TensorView")) {
        view = Optional.of(tensorView((Py.Call) extra));
      } else {
        TensorLayout layout = module.member(extra, TensorLayout.class, "tensor layout");
        view = Optional.of(TensorView.packed().withLayout(layout));
      }
    }
    return new TensorType(dtype, shape, memref, view);
  }

  private TileType tile(Py.Expr e, ImmutableList<Py.Expr> parts) {
    checkSize(e, parts);
    ImmutableList<Expr> shape = dims(parts.get(0));
    DataType dtype = dtype(parts.get(1));
    Optional<MemRef> memref = Optional.empty();
    Optional<MemorySpace> space = Optional.empty();
    Optional<Py.Call> viewText = Optional.empty();
    for (Py.Expr extra : parts.subList(2, parts.size())) {
      if (MemRefReader.isMemRef(module, extra)) {
        memref = Optional.of(memrefs.memref(extra));
      } else if (module.calls(extra, "TileView")) {
        viewText = Optional.of((Py.Call) extra);
      } else {
        space = Optional.of(module.member(extra, MemorySpace.class, "memory space"));
      }
    }
    TileView implicit = TileView.implicit(shape, space);
    return new TileType(dtype, shape, memref, viewText.map(v -> tileView(v, implicit)), space);
  }

  private TensorView tensorView(Py.Call call) {
    Map<String, Py.Expr> fields = fields(call, List.of("valid_shape", "stride", "layout", "pad"));
    return new TensorView(
        optionalDims(fields.get("stride")),
        Optional.ofNullable(fields.get("layout"))
            .map(l -> module.member(l, TensorLayout.class, "tensor layout"))
            .orElse(TensorLayout.ND),
        optionalDims(fields.get("valid_shape")),
        pad(fields));
  }

  private TileView tileView(Py.Call call, TileView implicit) {
    Map<String, Py.Expr> fields =
        fields(
            call,
            List.of(
                "valid_shape",
                "stride",
                "start_offset",
                "blayout",
                "slayout",
                "fractal",
                "pad",
                "compact"));
    return new TileView(
        optionalDims(fields.get("valid_shape")),
        optionalDims(fields.get("stride")),
        Optional.ofNullable(fields.get("start_offset")).map(this::dim),
        layout(fields.get("blayout"), implicit.blayout()),
        layout(fields.get("slayout"), implicit.slayout()),
        Optional.ofNullable(fields.get("fractal")).map(this::integer).orElse(implicit.fractal()),
        pad(fields),
        compact(fields));
  }

  static Map<String, Py.Expr> fields(Py.Call call, List<String> known) {
    Map<String, Py.Expr> fields = new HashMap<>();
    if (!call.args().isEmpty()) {
      throw Module.error(call.args().getFirst(), "a view takes keyword arguments only");
    }
    for (Py.Keyword k : call.keywords()) {
      if (!known.contains(k.name())) {
        throw new IrException(
            "a view has no field '" + k.name() + "'",
            "its fields are " + String.join(", ", known),
            k.span());
      }
      fields.put(k.name(), k.value());
    }
    return fields;
  }

  TileLayout layout(Py.Expr e, TileLayout absent) {
    return e == null ? absent : module.member(e, TileLayout.class, "tile layout");
  }

  PadValue pad(Map<String, Py.Expr> fields) {
    return Optional.ofNullable(fields.get("pad"))
        .map(p -> module.member(p, PadValue.class, "pad value"))
        .orElse(PadValue.NULL);
  }

  CompactMode compact(Map<String, Py.Expr> fields) {
    return Optional.ofNullable(fields.get("compact"))
        .map(c -> module.member(c, CompactMode.class, "compact mode"))
        .orElse(CompactMode.NULL);
  }

  int integer(Py.Expr e) {
    if (e instanceof Py.IntLit(_, long value) && value == (int) value) {
      return (int) value;
    }
    throw Module.error(e, "a constant integer is expected");
  }

  private ImmutableList<Expr> optionalDims(Py.Expr e) {
    return e == null ? ImmutableList.of() : dims(e);
  }

  private ImmutableList<Expr> dims(Py.Expr e) {
    return switch (e) {
      case Py.ListLit(_, ImmutableList<Py.Expr> elements) -> dims(elements);
      case Py.TupleLit(_, ImmutableList<Py.Expr> elements) -> dims(elements);
      case Py.Name(_, String id) when module.constant(id).isPresent() ->
          dims(module.constant(id).get());
      default -> throw Module.error(e, "a shape is a list of extents", "write [16, 16]");
    };
  }

  private ImmutableList<Expr> dims(ImmutableList<Py.Expr> elements) {
    return elements.stream().map(this::dim).collect(toImmutableList());
  }

  private Expr dim(Py.Expr e) {
    Expr dim = exprs.dim(e);
    boolean fits =
        (dim.type() instanceof ScalarType(DataType dtype) && dtype.isInt())
            || dim instanceof ConstInt
            || dim.type() == UnknownType.INSTANCE;
    if (!fits) {
      throw Module.error(e, "an extent is an integer");
    }
    return dim;
  }
}
