package io.pto4j.backend.pto;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes operator calls on tiles and tensors: transfers, views and instructions. Source: PTO
 * dialect, instruction catalogue.
 */
final class TileOps {
  private static final int ATOMIC_ADD = 1;

  private final Lines out;
  private final SsaNames names;
  private final Scalars scalars;
  private final Constants constants;
  private final Function<Var, TileHandle> tiles;
  private final Function<Var, TensorHandle> tensors;

  TileOps(
      Lines out,
      SsaNames names,
      Scalars scalars,
      Constants constants,
      Function<Var, TileHandle> tiles,
      Function<Var, TensorHandle> tensors) {
    this.out = out;
    this.names = names;
    this.scalars = scalars;
    this.constants = constants;
    this.tiles = tiles;
    this.tensors = tensors;
  }

  // ---- allocation

  /** The byte address of a planned buffer. */
  String address(MemRef ref, Span span) {
    if (ref.byteOffset() instanceof ConstInt offset) {
      return constants.integer(offset.value(), DataType.INT64, span);
    }
    throw new IllegalStateException(
        "buffer '" + ref.base() + "' at " + span + " has no constant address");
  }

  TileHandle allocate(Var var, TileType type) {
    MemRef ref =
        type.memref()
            .orElseThrow(() -> new IllegalStateException("tile '" + var + "' has no memory"));
    List<Expr> valid = PtoTypes.matrix(type.validShape(), var.span());
    String text = PtoTypes.tile(type, var.span());
    String address = address(ref, var.span());
    String rows = scalars.index(valid.get(0));
    String cols = scalars.index(valid.get(1));
    String name = names.hinted(var.nameHint());
    out.line(
        "%s = pto.alloc_tile addr = %s valid_row = %s valid_col = %s : %s",
        name, address, rows, cols, text);
    return new TileHandle(name, text, type);
  }

  // ---- calls by the type of their result

  TileHandle tileResult(Var var, TileType type, Call call) {
    String operator = call.op().name();
    TileHandle inPlace = reused(type, call);
    return switch (operator) {
      // a declaration or a reinterpretation at the same address: the allocation says it all
      case "tile.create", "tile.reshape", "tile.transpose_view", "tile.reinterpret_view" ->
          allocate(var, type);
      case "tile.load" -> load(allocate(var, type), call);
      case "tile.slice" -> slice(type, call);
      case "tile.assemble" -> assemble(inPlace == null ? allocate(var, type) : inPlace, call);
      case "tile.write" -> write(inPlace == null ? tile(call, 0) : inPlace, call);
      case "tile.set_validshape" -> setValidShape(var, type, call);
      case "tile.transpose" -> transpose(allocate(var, type), call);
      default -> instruction(inPlace == null ? allocate(var, type) : inPlace, call);
    };
  }

  /**
   * The handle of the operand whose buffer the result is, when it has the same type and address.
   */
  private TileHandle reused(TileType type, Call call) {
    OpDef op = Operators.get(call.op().name());
    if (op.reusesInput().isEmpty()) {
      return null;
    }
    TileHandle operand = tile(call, op.reusesInput().getAsInt());
    boolean same =
        PtoTypes.tile(type, call.span()).equals(PtoTypes.tile(operand.tile(), call.span()))
            && address(type.memref().orElseThrow(), call.span())
                .equals(address(operand.tile().memref().orElseThrow(), call.span()));
    return same ? operand : null;
  }

  TensorHandle tensorResult(Call call) {
    return switch (call.op().name()) {
      case "tile.store" -> store(call);
      case "tensor.write" -> writeScalar(call);
      default -> throw unsupported(call);
    };
  }

  String scalarResult(Var var, Call call) {
    return switch (call.op().name()) {
      case "tensor.read" -> {
        TensorHandle tensor = tensor(call, 0);
        String offset = flatOffset(indices(call, 1), tensor.type());
        String name = names.hinted(var.nameHint());
        String element = PtoTypes.element(tensor.type().dtype(), call.span());
        out.line(
            "%s = pto.load_scalar %s[%s] : !pto.ptr<%s> -> %s",
            name, tensor.pointer(), offset, element, element);
        yield name;
      }
      case "tile.read" -> {
        TileHandle tile = tile(call, 0);
        String offset = flatOffset(indices(call, 1), tile.tile());
        String name = names.hinted(var.nameHint());
        String element = PtoTypes.element(tile.tile().dtype(), call.span());
        out.line(
            "%s = pto.tgetval ins(%s, %s : %s, index) outs : %s",
            name, tile.name(), offset, tile.type(), element);
        yield name;
      }
      case "tensor.dim" -> scalars.index(dim(call));
      default -> throw unsupported(call);
    };
  }

