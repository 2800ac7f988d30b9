package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Types;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.Operators;
import java.util.List;
import java.util.Optional;

/** Rewrites one kernel so that its tiles have at most two dimensions. */
final class TileFlattener extends BodyRewriter {
  private static final int TRANSPOSE_OPERANDS = 3;

  @Override
  protected void assign(AssignStmt s) {
    bind(s, flattened(s.value()));
  }

  @Override
  protected void eval(EvalStmt s) {
    Expr value = flattened(s.expr());
    emit(value == s.expr() ? s : new EvalStmt(s.span(), s.leadingComments(), value));
  }

  private Expr flattened(Expr value) {
    if (!(value instanceof Call call)
        || !(call.op() instanceof Operator(String name))
        || !name.startsWith("tile.")) {
      return value(value);
    }
    boolean deep = isDeep(call.type()) || call.args().stream().anyMatch(a -> isDeep(a.type()));
    if (deep) {
      checkConstant(call);
    }
    return switch (name) {
      case "tile.load" -> isDeep(call.type()) ? load(call) : value(call);
      case "tile.store" -> store(call);
      case "tile.create", "tile.full" -> deep ? generated(call) : value(call);
      case "tile.reshape" -> deep ? reshape(call) : value(call);
      case "tile.assemble" -> deep ? assemble(call) : value(call);
      case "tile.transpose" -> transpose(call, deep);
      case "tile.slice", "tile.read", "tile.write" -> {
        if (deep) {
          throw unsupported(call, "reshape it to two dimensions first");
        }
        yield value(call);
      }
      default -> {
        if (deep && name.startsWith("tile.col_")) {
          throw unsupported(call, "reduce or expand one matrix at a time");
        }
        yield deep ? rebuilt(call, operands(call), call.kwargs()) : value(call);
      }
    };
  }

  private static boolean isDeep(Type type) {
    return type instanceof TileType tile && tile.rank() > 2;
  }

  private static void checkConstant(Call call) {
    ImmutableList.<Expr>builder().addAll(call.args()).add(call).build().stream()
        .map(Expr::type)
        .filter(type -> isDeep(type) && Dims.elements(((TileType) type).shape()).isEmpty())
        .findFirst()
        .ifPresent(
            type -> {
              throw new IrException(
                  call.op().name()
                      + ": "
                      + Types.text(type)
                      + " has an extent that is not constant",
                  "work on a constant part of that axis at a time, with the rest in valid_shape, or"
                      + " reshape the tensor before the kernel",
                  call.span());
            });
  }

  private static IrException unsupported(Call call, String hint) {
    return new IrException(
        call.op().name() + " does not take tiles of more than two dimensions", hint, call.span());
  }

  private ImmutableList<Expr> operands(Call call) {
    return Children.mapList(call.args(), this::expr);
  }

  /** The extents with all but the last multiplied together. */
  private static ImmutableList<Expr> merged(List<Expr> dims) {
    if (dims.size() <= 2) {
      return ImmutableList.copyOf(dims);
    }
    return ImmutableList.of(
        Exprs.productFolded(dims.subList(0, dims.size() - 1)), Iterables.getLast(dims));
  }

  /** The window stays as it is; the tile that it fills has its axes merged. */
  private Call load(Call call) {
    Call mapped = (Call) value(call);
    TileType type = (TileType) mapped.type();
    if (type.memorySpace().equals(Optional.of(MemorySpace.MAT))) {
      throw unsupported(call, "load a matrix, or reshape the tensor before the kernel");
    }
    TileView view = type.effectiveView();
    ImmutableList<Expr> shape = merged(type.shape());
    checkValid(call, type);
    return mapped.withType(
        type.withShape(shape).withTileView(view.withValidShape(merged(view.validShape()))));
  }

  /** Only the outermost axes may be partly valid: the valid rows must be the first ones. */
  private static void checkValid(Call call, TileType type) {
    boolean partial = false;
    for (int i = type.rank() - 2; i >= 0; i--) {
      boolean whole = Dims.same(type.validShape().get(i), type.shape().get(i));
      boolean single = Exprs.isConstant(type.shape().get(i), 1);
      if (partial && !single) {
        throw new IrException(
            "tile.load: the valid part of "
                + Types.text(type)
                + " is not one band of rows once its axes are merged",
            "narrow the outermost axis only",
            call.span());
      }
      partial |= !whole;
    }
  }

