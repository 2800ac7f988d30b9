package io.pto4j.serial;

/** The first bytes of values; wider forms of a tag follow it. Source: MessagePack specification. */
final class WireTag {
  static final int FIX_MAP = 0x80;
  static final int FIX_ARRAY = 0x90;
  static final int FIX_STRING = 0xa0;
  static final int NIL = 0xc0;
  static final int FALSE = 0xc2;
  static final int TRUE = 0xc3;
  static final int FLOAT32 = 0xca;
  static final int FLOAT64 = 0xcb;
  static final int UINT8 = 0xcc;
  static final int INT8 = 0xd0;
  static final int STRING8 = 0xd9;
  static final int ARRAY16 = 0xdc;
  static final int MAP16 = 0xde;

  /** The first tag that is itself a negative number. */
  static final int NEGATIVE = 0xe0;

  private WireTag() {}
}
