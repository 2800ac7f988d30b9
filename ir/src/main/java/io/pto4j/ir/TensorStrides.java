package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import com.google.common.math.LongMath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the elements of a tensor lie: the strides of packed tensors, and whether given strides
 * belong to a layout.
 *
 * <p>Source: PyPTO IR types, canonical TensorView.
 */
public final class TensorStrides {
  private static final int BLOCKED_RANK = 5;
  private static final int BOX_ROWS = 16;
  private static final int BOX_ROW_BITS = 256;

  private TensorStrides() {}

  /** The strides, in elements, of a tensor whose rows follow each other without gaps. */
  public static ImmutableList<Expr> rowMajor(List<? extends Expr> shape) {
    ImmutableList.Builder<Expr> strides = ImmutableList.builder();
    Expr stride = ConstInt.index(1);
    for (Expr extent : Lists.reverse(shape)) {
      strides.add(stride);
      stride = Exprs.mulFolded(extent, stride);
    }
    return strides.build().reverse();
  }

  /**
   * The strides, in elements, of a tensor without gaps. DN stores the last two axes column by
   * column; the axes of a blocked NZ shape and of the MX layouts follow each other.
   *
   * @throws IrException when the shape cannot have the layout
   */
  public static ImmutableList<Expr> packed(
      DataType dtype, ImmutableList<Expr> shape, TensorLayout layout) {
    shapeFault(dtype, shape, layout)
        .ifPresent(
            fault -> {
              throw new IrException(
                  "a tensor with the " + layout.text() + " layout " + fault.problem(),
                  fault.remedy());
            });
    ImmutableList<Expr> rowMajor = rowMajor(shape);
    if (layout != TensorLayout.DN) {
      return rowMajor;
    }
    int rank = shape.size();
    List<Expr> strides = new ArrayList<>(rowMajor);
    strides.set(rank - 2, ConstInt.index(1));
    strides.set(rank - 1, shape.get(rank - 2));
    return ImmutableList.copyOf(strides);
  }

  /** The elements in one row of a box: 32 bytes. */
  static int boxColumns(DataType dtype) {
    return BOX_ROW_BITS / storageBits(dtype);
  }

  private static int storageBits(DataType dtype) {
    return dtype.bits() == 4 ? 4 : Byte.SIZE * dtype.bytes();
  }

  /**
   * Whether {@code shape} is that of a tensor stored in boxes: {@code [batch, columns / c0, rows /
   * 16, 16, c0]}, c0 elements being 32 bytes.
   */
  public static boolean isBlocked(DataType dtype, List<? extends Expr> shape) {
    return shape.size() == BLOCKED_RANK
        && Exprs.isConstant(shape.get(3), BOX_ROWS)
        && Exprs.isConstant(shape.get(4), boxColumns(dtype));
  }

  /** What is wrong and what to do about it. */
  private record Fault(String problem, String remedy) {}

  private static Optional<Fault> shapeFault(
      DataType dtype, List<? extends Expr> shape, TensorLayout layout) {
    if (layout == TensorLayout.NZ && !isBlocked(dtype, shape)) {
      return Optional.of(
          new Fault(
              "is not blocked as [batch, columns / %d, rows / 16, 16, %d]"
                  .formatted(boxColumns(dtype), boxColumns(dtype)),
              "give the blocked shape, or use ND or DN"));
    }
    return layout == TensorLayout.DN && shape.size() < 2
        ? Optional.of(new Fault("has no columns", "use the ND layout"))
        : Optional.empty();
  }

  /**
   * What keeps the view of {@code tensor} from the one form that all passes read; empty when it has
   * that form. Strides that are not constants are taken to be right.
   *
   * @param materialized whether the strides must be written out, which later passes rely on;
   *     otherwise none stand for packed ones
   */
  public static Optional<String> fault(TensorLike tensor, boolean materialized) {
    if (tensor.tensorView().isEmpty()) {
      return Optional.empty();
    }
    TensorView view = tensor.tensorView().get();
    Optional<Fault> shape = shapeFault(tensor.dtype(), tensor.shape(), view.layout());
    if (shape.isPresent()) {
      return shape.map(f -> f.problem() + "; " + f.remedy());
    }
    if (view.stride().isEmpty()) {
      return materialized ? Optional.of("has a view without strides") : Optional.empty();
    }
    return view.stride().size() == tensor.rank()
        ? strideFault(tensor, view, outward(view.layout(), tensor.rank()))
        : Optional.of("has %d strides".formatted(view.stride().size()));
  }

  /** The axes from the innermost outward. */
  private static ImmutableList<Integer> outward(TensorLayout layout, int rank) {
    List<Integer> axes = new ArrayList<>();
    for (int axis = rank - 1; axis >= 0; axis--) {
      axes.add(axis);
    }
    if (layout == TensorLayout.DN) {
      axes.set(0, rank - 2);
      axes.set(1, rank - 1);
    }
    return ImmutableList.copyOf(axes);
  }

  private static Optional<String> strideFault(
      TensorLike tensor, TensorView view, List<Integer> axes) {
    ImmutableList<Expr> stride = view.stride();
    int innermost = axes.getFirst();
    if (stride.get(innermost) instanceof ConstInt c && c.value() != 1) {
      return Optional.of("does not have stride 1 in dimension " + innermost);
    }
    for (int i = 1; i < axes.size(); i++) {
      int outer = axes.get(i);
      int inner = axes.get(i - 1);
      if (isShorter(stride.get(outer), stride.get(inner), tensor.shape().get(inner))) {
        return Optional.of(
            "has a stride in dimension %d that is shorter than what lies within it"
                .formatted(outer));
      }
    }
    return Optional.empty();
  }

  /** Whether a step is known to be shorter than {@code extent} steps of the axis within it. */
  private static boolean isShorter(Expr step, Expr innerStep, Expr extent) {
    return step instanceof ConstInt outer
        && innerStep instanceof ConstInt inner
        && extent instanceof ConstInt length
        && outer.value() < LongMath.saturatedMultiply(inner.value(), length.value());
  }
}