  void effect(Call call) {
    switch (call.op().name()) {
      case "tile.store" -> store(call);
      case "tensor.write" -> writeScalar(call);
      case "tile.write" -> write(tile(call, 0), call);
      default -> throw unsupported(call);
    }
  }

  static IrException unsupported(Call call) {
    return new IrException(
        "operator '" + call.op().name() + "' has no form in device code here", "", call.span());
  }

  // ---- transfers

  private TileHandle load(TileHandle target, Call call) {
    Expr source = call.args().get(0);
    String partition = partition((Var) source, indices(call, 1), indices(call, 3), call.span());
    out.line("pto.tload ins(%s) outs(%s : %s)", partition, target.name(), target.type());
    return target;
  }

  private TensorHandle store(Call call) {
    TileHandle source = tile(call, 0);
    TensorHandle target = tensor(call, 2);
    ImmutableList<Expr> sizes =
        call.args().size() > 3 && target.type().rank() != 2
            ? indices(call, 3)
            : trimmed(source.tile().validShape(), target.type().rank(), call.span());
    String partition = partition((Var) call.args().get(2), indices(call, 1), sizes, call.span());
    String atomic =
        call.kwargs().getInt("atomic", 0) == ATOMIC_ADD
            ? " {atomicType = #pto<atomic_type atomic_add>}"
            : "";
    out.line("pto.tstore ins(%s : %s) outs(%s)%s", source.name(), source.type(), partition, atomic);
    return target;
  }

  /** The last {@code rank} extents; those dropped must be one. */
  private static ImmutableList<Expr> trimmed(ImmutableList<Expr> extents, int rank, Span span) {
    int dropped = extents.size() - rank;
    for (int i = 0; i < dropped; i++) {
      if (!Exprs.isConstant(extents.get(i), 1)) {
        throw new IrException(
            "a tile of " + extents.size() + " dimensions does not fit a tensor of " + rank,
            "",
            span);
      }
    }
    if (dropped < 0) {
      throw new IrException(
          "a tile of " + extents.size() + " dimensions cannot fill a tensor of " + rank, "", span);
    }
    return extents.subList(dropped, extents.size());
  }

  /** Declares the window of a tensor that a transfer moves; the result is its name and type. */
  private String partition(
      Var var, ImmutableList<Expr> offsets, ImmutableList<Expr> sizes, Span span) {
    TensorHandle tensor = tensors.apply(var);
    String at = offsets.stream().map(this::clamped).collect(joining(", "));
    String extents = sizes.stream().map(scalars::index).collect(joining(", "));
    String name = names.hinted(var.nameHint() + "_pview");
    String type = PtoTypes.partition(sizes, tensor.type().dtype(), span);
    out.line(
        "%s = pto.partition_view %s, offsets = [%s], sizes = [%s] : %s -> %s",
        name,
        tensor.view(),
        at,
        extents,
        PtoTypes.tensorView(tensor.type().rank(), tensor.type().dtype(), span),
        type);
    return name + " : " + type;
  }

  /** An offset that is not negative, as the assembler demands. */
  private String clamped(Expr offset) {
    if (offset instanceof ConstInt c) {
      return constants.index(Math.max(0, c.value()));
    }
    String value = scalars.index(offset);
    String name = names.temp();
    out.line("%s = arith.maxsi %s, %s : index", name, value, constants.index(0));
    return name;
  }

  // ---- views

  private TileHandle slice(TileType type, Call call) {
    TileHandle source = tile(call, 0);
    return subview(source, type, indices(call, 2), names.hinted("slice_view"), call.span());
  }

  private TileHandle subview(
      TileHandle source, TileType window, ImmutableList<Expr> offsets, String name, Span span) {
    List<Expr> shape = PtoTypes.matrix(window.shape(), span);
    String at = PtoTypes.matrix(offsets, span).stream().map(scalars::index).collect(joining(", "));
    String sizes =
        shape.stream().map(d -> Long.toString(((ConstInt) d).value())).collect(joining(", "));
    String valid =
        PtoTypes.matrix(window.validShape(), span).stream()
            .map(scalars::index)
            .collect(joining(", "));
    String type = PtoTypes.view(window, span);
    out.line(
        "%s = pto.subview %s[%s] sizes [%s] valid [%s] : %s -> %s",
        name, source.name(), at, sizes, valid, source.type(), type);
    return new TileHandle(name, type, window);
  }

  private TileHandle assemble(TileHandle target, Call call) {
    TileHandle original = tile(call, 0);
    TileHandle source = tile(call, 1);
    if (!original.name().equals(target.name())) {
      move(original, target);
    }
    TileType window =
        target
            .tile()
            .withShape(source.tile().shape())
            .withTileView(target.tile().effectiveView().withValidShape(source.tile().validShape()));
    TileHandle view =
        subview(target, window, indices(call, 2), names.hinted("assemble_view"), call.span());
    move(source, view);
    return target;
  }

