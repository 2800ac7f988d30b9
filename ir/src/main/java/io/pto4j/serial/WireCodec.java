package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.analysis.Recursion;
import io.pto4j.ir.IrException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/**
 * Turns bytes into values and back. Every claimed length is checked against the bytes that are
 * left, so a hostile file costs no more memory than its own size warrants.
 */
final class WireCodec {
  private static final int MAX_DEPTH = 40_000;

  private WireCodec() {}

  static byte[] encode(Wire value) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      new Encoder(packer).encode(value);
      return packer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The first value in {@code bytes}; what follows it is ignored.
   *
   * @throws IrException when the bytes are not MessagePack
   */
  static Wire decode(byte[] bytes) {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
      return new Decoder(bytes.length, unpacker).decode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static IrException malformed(String problem, long offset) {
    return new IrException(
        "binary program: " + problem + " at byte " + offset,
        "the file is damaged or was not written as a serialised program");
  }

  private static final class Encoder {
    private final MessageBufferPacker packer;
    private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

    Encoder(MessageBufferPacker packer) {
      this.packer = packer;
    }

    void encode(Wire value) {
      try {
        switch (value) {
          case Wire.Nil _ -> packer.packNil();
          case Wire.Bool(_, boolean v) -> packer.packBoolean(v);
          case Wire.Int(_, long v) -> packer.packLong(v);
          case Wire.Real(_, double v) -> packer.packDouble(v);
          case Wire.Text(_, String v) -> packer.packString(v);
          case Wire.Array(_, ImmutableList<Wire> elements) -> {
            packer.packArrayHeader(elements.size());
            elements.forEach(this::nested);
          }
          case Wire.Dict(_, ImmutableSortedMap<String, Wire> entries) -> {
            packer.packMapHeader(entries.size());
            for (Map.Entry<String, Wire> entry : entries.entrySet()) {
              packer.packString(entry.getKey());
              nested(entry.getValue());
            }
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void nested(Wire value) {
      recursion.<Void>descend(
          () -> {
            encode(value);
            return null;
          });
    }
  }

  private static final class Decoder {
    private final long size;
    private final MessageUnpacker unpacker;
    private final Recursion recursion = new Recursion(MAX_DEPTH);

    Decoder(long size, MessageUnpacker unpacker) {
      this.size = size;
      this.unpacker = unpacker;
    }

    Wire decode() {
      long offset = unpacker.getTotalReadBytes();
      try {
        if (!unpacker.hasNext()) {
          throw malformed("the data ends too early", offset);
        }
        MessageFormat format = unpacker.getNextFormat();
        return switch (format.getValueType()) {
          case NIL -> {
            unpacker.unpackNil();
            yield new Wire.Nil(offset);
          }
          case BOOLEAN -> new Wire.Bool(offset, unpacker.unpackBoolean());
          case INTEGER -> new Wire.Int(offset, unpacker.unpackLong());
          case FLOAT -> new Wire.Real(offset, unpacker.unpackDouble());
          case STRING -> new Wire.Text(offset, string(offset));
          case ARRAY -> array(offset);
          case MAP -> dict(offset);
          case BINARY, EXTENSION ->
              throw malformed("unexpected " + format.getValueType() + " value", offset);
        };
      } catch (MessagePackException e) {
        throw malformed("invalid MessagePack (" + e.getMessage() + ")", offset);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String string(long offset) throws IOException {
      int length = unpacker.unpackRawStringHeader();
      checkRoom(length, offset);
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(unpacker.readPayload(length)))
            .toString();
      } catch (CharacterCodingException _) {
        throw malformed("a string that is not UTF-8", offset);
      }
    }

    private Wire array(long offset) throws IOException {
      int count = unpacker.unpackArrayHeader();
      checkRoom(count, offset);
      return new Wire.Array(
          offset,
          recursion.descend(
              () -> {
                ImmutableList.Builder<Wire> elements = ImmutableList.builder();
                for (int i = 0; i < count; i++) {
                  elements.add(decode());
                }
                return elements.build();
              }));
    }

    private Wire dict(long offset) throws IOException {
      int count = unpacker.unpackMapHeader();
      checkRoom(2L * count, offset);
      return new Wire.Dict(
          offset,
          recursion.descend(
              () -> {
                TreeMap<String, Wire> entries = new TreeMap<>();
                for (int i = 0; i < count; i++) {
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
      long left = size - unpacker.getTotalReadBytes();
      if (needed > left) {
        throw malformed(
            "a length of %d where only %d bytes are left".formatted(needed, left), offset);
      }
    }
  }
}
