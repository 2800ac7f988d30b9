package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ScalarType;
import java.util.Optional;

/** Reads allocations of windows, which are named by the variables that they are assigned to. */
final class WindowReader {
  static final String ALLOCATION = "pld.tensor.alloc_window_buffer";

  private static final ImmutableSet<String> KEYWORDS = ImmutableSet.of("size", "dtype", "name");

  private final StmtReader stmts;

  WindowReader(StmtReader stmts) {
    this.stmts = stmts;
  }

  /** Whether {@code e} allocates a window. */
  static boolean isAllocation(Module module, Py.Expr e) {
    return e instanceof Py.Call call
        && call.function() instanceof Py.Attr(_, _, String last)
        && last.equals("alloc_window_buffer")
        && module
            .callee(e)
            .filter(c -> c.equals(ALLOCATION) || c.equals("pld.alloc_window_buffer"))
            .isPresent();
  }

  /** The allocation of the window called {@code name}. */
  Call allocation(Py.Call c, String name) {
    if (!stmts.surroundings().isHostOrchestrator()) {
      throw CallMistake.HOST_ONLY.at(c, "pld.alloc_window_buffer");
    }
    Optional<Py.Expr> dtype = c.keyword("dtype");
    Optional<Py.Expr> byKeyword = c.keyword("size");
    boolean form =
        c.args().size() == (byKeyword.isPresent() ? 0 : 1)
            && c.keywords().stream().allMatch(k -> KEYWORDS.contains(k.name()));
    if (!form) {
      throw CallMistake.WINDOW_FORM.at(c);
    }
    String own = c.keyword("name").map(WindowReader::name).orElse(name);
    if (!stmts.module().takeWindowName(own)) {
      throw CallMistake.WINDOW_NAME.at(c, own);
    }
    Py.Expr size = byKeyword.orElseGet(() -> c.args().getFirst());
    boolean shape = size instanceof Py.ListLit || size instanceof Py.TupleLit;
    if (shape != dtype.isPresent()) {
      throw CallMistake.WINDOW_FORM.at(c);
    }
    Expr bytes = shape ? bytes(c, size, dtype.orElseThrow()) : stmts.exprs().expr(size);
    return OperatorCall.made(
        ALLOCATION, ImmutableList.of(bytes), Attrs.of("name", AttrValue.of(own)), c.span());
  }

  private static String name(Py.Expr e) {
    if (e instanceof Py.StrLit(_, String name) && !name.isEmpty()) {
      return name;
    }
    throw CallMistake.WINDOW_FORM.at(e);
  }

  /** The size of the elements of one rank. */
  private Expr bytes(Py.Call c, Py.Expr shape, Py.Expr dtype) {
    ImmutableList<Py.Expr> texts = stmts.exprs().calls().attrs().elements(shape);
    if (texts.isEmpty()) {
      throw CallMistake.WINDOW_FORM.at(shape);
    }
    Expr product = null;
    for (Py.Expr text : texts) {
      Expr extent = stmts.exprs().expr(text);
      if (!(extent.type() instanceof ScalarType(DataType d) && d.isInt())
          || (extent instanceof ConstInt n && n.value() <= 0)) {
        throw CallMistake.WINDOW_FORM.at(text);
      }
      Expr factor = extent instanceof ConstInt n ? ConstInt.of(n.value(), DataType.INT64) : extent;
      product = product == null ? factor : times(c, product, factor);
    }
    int width = Math.max(1, stmts.exprs().types().dtype(dtype).bits() / Byte.SIZE);
    return times(c, product, ConstInt.of(width, DataType.INT64));
  }

  private static Expr times(Py.Call c, Expr left, Expr right) {
    return left instanceof ConstInt l && right instanceof ConstInt r
        ? ConstInt.of(Math.multiplyExact(l.value(), r.value()), DataType.INT64)
        : Exprs.binary(BinaryOp.MUL, left, right, c.span());
  }
}