  private void move(TileHandle from, TileHandle to) {
    out.line("pto.tmov ins(%s : %s) outs(%s : %s)", from.name(), from.type(), to.name(), to.type());
  }

  /**
   * The instruction changes the handle that it is given, so the result has one of its own: the tile
   * itself may be used again.
   */
  private TileHandle setValidShape(Var var, TileType type, Call call) {
    TileHandle result = allocate(var, type);
    String rows = scalars.index(call.args().get(1));
    String cols = scalars.index(call.args().get(2));
    out.line("pto.set_validshape %s, %s, %s : %s", result.name(), rows, cols, result.type());
    return result;
  }

  // ---- scalar access

  private TileHandle write(TileHandle tile, Call call) {
    String offset = flatOffset(indices(call, 1), tile.tile());
    Expr value = call.args().get(2);
    String element = PtoTypes.element(tile.tile().dtype(), call.span());
    String written = scalars.value(value, tile.tile().dtype());
    out.line(
        "pto.tsetval ins(%s, %s : index, %s) outs(%s : %s)",
        offset, written, element, tile.name(), tile.type());
    return tile;
  }

  private TensorHandle writeScalar(Call call) {
    TensorHandle tensor = tensor(call, 0);
    String offset = flatOffset(indices(call, 1), tensor.type());
    String value = scalars.value(call.args().get(2), tensor.type().dtype());
    String element = PtoTypes.element(tensor.type().dtype(), call.span());
    out.line(
        "pto.store_scalar %s, %s[%s] : !pto.ptr<%s>, %s",
        value, tensor.pointer(), offset, element, element);
    return tensor;
  }

  private String flatOffset(ImmutableList<Expr> indices, ShapedType type) {
    Expr flat = ConstInt.index(0);
    for (int i = 0; i < indices.size(); i++) {
      flat = Exprs.addFolded(Exprs.mulFolded(flat, type.shape().get(i)), indices.get(i));
    }
    return scalars.index(flat);
  }

  private static Expr dim(Call call) {
    TensorType type = (TensorType) call.args().get(0).type();
    if (call.args().get(1) instanceof ConstInt axis) {
      int i = (int) axis.value();
      return type.shape().get(i < 0 ? i + type.rank() : i);
    }
    throw new IrException("the axis of a dimension must be constant", "", call.span());
  }

  // ---- instructions

  private TileHandle transpose(TileHandle target, Call call) {
    TileHandle source = tile(call, 0);
    TileHandle scratch = tile(call, 3);
    out.line(
        "pto.ttrans ins(%s, %s : %s, %s) outs(%s : %s)",
        source.name(), scratch.name(), source.type(), source.type(), target.name(), target.type());
    return target;
  }

  private TileHandle instruction(TileHandle target, Call call) {
    String operator = call.op().name();
    Instructions.Instruction instruction =
        Instructions.find(operator).orElseThrow(() -> unsupported(call));
    List<String> operands = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (int i : instruction.printed(call.args().size())) {
      operand(call.args().get(i), instruction.scalarType(), target.tile().dtype(), operands, types);
    }
    out.line(
        "%s ins(%s%s : %s) outs(%s : %s)%s",
        instruction.name(),
        String.join(", ", operands),
        instruction.suffix().of(call.kwargs(), call.args().size()),
        String.join(", ", types),
        target.name(),
        target.type(),
        Instructions.precision(operator, call.kwargs()));
    return target;
  }

  /**
   * Prints an operand; a literal takes the element type of the result. Tuples only shape the
   * result.
   */
  private void operand(
      Expr arg,
      Optional<DataType> scalarType,
      DataType element,
      List<String> operands,
      List<String> types) {
    switch (arg.type()) {
      case TileType _ -> {
        TileHandle tile = tiles.apply((Var) arg);
        operands.add(tile.name());
        types.add(tile.type());
      }
      case ScalarType(DataType dtype) -> {
        DataType wanted = scalarType.orElse(arg instanceof Var ? dtype : element);
        operands.add(scalars.value(arg, wanted));
        types.add(PtoTypes.element(wanted, arg.span()));
      }
      default -> {
        if (!(arg instanceof MakeTuple)) {
          throw new IrException("this operand has no form in device code", "", arg.span());
        }
      }
    }
  }

  private TileHandle tile(Call call, int i) {
    return tiles.apply((Var) call.args().get(i));
  }

  private TensorHandle tensor(Call call, int i) {
    return tensors.apply((Var) call.args().get(i));
  }

  private static ImmutableList<Expr> indices(Call call, int i) {
    return ((MakeTuple) call.args().get(i)).elements();
  }
}
