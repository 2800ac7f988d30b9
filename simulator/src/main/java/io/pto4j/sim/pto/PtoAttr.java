package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;

/** Attribute values of the text. Source: PTO dialect, section on attributes. */
public sealed interface PtoAttr {
  /**
   * An integer.
   *
   * @param hex whether it was written in hexadecimal, which for a float constant means its bits
   */
  record IntAttr(long value, boolean hex) implements PtoAttr {}

  /** A decimal floating point literal. */
  record FloatAttr(double value) implements PtoAttr {}

  /** A quoted string, unescaped. */
  record StringAttr(String value) implements PtoAttr {}

  /** {@code true} or {@code false}. */
  record BoolAttr(boolean value) implements PtoAttr {}

  /** A key without a value. */
  record UnitAttr() implements PtoAttr {}

  /** A symbol such as {@code @kernel}. */
  record SymbolAttr(String name) implements PtoAttr {}

  /**
   * A keyword in one of the forms {@code #pto.name<keyword>}, {@code #pto<name keyword>}, {@code
   * <keyword>} or bare; the name is empty for the last two.
   */
  record KeywordAttr(String name, String keyword) implements PtoAttr {}

  /** A bracketed list. */
  record ListAttr(ImmutableList<PtoAttr> values) implements PtoAttr {}

  /** A splat constant {@code dense<v>}. */
  record DenseAttr(String body) implements PtoAttr {}
}
