package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.op.TypeRule.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Writing a source into a target: the valid region of the target afterwards, which must still be a
 * rectangle at its origin.
 *
 * @param reach the extents of the source that must lie in the target
 */
record WriteUnion(
    List<Expr> targetShape,
    ImmutableList<Expr> targetValid,
    List<Expr> offset,
    List<Expr> reach,
    ImmutableList<Expr> sourceValid) {

  /** The valid extents of the target after the write. */
  ImmutableList<Expr> valid(Request r) {
    for (int i = 0; i < targetShape.size(); i++) {
      check(r, i);
    }
    if (sourceValid.stream().anyMatch(Extents::zero) || Extents.equal(targetValid, targetShape)) {
      return targetValid;
    }
    if (targetValid.stream().anyMatch(Extents::zero)) {
      if (!atOrigin()) {
        throw gap(r);
      }
      return sourceValid;
    }
    List<Integer> growing = growing();
    if (growing.isEmpty()) {
      return targetValid;
    }
    if (atOrigin() && covers()) {
      return sourceValid;
    }
    return grown(r, growing);
  }

  private void check(Request r, int i) {
    if (Extents.negative(offset.get(i))) {
      throw r.error(
          "the offset " + Texts.of(offset) + " is negative in dimension " + i,
          "offsets count from the first element");
    }
    if (Extents.less(targetShape.get(i), Extents.plus(offset.get(i), reach.get(i)))) {
      throw r.error(
          "writing "
              + Texts.of(reach)
              + " at "
              + Texts.of(offset)
              + " goes past the end of dimension "
              + i
              + " of the "
              + Texts.of(targetShape)
              + " target",
          "write less, or at a smaller offset");
    }
  }

  private boolean atOrigin() {
    return offset.stream().allMatch(Extents::zero);
  }

  private boolean covers() {
    for (int i = 0; i < targetValid.size(); i++) {
      if (!Extents.atMost(targetValid.get(i), sourceValid.get(i))) {
        return false;
      }
    }
    return true;
  }

  private Expr far(int i) {
    return Extents.plus(offset.get(i), sourceValid.get(i));
  }

  private List<Integer> growing() {
    List<Integer> result = new ArrayList<>();
    for (int i = 0; i < targetValid.size(); i++) {
      if (!Extents.atMost(far(i), targetValid.get(i))) {
        result.add(i);
      }
    }
    return result;
  }

  private ImmutableList<Expr> grown(Request r, List<Integer> growing) {
    int axis = growing.getFirst();
    if (growing.size() > 1 || !Extents.atMost(offset.get(axis), targetValid.get(axis))) {
      throw gap(r);
    }
    for (int i = 0; i < targetValid.size(); i++) {
      boolean spans =
          Extents.zero(offset.get(i)) && Extents.equal(sourceValid.get(i), targetValid.get(i));
      if (i != axis && !spans) {
        throw gap(r);
      }
    }
    Expr extent = Extents.min(Extents.max(targetValid.get(axis), far(axis)), targetShape.get(axis));
    return Shapes.with(targetValid, axis, extent);
  }

  private IrException gap(Request r) {
    return r.error(
        "writing "
            + Texts.of(sourceValid)
            + " at "
            + Texts.of(offset)
            + " into a target that is valid in "
            + Texts.of(targetValid)
            + " would not leave a rectangle of valid elements",
        "append along one dimension, in order, with the target's full extent in the others");
  }
}