  private Call store(Call call) {
    ImmutableList<Expr> before = call.args();
    ImmutableList<Expr> args = operands(call);
    ShapedType stored = (ShapedType) before.get(0).type();
    ShapedType target = (ShapedType) before.get(2).type();
    if (target.rank() <= 2 || args.size() > TRANSPOSE_OPERANDS) {
      return (Call) value(call);
    }
    ImmutableList.Builder<Expr> window = ImmutableList.builder();
    for (int i = stored.rank(); i < target.rank(); i++) {
      window.add(ConstInt.index(1));
    }
    Expr shape = MakeTuple.of(window.addAll(stored.shape()).build(), call.span());
    return rebuilt(
            call, ImmutableList.<Expr>builder().addAll(args).add(shape).build(), call.kwargs())
        .withType(type(call.type()));
  }

  private Call generated(Call call) {
    ImmutableList<Expr> args = operands(call);
    return rebuilt(
        call, withElement(args, 0, tuple(call, merged(elements(args.get(0))))), call.kwargs());
  }

  private Call reshape(Call call) {
    ImmutableList<Expr> args = operands(call);
    return rebuilt(
        call, withElement(args, 1, tuple(call, merged(elements(args.get(1))))), call.kwargs());
  }

  private static ImmutableList<Expr> withElement(ImmutableList<Expr> list, int index, Expr value) {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int i = 0; i < list.size(); i++) {
      result.add(i == index ? value : list.get(i));
    }
    return result.build();
  }

  private static ImmutableList<Expr> elements(Expr tuple) {
    return ((MakeTuple) tuple).elements();
  }

  private static Expr tuple(Call call, ImmutableList<Expr> elements) {
    return MakeTuple.of(elements, call.span());
  }

  private Call assemble(Call call) {
    TileType target = (TileType) call.args().get(0).type();
    TileType source = (TileType) call.args().get(1).type();
    checkBand(call, source, target);
    ImmutableList<Expr> args = operands(call);
    ImmutableList<Expr> offset = elements(args.get(2));
    Expr row = ConstInt.index(0);
    for (int i = 0; i < target.rank() - 1; i++) {
      row = Exprs.addFolded(Exprs.mulFolded(row, target.shape().get(i)), offset.get(i));
    }
    Expr merged = tuple(call, ImmutableList.of(row, Iterables.getLast(offset)));
    return rebuilt(call, withElement(args, 2, merged), call.kwargs());
  }

  /** What is written must be consecutive rows of the target once its axes are merged. */
  private static void checkBand(Call call, TileType source, TileType target) {
    boolean band = source.rank() == target.rank();
    boolean started = false;
    for (int i = 0; band && i < target.rank() - 1; i++) {
      band = !started || Dims.same(source.shape().get(i), target.shape().get(i));
      started |= !Exprs.isConstant(source.shape().get(i), 1);
    }
    if (!band) {
      throw new IrException(
          "tile.assemble writes a %s region into a %s tile, which is not one band of rows once the"
                  .formatted(Types.text(source), Types.text(target))
              + " leading axes are merged",
          "write whole inner axes, or reshape both to two dimensions",
          call.span());
    }
  }

  /** A transposition needs a scratch tile; there is none across merged axes. */
  private Expr transpose(Call call, boolean deep) {
    if (deep) {
      throw unsupported(call, "transpose one matrix at a time");
    }
    Call mapped = (Call) value(call);
    if (mapped.args().size() > TRANSPOSE_OPERANDS
        || !(mapped.args().get(0).type() instanceof TileType source)) {
      return mapped;
    }
    Attrs kwargs =
        Attrs.of("dtype", AttrValue.of(source.dtype()))
            .with("target_memory", AttrValue.of(source.memorySpace().orElse(MemorySpace.VEC)));
    Expr scratch =
        emitAs(
            "transpose_tmp",
            Operators.call(
                "tile.create", ImmutableList.of(tuple(call, source.shape())), kwargs, call.span()));
    return rebuilt(
        mapped,
        ImmutableList.<Expr>builder().addAll(mapped.args()).add(scratch).build(),
        mapped.kwargs());
  }
}
