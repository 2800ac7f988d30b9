package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Recursion;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/**
 * Turns bytes into values and back. Every claimed length is checked against the bytes that are
 * left, so a hostile file costs no more memory than its own size warrants.
 *
 * <p>MessagePack in its own few lines: the usual library reaches into the JVM's internals, which
 * prints warnings into every compilation.
 */
final class WireCodec {
  private static final int MAX_DEPTH = 40_000;

  private WireCodec() {}

  static byte[] encode(Wire value) {
    Encoder encoder = new Encoder();
    encoder.encode(value);
    return encoder.out.toByteArray();
  }

  /**
   * The first value in {@code bytes}; what follows it is ignored.
   *
   * @throws IrException when the bytes are not MessagePack
   */
  static Wire decode(byte[] bytes) {
    return new Decoder(bytes).decode();
  }

  static IrException malformed(String problem, long offset) {
    return new IrException(
        "binary program: " + problem + " at byte " + offset,
        "the file is damaged or was not written as a serialised program");
  }

  /** Writes every number and length in its shortest form. */
  private static final class Encoder {
    private final ByteArrayDataOutput out = ByteStreams.newDataOutput();
    private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

    void encode(Wire value) {
      switch (value) {
        case Wire.Nil _ -> out.writeByte(Tag.NIL);
        case Wire.Bool(_, boolean v) -> out.writeByte(v ? Tag.TRUE : Tag.FALSE);
        case Wire.Int(_, long v) -> integer(v);
        case Wire.Real(_, double v) -> {
          out.writeByte(Tag.FLOAT64);
          out.writeDouble(v);
        }
        case Wire.Text(_, String v) -> text(v);
        case Wire.Array(_, ImmutableList<Wire> elements) -> {
          length(elements.size(), Tag.FIX_ARRAY, 15, Tag.ARRAY16);
          elements.forEach(this::nested);
        }
        case Wire.Dict(_, ImmutableSortedMap<String, Wire> entries) -> {
          length(entries.size(), Tag.FIX_MAP, 15, Tag.MAP16);
          entries.forEach(
              (key, entry) -> {
                text(key);
                nested(entry);
              });
        }
      }
    }

    private void nested(Wire value) {
      recursion.<Void>descend(
          () -> {
            encode(value);
            return null;
          });
    }

    private void integer(long v) {
      if (v >= -32 && v < 128) {
        out.writeByte((int) v);
      } else if (v >= 0) {
        unsigned(v);
      } else {
        signed(v);
      }
    }

    private void unsigned(long v) {
      if (v < 1 << 8) {
        out.writeByte(Tag.UINT8);
        out.writeByte((int) v);
      } else if (v < 1 << 16) {
        out.writeByte(Tag.UINT8 + 1);
        out.writeShort((int) v);
      } else if (v < 1L << 32) {
        out.writeByte(Tag.UINT8 + 2);
        out.writeInt((int) v);
      } else {
        out.writeByte(Tag.UINT8 + 3);
        out.writeLong(v);
      }
    }

    private void signed(long v) {
      if (v >= Byte.MIN_VALUE) {
        out.writeByte(Tag.INT8);
        out.writeByte((int) v);
      } else if (v >= Short.MIN_VALUE) {
        out.writeByte(Tag.INT8 + 1);
        out.writeShort((int) v);
      } else if (v >= Integer.MIN_VALUE) {
        out.writeByte(Tag.INT8 + 2);
        out.writeInt((int) v);
      } else {
        out.writeByte(Tag.INT8 + 3);
        out.writeLong(v);
      }
    }

    private void text(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      if (utf8.length > 31 && utf8.length < 1 << 8) {
        out.writeByte(Tag.STRING8);
        out.writeByte(utf8.length);
      } else {
        length(utf8.length, Tag.FIX_STRING, 31, Tag.STRING8 + 1);
      }
      out.write(utf8);
    }

    /** A length in its tag if it is at most {@code limit}, otherwise in 16 or 32 bits. */
    private void length(int length, int fix, int limit, int tag16) {
      if (length <= limit) {
        out.writeByte(fix | length);
      } else if (length < 1 << 16) {
        out.writeByte(tag16);
        out.writeShort(length);
      } else {
        out.writeByte(tag16 + 1);
        out.writeInt(length);
      }
    }
  }

  /** The first bytes of values; wider forms of a tag follow it. */
  private static final class Tag {
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
  }

  private static final class Decoder {
    private final ByteBuffer in;
    private final Recursion recursion = new Recursion(MAX_DEPTH);

    Decoder(byte[] bytes) {
      this.in = ByteBuffer.wrap(bytes);
    }

