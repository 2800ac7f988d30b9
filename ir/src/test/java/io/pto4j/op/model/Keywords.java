package io.pto4j.op.model;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;

/** Keyword arguments drawn one after the other, and whether all of them are legal. */
final class Keywords {
  private final Draw draw;
  private Attrs attrs = Attrs.empty();
  private boolean legal = true;

  Keywords(Draw draw) {
    this.draw = draw;
  }

  /** One that has to be there, and sometimes is not. */
  Keywords required(String name, AttrValue value, boolean isLegal) {
    if (draw.oneIn(10)) {
      legal = false;
      return this;
    }
    return with(name, value, isLegal);
  }

  /** One that may be left out, and is every other time. */
  Keywords optional(String name, AttrValue value, boolean isLegal) {
    return draw.oneIn(2) ? this : with(name, value, isLegal);
  }

  private Keywords with(String name, AttrValue value, boolean isLegal) {
    attrs = attrs.with(name, value);
    legal &= isLegal;
    return this;
  }

  Attrs attrs() {
    return attrs;
  }

  boolean areLegal() {
    return legal;
  }
}
