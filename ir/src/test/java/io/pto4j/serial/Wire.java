package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;

/** A MessagePack value in memory, with the offset of its first byte in the file. */
sealed interface Wire {
  long offset();

  record Nil(long offset) implements Wire {}

  record Bool(long offset, boolean value) implements Wire {}

  record Int(long offset, long value) implements Wire {}

  record Real(long offset, double value) implements Wire {}

  record Text(long offset, String value) implements Wire {}

  record Array(long offset, ImmutableList<Wire> elements) implements Wire {}

  record Dict(long offset, ImmutableSortedMap<String, Wire> entries) implements Wire {}

  /** What the value is, for messages. */
  default String what() {
    return switch (this) {
      case Nil _ -> "nil";
      case Bool _ -> "a boolean";
      case Int _ -> "an integer";
      case Real _ -> "a floating-point number";
      case Text _ -> "a string";
      case Array _ -> "an array";
      case Dict _ -> "a map";
    };
  }

  static Wire of(boolean value) {
    return new Bool(0, value);
  }

  static Wire of(long value) {
    return new Int(0, value);
  }

  static Wire of(double value) {
    return new Real(0, value);
  }

  static Wire of(String value) {
    return new Text(0, value);
  }

  static Wire nil() {
    return new Nil(0);
  }

  static Wire array(Iterable<? extends Wire> elements) {
    return new Array(0, ImmutableList.copyOf(elements));
  }
}
