package io.pto4j.op;

import io.pto4j.ir.AttrValue;
import java.util.Optional;

/**
 * A keyword argument of an operator.
 *
 * @param type the kind of value it takes
 * @param defaultValue what an absent one means; never written into the IR
 */
public record AttrDef(
    String name,
    Class<? extends AttrValue> type,
    boolean required,
    Optional<AttrValue> defaultValue,
    String doc) {
  /** A keyword argument that must be given. */
  public static AttrDef required(String name, Class<? extends AttrValue> type, String doc) {
    return new AttrDef(name, type, true, Optional.empty(), doc);
  }

  /** A keyword argument whose absence means that nothing is said. */
  public static AttrDef optional(String name, Class<? extends AttrValue> type, String doc) {
    return new AttrDef(name, type, false, Optional.empty(), doc);
  }

  /** A keyword argument with a default. */
  public static AttrDef withDefault(String name, AttrValue absent, String doc) {
    return new AttrDef(name, absent.getClass(), false, Optional.of(absent), doc);
  }
}