    Wire decode() {
      long offset = in.position();
      try {
        return value(Byte.toUnsignedInt(in.get()), offset);
      } catch (BufferUnderflowException _) {
        throw malformed("the data ends too early", offset);
      }
    }

    private Wire value(int tag, long offset) {
      return switch (tag) {
        case Tag.NIL -> new Wire.Nil(offset);
        case Tag.FALSE -> new Wire.Bool(offset, false);
        case Tag.TRUE -> new Wire.Bool(offset, true);
        case Tag.FLOAT32 -> new Wire.Real(offset, in.getFloat());
        case Tag.FLOAT64 -> new Wire.Real(offset, in.getDouble());
        case Tag.UINT8 -> new Wire.Int(offset, Byte.toUnsignedInt(in.get()));
        case Tag.UINT8 + 1 -> new Wire.Int(offset, Short.toUnsignedInt(in.getShort()));
        case Tag.UINT8 + 2 -> new Wire.Int(offset, Integer.toUnsignedLong(in.getInt()));
        case Tag.UINT8 + 3 -> unsignedLong(offset);
        case Tag.INT8 -> new Wire.Int(offset, in.get());
        case Tag.INT8 + 1 -> new Wire.Int(offset, in.getShort());
        case Tag.INT8 + 2 -> new Wire.Int(offset, in.getInt());
        case Tag.INT8 + 3 -> new Wire.Int(offset, in.getLong());
        case Tag.STRING8 -> text(Byte.toUnsignedInt(in.get()), offset);
        case Tag.STRING8 + 1 -> text(Short.toUnsignedInt(in.getShort()), offset);
        case Tag.STRING8 + 2 -> text(Integer.toUnsignedLong(in.getInt()), offset);
        case Tag.ARRAY16 -> array(Short.toUnsignedInt(in.getShort()), offset);
        case Tag.ARRAY16 + 1 -> array(Integer.toUnsignedLong(in.getInt()), offset);
        case Tag.MAP16 -> dict(Short.toUnsignedInt(in.getShort()), offset);
        case Tag.MAP16 + 1 -> dict(Integer.toUnsignedLong(in.getInt()), offset);
        default -> compact(tag, offset);
      };
    }

    /** Values whose tag holds a small number or length. */
    private Wire compact(int tag, long offset) {
      if (tag < Tag.FIX_MAP || tag >= 0xe0) {
        return new Wire.Int(offset, (byte) tag);
      }
      if (tag < Tag.FIX_ARRAY) {
        return dict(tag & 0xf, offset);
      }
      if (tag < Tag.FIX_STRING) {
        return array(tag & 0xf, offset);
      }
      if (tag < Tag.NIL) {
        return text(tag & 0x1f, offset);
      }
      throw malformed("unexpected value of tag 0x%02x".formatted(tag), offset);
    }

    private Wire unsignedLong(long offset) {
      long v = in.getLong();
      if (v < 0) {
        throw malformed("a number above the 64-bit signed range", offset);
      }
      return new Wire.Int(offset, v);
    }

    private Wire text(long length, long offset) {
      checkRoom(length, offset);
      byte[] utf8 = new byte[(int) length];
      in.get(utf8);
      try {
        return new Wire.Text(
            offset,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(utf8))
                .toString());
      } catch (CharacterCodingException _) {
        throw malformed("a string that is not UTF-8", offset);
      }
    }

    private Wire array(long count, long offset) {
      checkRoom(count, offset);
      return new Wire.Array(
          offset,
          recursion.descend(
              () -> {
                ImmutableList.Builder<Wire> elements = ImmutableList.builder();
                for (long i = 0; i < count; i++) {
                  elements.add(decode());
                }
                return elements.build();
              }));
    }

    private Wire dict(long count, long offset) {
      checkRoom(2 * count, offset);
      return new Wire.Dict(
          offset,
          recursion.descend(
              () -> {
                TreeMap<String, Wire> entries = new TreeMap<>();
                for (long i = 0; i < count; i++) {
                  Wire key = decode();
                  if (!(key instanceof Wire.Text(_, String name))) {
                    throw malformed("a map key that is " + key.what(), key.offset());
                  }
                  if (entries.put(name, decode()) != null) {
                    throw malformed("the key '" + name + "' twice in one map", key.offset());
                  }
                }
                return ImmutableSortedMap.copyOf(entries);
              }));
    }

    private void checkRoom(long needed, long offset) {
      if (needed > in.remaining()) {
        throw malformed(
            "a length of %d where only %d bytes are left".formatted(needed, in.remaining()),
            offset);
      }
    }
  }
}
