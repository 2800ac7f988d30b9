package io.pto4j.serial;

import java.util.Optional;

/** The kinds of values. Source: MessagePack specification. */
enum WireKind {
  NIL("nil"),
  BOOL("a boolean"),
  INT("an integer"),
  REAL("a floating-point number"),
  TEXT("a string"),
  ARRAY("an array"),
  MAP("a map");

  private static final WireKind[] BY_TAG = new WireKind[256];

  static {
    fill(INT, 0, WireTag.FIX_MAP);
    fill(MAP, WireTag.FIX_MAP, WireTag.FIX_ARRAY);
    fill(ARRAY, WireTag.FIX_ARRAY, WireTag.FIX_STRING);
    fill(TEXT, WireTag.FIX_STRING, WireTag.NIL);
    fill(NIL, WireTag.NIL, WireTag.NIL + 1);
    fill(BOOL, WireTag.FALSE, WireTag.TRUE + 1);
    fill(REAL, WireTag.FLOAT32, WireTag.FLOAT64 + 1);
    fill(INT, WireTag.UINT8, WireTag.INT8 + 4);
    fill(TEXT, WireTag.STRING8, WireTag.ARRAY16);
    fill(ARRAY, WireTag.ARRAY16, WireTag.MAP16);
    fill(MAP, WireTag.MAP16, WireTag.NEGATIVE);
    fill(INT, WireTag.NEGATIVE, BY_TAG.length);
  }

  private final String what;

  WireKind(String what) {
    this.what = what;
  }

  private static void fill(WireKind kind, int from, int to) {
    for (int tag = from; tag < to; tag++) {
      BY_TAG[tag] = kind;
    }
  }

  /** The kind of the value that begins with {@code tag}; empty when none of the format's does. */
  static Optional<WireKind> find(int tag) {
    return Optional.ofNullable(BY_TAG[tag]);
  }

  /** The kind of a value that is known to be one. */
  static WireKind of(int tag) {
    return BY_TAG[tag];
  }

  /** For messages. */
  String what() {
    return what;
  }
}
