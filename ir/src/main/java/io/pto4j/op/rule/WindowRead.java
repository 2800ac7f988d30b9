package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;

/**
 * Reading a window of a tensor or tile: which part of it is valid, and whether it lies inside.
 *
 * @param sourceShape physical extents of the source
 * @param sourceValid its valid extents
 * @param offset first element of the window
 * @param window extents of the window
 * @param requested the valid extents that were asked for
 * @param exact the whole window must lie in the source, even where less is requested
 * @param clamp the window is cut where it leaves the source
 */
record WindowRead(
    List<Expr> sourceShape,
    List<Expr> sourceValid,
    List<Expr> offset,
    List<Expr> window,
    Optional<ImmutableList<Expr>> requested,
    boolean exact,
    boolean clamp) {

  /** The valid extents of the window. */
  ImmutableList<Expr> valid(Request r) {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int i = 0; i < window.size(); i++) {
      check(r, i);
      result.add(valid(i));
    }
    return result.build();
  }

  private void check(Request r, int i) {
    if (Extents.negative(offset.get(i))) {
      throw r.error(
          "the offset " + Texts.of(offset) + " is negative in dimension " + i,
          "offsets count from the first element");
    }
    Optional<Expr> wanted = requested.map(valid -> valid.get(i));
    if (wanted.isPresent() && Extents.less(window.get(i), wanted.get())) {
      throw r.error(
          "the valid extent "
              + Texts.of(wanted.get())
              + " is larger than the window's "
              + Texts.of(window.get(i))
              + " in dimension "
              + i,
          "a valid extent is at most the extent of the window");
    }
    Expr reach = exact ? window.get(i) : wanted.orElse(window.get(i));
    if (!clamp && Extents.less(sourceShape.get(i), Extents.plus(offset.get(i), reach))) {
      throw r.error(
          "the window "
              + Texts.of(window)
              + " at "
              + Texts.of(offset)
              + " reads past the end of dimension "
              + i
              + " of the "
              + Texts.of(sourceShape)
              + " source",
          exact
              ? "make the window smaller or move it"
              : "make the window smaller, move it, or give a smaller valid shape");
    }
  }

  private Expr valid(int i) {
    Expr available = available(i);
    Optional<Expr> wanted = requested.map(valid -> valid.get(i));
    if (wanted.isEmpty()) {
      return available;
    }
    boolean narrower =
        !Extents.equal(available, window.get(i)) && Extents.atMost(available, wanted.get());
    return narrower ? available : wanted.get();
  }

  private Expr available(int i) {
    Expr extent = window.get(i);
    Expr bound = sourceValid.get(i);
    if (!clamp && Extents.equal(bound, sourceShape.get(i))) {
      return extent;
    }
    Expr left =
        Extents.zero(offset.get(i))
            ? bound
            : Extents.max(Extents.minus(bound, offset.get(i)), ConstInt.index(0));
    return Extents.min(left, extent);
  }
}
