package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The valid region of a reshaped value, which must be a rectangle again.
 *
 * @param contiguous whether the elements of the source follow each other row by row
 */
record ReshapedRegion(
    List<Expr> sourceShape,
    List<Expr> sourceValid,
    ImmutableList<Expr> target,
    boolean contiguous) {

  ImmutableList<Expr> valid(Request r) {
    if (Extents.equal(sourceValid, sourceShape)) {
      return target;
    }
    if (sourceValid.stream().anyMatch(Extents::zero)) {
      return target.stream()
          .map(_ -> (Expr) ConstInt.index(0))
          .collect(ImmutableList.toImmutableList());
    }
    return unitAxes().or(this::prefix).orElseThrow(() -> notRectangular(r));
  }

  private IrException notRectangular(Request r) {
    return r.error(
        "a source that is valid in "
            + Texts.of(sourceValid)
            + " of "
            + Texts.of(sourceShape)
            + " has no rectangular valid region in the shape "
            + Texts.of(target),
        "reshape a wholly valid value, or narrow it after the reshape");
  }

  /** Only axes of extent 1 come or go. */
  private Optional<ImmutableList<Expr>> unitAxes() {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    int from = 0;
    for (Expr extent : target) {
      while (from < sourceShape.size()
          && !Extents.equal(sourceShape.get(from), extent)
          && droppable(from)) {
        from++;
      }
      if (from < sourceShape.size() && Extents.equal(sourceShape.get(from), extent)) {
        result.add(sourceValid.get(from++));
      } else if (Exprs.isConstant(extent, 1)) {
        result.add(extent);
      } else {
        return Optional.empty();
      }
    }
    while (from < sourceShape.size()) {
      if (!droppable(from++)) {
        return Optional.empty();
      }
    }
    return Optional.of(result.build());
  }

  private boolean droppable(int axis) {
    return Exprs.isConstant(sourceShape.get(axis), 1) && Extents.one(sourceValid.get(axis));
  }

  /** Whether the valid elements of a contiguous value are its first ones, one after the other. */
  static boolean isPrefix(List<Expr> shape, List<Expr> valid) {
    int free = 0;
    while (free < shape.size() - 1 && Extents.one(valid.get(free))) {
      free++;
    }
    return Extents.equal(
        valid.subList(free + 1, valid.size()), shape.subList(free + 1, shape.size()));
  }

  /** The valid elements are the first ones of the flat source. */
  private Optional<ImmutableList<Expr>> prefix() {
    int free = 0;
    while (free < sourceShape.size() - 1 && Exprs.isConstant(sourceValid.get(free), 1)) {
      free++;
    }
    List<Expr> trailing = sourceShape.subList(free + 1, sourceShape.size());
    OptionalLong row = Dims.elements(trailing);
    boolean flat =
        contiguous
            && row.isPresent()
            && Dims.elements(target).isPresent()
            && Extents.equal(sourceValid.subList(free + 1, sourceShape.size()), trailing);
    if (!flat) {
      return Optional.empty();
    }
    Expr extent = sourceValid.get(free);
    return extent instanceof ConstInt c
        ? constantPrefix(Math.multiplyExact(c.value(), row.getAsLong()))
        : dynamicPrefix(extent, sourceShape.get(free), row.getAsLong());
  }

  private Optional<ImmutableList<Expr>> constantPrefix(long elements) {
    long volume = volume(0);
    for (int axis = 0; axis < target.size(); axis++) {
      long extent = ((ConstInt) target.get(axis)).value();
      volume /= extent;
      if (elements % volume == 0 && elements / volume <= extent) {
        return Optional.of(with(axis, ConstInt.index(elements / volume)));
      }
    }
    return Optional.empty();
  }

  private Optional<ImmutableList<Expr>> dynamicPrefix(Expr extent, Expr physical, long row) {
    for (int axis = 0; axis < target.size(); axis++) {
      if (volume(axis + 1) == row && Extents.atMost(physical, target.get(axis))) {
        return Optional.of(with(axis, extent));
      }
    }
    return Optional.empty();
  }

  private long volume(int from) {
    return Dims.elements(target.subList(from, target.size())).orElseThrow();
  }

  private ImmutableList<Expr> with(int axis, Expr extent) {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int i = 0; i < target.size(); i++) {
      result.add(i < axis ? ConstInt.index(1) : i == axis ? extent : target.get(i));
    }
    return result.build();
  }
}
