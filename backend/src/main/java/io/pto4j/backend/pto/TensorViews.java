package io.pto4j.backend.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Writes the views through which tensors in global memory are read and written. Source: PTO
 * dialect, GM pointers and views.
 */
final class TensorViews {
  private final Lines out;
  private final SsaNames names;
  private final Scalars scalars;
  private final Constants constants;

  TensorViews(Lines out, SsaNames names, Scalars scalars, Constants constants) {
    this.out = out;
    this.names = names;
    this.scalars = scalars;
    this.constants = constants;
  }

  TensorHandle view(String pointer, String hint, TensorType type, Span span) {
    TensorView view = type.effectiveView();
    boolean column = isColumn(type, view.layout());
    List<String> shape = type.shape().stream().map(scalars::index).toList();
    List<String> strides =
        view.stride().isEmpty()
            ? packed(type, column ? TensorLayout.DN : view.layout(), span)
            : view.stride().stream().map(scalars::index).toList();
    TensorLayout layout = column ? TensorLayout.DN : view.layout();
    String name = names.hinted(hint + "_view");
    out.line(
        "%s = pto.make_tensor_view %s, shape = [%s], strides = [%s] {layout = #pto.layout<%s>} : %s",
        name,
        pointer,
        String.join(", ", shape),
        String.join(", ", strides),
        layout.text().toLowerCase(Locale.ROOT),
        PtoTypes.tensorView(type.rank(), type.dtype(), span));
    return new TensorHandle(pointer, name, type);
  }

  /** A column is contiguous along its rows, whatever its declared layout. */
  private static boolean isColumn(TensorType type, TensorLayout layout) {
    boolean free = layout == TensorLayout.ND || layout == TensorLayout.DN;
    return free && type.rank() >= 2 && Exprs.isConstant(Iterables.getLast(type.shape()), 1);
  }

  private List<String> packed(TensorType type, TensorLayout layout, Span span) {
    ImmutableList<Expr> shape = type.shape();
    int rank = type.rank();
    List<String> strides = new ArrayList<>(Collections.nCopies(rank, ""));
    int next;
    switch (layout) {
      case ND -> {
        strides.set(rank - 1, constants.index(1));
        next = rank - 2;
      }
      case DN -> {
        strides.set(rank - 2, constants.index(1));
        strides.set(rank - 1, scalars.index(shape.get(rank - 2)));
        next = rank - 3;
      }
      default ->
          throw new IrException(
              "a tensor of layout " + layout + " needs explicit strides", "", span);
    }
    Expr stride =
        layout == TensorLayout.ND
            ? shape.getLast()
            : Exprs.mulFolded(shape.get(rank - 2), shape.getLast());
    for (int k = next; k >= 0; k--) {
      strides.set(k, scalars.index(stride));
      stride = Exprs.mulFolded(stride, shape.get(k));
    }
    return strides;
  }
}
