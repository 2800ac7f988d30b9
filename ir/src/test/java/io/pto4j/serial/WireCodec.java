package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import io.pto4j.ir.IrException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * The first value in {@code bytes}.
   *
   * @throws IrException when the bytes are not MessagePack
   */
  static Wire decode(byte[] bytes) {
    return new Decoder(ByteBuffer.wrap(bytes)).decode();
  }

  /**
   * The next value of {@code in}, which stands behind it afterwards.
   *
   * @throws IrException when the bytes are not MessagePack
   */
  static Wire decode(ByteBuffer in) {
    return new Decoder(in).decode();
  }

  static IrException malformed(String problem, long offset) {
    return new IrException(
        "binary program: " + problem + " at byte " + offset,
        "the file is damaged or was not written as a serialised program");
  }

  /** Writes every number and length in its shortest form. */
  private static final class Encoder {
    private final ByteArrayDataOutput out = ByteStreams.newDataOutput();
    // what is still to be written, the next one last: values may be nested deeper than the stack
    private final List<Wire> work = new ArrayList<>();

    void encode(Wire value) {
      work.add(value);
      while (!work.isEmpty()) {
        write(work.removeLast());
      }
    }

    private void write(Wire value) {
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
          work.addAll(elements.reverse());
        }
        case Wire.Dict(_, ImmutableSortedMap<String, Wire> entries) -> {
          length(entries.size(), Tag.FIX_MAP, 15, Tag.MAP16);
          entries
              .descendingMap()
              .forEach(
                  (key, entry) -> {
                    work.add(entry);
                    work.add(Wire.of(key));
                  });
        }
      }
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
    private final List<Open> open = new ArrayList<>();

    Decoder(ByteBuffer in) {
      this.in = in;
    }

    Wire decode() {
      while (true) {
        Optional<Wire> value = next();
        while (value.isPresent()) {
          if (open.isEmpty()) {
            return value.get();
          }
          Open around = open.getLast();
          around.elements.add(value.get());
          value = around.isFull() ? Optional.of(open.removeLast().close()) : Optional.empty();
        }
      }
    }

    /** A value that is complete with its tag; an array or map with elements is opened instead. */
    private Optional<Wire> next() {
      long offset = in.position();
      try {
        return value(Byte.toUnsignedInt(in.get()), offset);
      } catch (BufferUnderflowException _) {
        throw malformed("the data ends too early", offset);
      }
    }

    private Optional<Wire> value(int tag, long offset) {
      return switch (tag) {
        case Tag.ARRAY16 -> container(Short.toUnsignedInt(in.getShort()), false, offset);
        case Tag.ARRAY16 + 1 -> container(Integer.toUnsignedLong(in.getInt()), false, offset);
        case Tag.MAP16 -> container(Short.toUnsignedInt(in.getShort()), true, offset);
        case Tag.MAP16 + 1 -> container(Integer.toUnsignedLong(in.getInt()), true, offset);
        default ->
            tag >= Tag.FIX_MAP && tag < Tag.FIX_STRING
                ? container(tag & 0xf, tag < Tag.FIX_ARRAY, offset)
                : Optional.of(scalar(tag, offset));
      };
    }

    private Wire scalar(int tag, long offset) {
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
        default -> compact(tag, offset);
      };
    }

    /** Values whose tag holds a small number or length. */
    private Wire compact(int tag, long offset) {
      if (tag < Tag.FIX_MAP || tag >= 0xe0) {
        return new Wire.Int(offset, (byte) tag);
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

    private Optional<Wire> container(long count, boolean map, long offset) {
      long elements = map ? 2 * count : count;
      checkRoom(elements, offset);
      if (open.size() >= MAX_DEPTH) {
        throw malformed("values nested deeper than " + MAX_DEPTH + " levels", offset);
      }
      Open opened = new Open(offset, (int) elements, map);
      if (elements == 0) {
        return Optional.of(opened.close());
      }
      open.add(opened);
      return Optional.empty();
    }

    private void checkRoom(long needed, long offset) {
      if (needed > in.remaining()) {
        throw malformed(
            "a length of %d where only %d bytes are left".formatted(needed, in.remaining()),
            offset);
      }
    }
  }

  /** An array or map whose elements are being read; keys and values of a map alternate. */
  private static final class Open {
    private final long offset;
    private final int size;
    private final boolean map;
    private final List<Wire> elements = new ArrayList<>();

    Open(long offset, int size, boolean map) {
      this.offset = offset;
      this.size = size;
      this.map = map;
    }

    boolean isFull() {
      return elements.size() == size;
    }

    Wire close() {
      return map
          ? new Wire.Dict(offset, ImmutableSortedMap.copyOf(entries()))
          : new Wire.Array(offset, ImmutableList.copyOf(elements));
    }

    private Map<String, Wire> entries() {
      Map<String, Wire> entries = new TreeMap<>();
      for (int i = 0; i < size; i += 2) {
        Wire key = elements.get(i);
        if (!(key instanceof Wire.Text(_, String name))) {
          throw malformed("a map key that is " + key.what(), key.offset());
        }
        if (entries.put(name, elements.get(i + 1)) != null) {
          throw malformed("the key '" + name + "' twice in one map", key.offset());
        }
      }
      return entries;
    }
  }
}
