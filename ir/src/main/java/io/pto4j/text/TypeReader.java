package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Recursion;
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
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads types in annotations. */
final class TypeReader {
  private static final int MAX_DEPTH = 1_000;

  private static final ImmutableMap<String, Type> MARKERS = markers();

  /** Types that say nothing without their parts. */
  private static final ImmutableSet<String> INCOMPLETE =
      ImmutableSet.of(
          "pl.Tensor", "pl.Tile", "pl.Scalar", "pl.Array", "pl.Tuple", "pld.DistributedTensor");

  private static final ImmutableMap<String, DataType> DATA_TYPES =
      Maps.uniqueIndex(ImmutableList.copyOf(DataType.values()), DataType::name);

  private static final ImmutableSet<String> DATA_TYPE_GROUPS = ImmutableSet.of("pl", "DataType");

  private static final int TENSOR_PARTS = 4;
  private static final int TILE_PARTS = 5;

  private final Module module;
  private final ExprReader exprs;
  private final Bindings bindings;
  private final MemRefReader memrefs;
  private final Recursion recursion = new Recursion(MAX_DEPTH);

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
      return recursion.descend(() -> read(e));
    } catch (ParseException failure) {
      throw failure;
    } catch (IrException failure) {
      throw SignatureMistake.TYPE_REFUSED.at(
          failure.at(e.span()).span(), failure.getMessage(), Mistake.hint(failure));
    }
  }

  private Type read(Py.Expr e) {
    Optional<String> name = module.dotted(e);
    if (name.isPresent()) {
      if (INCOMPLETE.contains(name.get())) {
        throw SignatureMistake.INCOMPLETE_TYPE.at(e);
      }
      Type marker = MARKERS.get(name.get());
      return marker != null ? marker : ScalarType.of(findDtype(e).orElseThrow(() -> notAType(e)));
    }
    return switch (e) {
      case Py.Call call -> {
        Optional<Type> descriptor = new DescriptorReader(module, this).type(call);
        yield descriptor.isPresent() || !call.keywords().isEmpty()
            ? descriptor.orElseThrow(() -> notAType(e))
            : composed(e, call.function(), call.args());
      }
      case Py.Index(_, Py.Expr head, ImmutableList<Py.Expr> parts) -> composed(e, head, parts);
      default -> throw notAType(e);
    };
  }

  /** A type of parts, in brackets or in the parentheses of its constructor. */
  private Type composed(Py.Expr e, Py.Expr head, ImmutableList<Py.Expr> parts) {
    return switch (module.dotted(head).orElse("")) {
      case "pl.Scalar" -> ScalarType.of(dtype(only(e, parts)));
      case "pl.Tensor" -> tensor(e, parts);
      case "pld.DistributedTensor" -> distributed(e, parts);
      case "pl.Reg" -> reg(e, parts);
      case "pl.Tile" -> tile(e, parts);
      case "pl.Array" -> array(e, parts);
      case "pl.Tuple" ->
          tuple(
              e instanceof Py.Call
                      && only(e, parts) instanceof Py.ListLit(_, ImmutableList<Py.Expr> listed)
                  ? listed
                  : parts);
      default -> throw notAType(e);
    };
  }

  private static IrException notAType(Py.Expr e) {
    return SignatureMistake.NOT_A_TYPE.at(e);
  }

  private static Py.Expr only(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() != 1) {
      throw SignatureMistake.ONE_ELEMENT.at(e, parts.size());
    }
    return parts.getFirst();
  }

  DataType dtype(Py.Expr e) {
    return findDtype(e).orElseThrow(() -> SignatureMistake.NOT_A_DATA_TYPE.at(e));
  }

  Optional<DataType> findDtype(Py.Expr e) {
    if (e instanceof Py.Name(_, String id) && module.constant(id).isPresent()) {
      return findDtype(module.constant(id).get());
    }
    String name =
        switch (e) {
          case Py.Attr(_, _, String attr) when module.isMemberOf(e, DATA_TYPE_GROUPS) -> attr;
          case Py.Name(_, String id) -> id;
          default -> "";
        };
    // the specification has one type of that name
    return name.equals("FP8")
        ? Optional.of(DataType.FP8E4M3FN)
        : Optional.ofNullable(DATA_TYPES.get(name));
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
      throw SignatureMistake.ARRAY_TYPE.at(e);
    }
    Expr extent = dim(parts.get(0));
    if (Dims.constant(extent).orElse(0) <= 0) {
      throw SignatureMistake.ARRAY_EXTENT.at(parts.get(0));
    }
    return new ArrayType(dtype(parts.get(1)), extent);
  }

  private static void checkSize(Py.Expr e, ImmutableList<Py.Expr> parts, int most) {
    if (parts.size() < 2) {
      throw SignatureMistake.INCOMPLETE_TYPE.at(e);
    }
    if (parts.size() > most) {
      throw SignatureMistake.TYPE_PARTS.at(parts.get(most), parts.size(), most);
    }
  }

  private static void checkOnce(Optional<?> before, Py.Expr e) {
    if (before.isPresent()) {
      throw SignatureMistake.TYPE_PART_TWICE.at(e);
    }
  }

  /** What a name outside the function stands for, or the expression itself. */
  private Py.Expr meant(Py.Expr e) {
    return e instanceof Py.Name(_, String id) ? module.constant(id).orElse(e) : e;
  }

  private RegType reg(Py.Expr e, ImmutableList<Py.Expr> parts) {
    if (parts.size() < 2 || parts.size() > 3) {
      throw SignatureMistake.REGISTER_TYPE.at(e);
    }
    RegKind kind = parts.size() == 3 ? module.member(parts.get(2), RegKind.class) : RegKind.VEC_REG;
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
    checkSize(e, parts, TENSOR_PARTS);
    ImmutableList<Expr> shape = dims(parts.get(0));
    DataType dtype = dtype(parts.get(1));
    Optional<TensorView> view = Optional.empty();
    Optional<MemRef> memref = Optional.empty();
    for (Py.Expr extra : parts.subList(2, parts.size())) {
      if (MemRefReader.isMemRef(module, extra)) {
        checkOnce(memref, extra);
        memref = Optional.of(memrefs.memref(extra));
      } else if (module.calls(meant(extra), "TensorView")) {
        checkOnce(view, extra);
        view = Optional.of(tensorView((Py.Call) meant(extra)));
      } else {
        checkOnce(view, extra);
        TensorLayout layout = module.member(extra, TensorLayout.class);
        if (layout == TensorLayout.DN) {
          throw SignatureMistake.DN_LAYOUT.at(extra);
        }
        view = Optional.of(TensorView.packed().withLayout(layout));
      }
    }
    return new TensorType(dtype, shape, memref, view);
  }

  private TileType tile(Py.Expr e, ImmutableList<Py.Expr> parts) {
    checkSize(e, parts, TILE_PARTS);
    ImmutableList<Expr> shape = dims(parts.get(0));
    DataType dtype = dtype(parts.get(1));
    Optional<MemRef> memref = Optional.empty();
    Optional<MemorySpace> space = Optional.empty();
    Optional<Py.Call> viewText = Optional.empty();
    for (Py.Expr extra : parts.subList(2, parts.size())) {
      if (MemRefReader.isMemRef(module, extra)) {
        checkOnce(memref, extra);
        memref = Optional.of(memrefs.memref(extra));
      } else if (module.calls(meant(extra), "TileView")) {
        checkOnce(viewText, extra);
        viewText = Optional.of((Py.Call) meant(extra));
      } else if (module.findMember(extra, TensorLayout.class).isPresent()) {
        throw SignatureMistake.TILE_LAYOUT.at(extra);
      } else {
        checkOnce(space, extra);
        space = Optional.of(module.member(extra, MemorySpace.class));
      }
    }
    if (memref.isPresent() && space.isEmpty()) {
      throw SignatureMistake.MEMREF_SPACE.at(e);
    }
    TileView implicit = TileView.implicit(shape, space);
    return new TileType(dtype, shape, memref, viewText.map(v -> tileView(v, implicit)), space);
  }

  private TensorView tensorView(Py.Call call) {
    Map<String, Py.Expr> fields = fields(call, List.of("valid_shape", "stride", "layout", "pad"));
    return new TensorView(
        optionalDims(fields.get("stride")),
        Optional.ofNullable(fields.get("layout"))
            .map(l -> module.member(l, TensorLayout.class))
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
        Optional.ofNullable(fields.get("start_offset")).map(o -> extent(o, exprs.viewDim(o))),
        layout(fields.get("blayout"), implicit.blayout()),
        layout(fields.get("slayout"), implicit.slayout()),
        Optional.ofNullable(fields.get("fractal")).map(this::integer).orElse(implicit.fractal()),
        pad(fields),
        compact(fields));
  }

  static Map<String, Py.Expr> fields(Py.Call call, List<String> known) {
    Map<String, Py.Expr> fields = new HashMap<>();
    if (!call.args().isEmpty()) {
      throw SignatureMistake.VIEW_POSITIONAL.at(call.args().getFirst());
    }
    for (Py.Keyword k : call.keywords()) {
      if (!known.contains(k.name())) {
        throw SignatureMistake.VIEW_FIELD.at(k.span(), k.name(), String.join(", ", known));
      }
      fields.put(k.name(), k.value());
    }
    return fields;
  }

  TileLayout layout(Py.Expr e, TileLayout absent) {
    return e == null ? absent : module.member(e, TileLayout.class);
  }

  PadValue pad(Map<String, Py.Expr> fields) {
    return Optional.ofNullable(fields.get("pad"))
        .map(p -> module.member(p, PadValue.class))
        .orElse(PadValue.NULL);
  }

  CompactMode compact(Map<String, Py.Expr> fields) {
    return Optional.ofNullable(fields.get("compact"))
        .map(c -> module.member(c, CompactMode.class))
        .orElse(CompactMode.NULL);
  }

  int integer(Py.Expr e) {
    Optional<Number> number = new LiteralFolder(module, bindings).fold(e);
    if (number.isPresent() && number.get() instanceof Long value && value == value.intValue()) {
      return value.intValue();
    }
    throw SignatureMistake.NOT_AN_INTEGER.at(e);
  }

  private ImmutableList<Expr> optionalDims(Py.Expr e) {
    return e == null ? ImmutableList.of() : list(e, exprs::viewDim);
  }

  /** A shape outside an annotation, where names mean what they mean in the function. */
  ImmutableList<Expr> shape(Py.Expr e) {
    return list(e, exprs::expr);
  }

  private ImmutableList<Expr> dims(Py.Expr e) {
    return list(e, exprs::dim);
  }

  private ImmutableList<Expr> list(Py.Expr e, Function<Py.Expr, Expr> read) {
    ImmutableList<Py.Expr> elements =
        exprs.outside().elements(e).orElseThrow(() -> SignatureMistake.NOT_A_SHAPE.at(e));
    return elements.stream().map(d -> extent(d, read.apply(d))).collect(toImmutableList());
  }

  private Expr dim(Py.Expr e) {
    return extent(e, exprs.dim(e));
  }

  private static Expr extent(Py.Expr e, Expr dim) {
    boolean fits =
        (dim.type() instanceof ScalarType(DataType dtype) && dtype.isInt())
            || dim.type() == UnknownType.INSTANCE;
    if (!fits) {
      throw SignatureMistake.EXTENT_KIND.at(e);
    }
    return dim;
  }
}
