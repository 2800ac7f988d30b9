package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.AutoName;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rewrites the calls of a kernel whose operator takes or gives row-major tiles only, or takes the
 * rows of a vector for blocks of 32 bytes.
 */
final class RowMajor extends BodyRewriter {
  private int temporaries;

  @Override
  protected void assign(AssignStmt s) {
    if (!(s.value() instanceof Call call) || !needsRows(call, s.var().type())) {
      super.assign(s);
      return;
    }
    String base = AutoName.base(s.var().nameHint());
    Call onRows = onRows(call, base + "__rm_a");
    OpDef op = SpaceDemands.definition(call).orElseThrow();
    TileType wanted = (TileType) type(s.var().type());
    if (!op.rowMajorResult() || isRowMajor(wanted)) {
      bind(s, onRows);
      return;
    }
    Var rows = emitAs(temporary(base + "__row_major"), onRows);
    bind(s, isColumn(wanted) ? reshaped(rows, wanted.shape()) : moved(rows, wanted, call.span()));
  }

  @Override
  protected void eval(EvalStmt s) {
    if (s.expr() instanceof Call call && needsRows(call, call.type())) {
      Expr onRows = onRows(call, "layout_fix__row_major_arg");
      emit(new EvalStmt(s.span(), s.leadingComments(), onRows));
    } else {
      super.eval(s);
    }
  }

  @Override
  protected Expr value(Expr expr) {
    if (!(expr instanceof Call call)) {
      return super.value(expr);
    }
    if (call.op().name().equals("tile.slice")) {
      checkWindow(call);
    }
    return hasFlatVector(call) ? onColumn(call) : super.value(call);
  }

  /** A window lies in the memory of its source, in the same order of elements. */
  private static void checkWindow(Call call) {
    TileType source = (TileType) call.args().get(0).type();
    TileType window = (TileType) call.type();
    TileView whole = source.effectiveView();
    TileView part = window.effectiveView();
    Expr columns = Iterables.getLast(Exprs.elements(call.args().get(1)));
    boolean turned = !Dims.same(List.of(columns), List.of(window.shape().getLast()));
    if (turned || part.blayout() != whole.blayout() || part.slayout() != whole.slayout()) {
      throw new IrException(
          whole.blayout() == TileLayout.ROW_MAJOR
              ? "a window of one column cannot be taken of a tile whose rows are stored"
              : "a window of one row cannot be taken of a tile whose columns are stored",
          "load it into a tile of its own",
          call.span());
    }
  }

  /** Whether each row of a vector has one value, but is stored as a row. */
  private static boolean hasFlatVector(Call call) {
    return call.op().name().startsWith("tile.row_expand_")
        && call.args().get(1).type() instanceof TileType vector
        && isRowMajor(vector)
        && Exprs.isConstant(vector.shape().getLast(), 1);
  }

  /** The call on the vector looked at as a column, whose elements lie the same way. */
  private Expr onColumn(Call call) {
    Expr vector = expr(call.args().get(1));
    TileType type = (TileType) vector.type();
    Call column =
        isColumn(type)
            ? reshaped(vector, type.shape())
            : Operators.call("tile.transpose_view", ImmutableList.of(vector), call.span());
    Expr looked = emitAs(temporary("layout_fix__column"), column);
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    for (int i = 0; i < call.args().size(); i++) {
      args.add(i == 1 ? looked : expr(call.args().get(i)));
    }
    return rebuilt(call, args.build(), call.kwargs());
  }

  private static boolean needsRows(Call call, Type result) {
    Optional<OpDef> op = SpaceDemands.definition(call);
    return op.isPresent()
        && ((op.get().rowMajorResult() && isOtherOrder(result))
            || IntStream.range(0, call.args().size())
                .anyMatch(i -> op.get().operand(i).rowMajor() && isOtherOrder(call.args().get(i))));
  }

  private static boolean isOtherOrder(Expr operand) {
    return isOtherOrder(operand.type());
  }

  private static boolean isOtherOrder(Type type) {
    return type instanceof TileType tile && !isRowMajor(tile);
  }

  private static boolean isRowMajor(TileType tile) {
    return tile.effectiveView().blayout() == TileLayout.ROW_MAJOR;
  }

  private static boolean isColumn(TileType tile) {
    return tile.rank() == 2
        && Exprs.isConstant(tile.shape().get(1), 1)
        && !Exprs.isConstant(tile.shape().get(0), 1);
  }

  /** The call on row-major operands. */
  private Call onRows(Call call, String prefix) {
    OpDef op = SpaceDemands.definition(call).orElseThrow();
    boolean columns =
        IntStream.range(0, call.args().size())
            .anyMatch(
                i ->
                    op.operand(i).rowMajor()
                        && call.args().get(i).type() instanceof TileType tile
                        && isColumn(tile)
                        && !isRowMajor(tile));
    if (columns) {
      checkOnlyColumns(call, op);
    }
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    for (int i = 0; i < call.args().size(); i++) {
      Expr arg = expr(call.args().get(i));
      args.add(
          op.operand(i).rowMajor() && arg.type() instanceof TileType tile
              ? rows(arg, tile, columns, prefix + i, call.span())
              : arg);
    }
    return rebuilt(call, args.build(), call.kwargs());
  }

  private Expr rows(Expr arg, TileType tile, boolean columns, String name, Span span) {
    if (isColumn(tile) && (columns || !isRowMajor(tile))) {
      ImmutableList<Expr> row = ImmutableList.of(ConstInt.index(1), tile.shape().get(0));
      return emitAs(temporary(name), reshaped(arg, row));
    }
    return isRowMajor(tile) ? arg : emitAs(temporary(name), moved(arg, rowMajor(tile), span));
  }

  private static void checkOnlyColumns(Call call, OpDef op) {
    for (int i = 0; i < call.args().size(); i++) {
      if (op.operand(i).rowMajor()
          && call.args().get(i).type() instanceof TileType tile
          && !isColumn(tile)) {
        throw new IrException(
            call.op().name() + ": a column vector cannot be combined with a matrix",
            "use the row expansion of the operator, such as rowExpandMul",
            call.span());
      }
    }
  }

  private String temporary(String prefix) {
    return prefix + "_tmp_v" + temporaries++;
  }

  private static Call reshaped(Expr tile, List<Expr> shape) {
    return Operators.call(
        "tile.reshape",
        ImmutableList.of(tile, MakeTuple.of(ImmutableList.copyOf(shape), tile.span())),
        tile.span());
  }

  private static TileType rowMajor(TileType tile) {
    return tile.withTileView(
        tile.effectiveView().withBlayout(TileLayout.ROW_MAJOR).withSlayout(TileLayout.NONE_BOX));
  }

  /** A copy in the layout of {@code wanted}. */
  private static Call moved(Expr tile, TileType wanted, Span span) {
    TileView view = wanted.effectiveView();
    Attrs kwargs =
        Attrs.of("target_memory", AttrValue.of(wanted.memorySpace().orElseThrow()))
            .with("blayout", new AttrValue.OfTileLayout(view.blayout()))
            .with("slayout", new AttrValue.OfTileLayout(view.slayout()));
    return Operators.call("tile.move", ImmutableList.of(tile), kwargs, span);
  }
}
