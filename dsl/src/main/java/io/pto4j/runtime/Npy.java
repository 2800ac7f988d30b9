package io.pto4j.runtime;

import io.pto4j.dsl.DType;
import io.pto4j.dsl.Pl;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader and writer of {@code .npy} files: versions 1 to 3, C order, little-endian.
 *
 * <p>Source of the rule: NumPy, {@code numpy.lib.format}.
 */
final class Npy {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;
  private static final int MAX_HEADER = 1 << 16;
  private static final int MAX_RANK = 32;
  private static final Pattern DESCR = entry("descr", "(?:'([^']*)'|\"([^\"]*)\")");
  private static final Pattern ORDER = entry("fortran_order", "(True|False)");
  private static final Pattern SHAPE = entry("shape", "\\(([^)]*)\\)");

  // At most 18 digits, so that an extent is a long.
  private static final Pattern EXTENT = Pattern.compile("[0-9]{1,18}");

  private Npy() {}

  private static Pattern entry(String key, String value) {
    return Pattern.compile("['\"]" + key + "['\"]\\s*:\\s*" + value);
  }

  /** What the file says before the data. */
  private record Header(String descr, List<Long> shape, long dataOffset) {}

  static void save(Path file, HostTensor<?> tensor) throws IOException {
    byte[] header = header(tensor);
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      writeFully(channel, ByteBuffer.wrap(header));
      MemorySegment data = tensor.segment();
      for (long at = 0; at < data.byteSize(); at += Integer.MAX_VALUE) {
        long part = Math.min(Integer.MAX_VALUE, data.byteSize() - at);
        writeFully(channel, data.asSlice(at, part).asByteBuffer());
      }
    }
  }

  private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private static byte[] header(HostTensor<?> tensor) {
    String extents = tensor.shape().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String dictionary =
        "{'descr': '"
            + descr(tensor.dtype().kind())
            + "', 'fortran_order': False, 'shape': ("
            + extents
            + (tensor.rank() == 1 ? "," : "")
            + "), }";
    int fixed = MAGIC.length + 2 + Short.BYTES;
    int length = Math.ceilDiv(fixed + dictionary.length() + 1, ALIGNMENT) * ALIGNMENT - fixed;
    String padded = dictionary + " ".repeat(length - dictionary.length() - 1) + "\n";
    return ByteBuffer.allocate(fixed + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) length)
        .put(padded.getBytes(StandardCharsets.US_ASCII))
        .array();
  }

  static HostTensor<?> load(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      Header header = readHeader(file, channel);
      return readData(file, channel, header, dtype(file, header.descr()));
    }
  }

  static <T extends DType<?>> HostTensor<T> load(T dtype, Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      Header header = readHeader(file, channel);
      if (!header.descr().equals(descr(dtype.kind()))) {
        throw new NpyFormatException(
            file,
            "holds elements of type '"
                + header.descr()
                + "', but "
                + dtype
                + " is stored as '"
                + descr(dtype.kind())
                + "'");
      }
      return readData(file, channel, header, dtype);
    }
  }

  private static Header readHeader(Path file, FileChannel channel) throws IOException {
    ByteBuffer start = read(file, channel, 0, MAGIC.length + 2);
    byte[] magic = new byte[MAGIC.length];
    start.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new NpyFormatException(
          file, "is not a .npy file: it does not begin with the NumPy signature");
    }
    int major = start.get();
    if (major < 1 || major > 3) {
      throw new NpyFormatException(file, "has format version " + major + ", known are 1 to 3");
    }
    int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
    ByteBuffer lengthField = read(file, channel, start.limit(), lengthBytes);
    long length =
        major == 1
            ? Short.toUnsignedInt(lengthField.getShort())
            : Integer.toUnsignedLong(lengthField.getInt());
    if (length > MAX_HEADER) {
      throw new NpyFormatException(
          file, "has a header of " + length + " bytes, at most " + MAX_HEADER + " are read");
    }
    long headerStart = start.limit() + (long) lengthBytes;
    byte[] text = read(file, channel, headerStart, (int) length).array();
    return parse(file, new String(text, StandardCharsets.UTF_8), headerStart + length);
  }

  private static Header parse(Path file, String text, long dataOffset) throws NpyFormatException {
    Matcher descr = find(file, DESCR, text, "descr");
    if (find(file, ORDER, text, "fortran_order").group(1).equals("True")) {
      throw new NpyFormatException(
          file, "is in Fortran order: save it with numpy.ascontiguousarray");
    }
    String name = descr.group(1) != null ? descr.group(1) : descr.group(2);
    return new Header(name, shape(file, find(file, SHAPE, text, "shape").group(1)), dataOffset);
  }

  private static Matcher find(Path file, Pattern pattern, String text, String key)
      throws NpyFormatException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new NpyFormatException(
          file, "has no valid '" + key + "' in its header: " + text.strip());
    }
    return matcher;
  }

  private static List<Long> shape(Path file, String text) throws NpyFormatException {
    String[] parts = text.isBlank() ? new String[0] : text.strip().split("\\s*,\\s*");
    if (parts.length > MAX_RANK) {
      throw new NpyFormatException(
          file, "has " + parts.length + " dimensions, at most " + MAX_RANK + " are read");
    }
    List<Long> shape = new ArrayList<>();
    for (String part : parts) {
      if (!EXTENT.matcher(part).matches()) {
        throw new NpyFormatException(
            file, "has an invalid extent '" + part + "' in shape (" + text + ")");
      }
      shape.add(Long.parseLong(part));
    }
    return shape;
  }

  private static <T extends DType<?>> HostTensor<T> readData(
      Path file, FileChannel channel, Header header, T dtype) throws IOException {
    long available = channel.size() - header.dataOffset();
    long[] shape = header.shape().stream().mapToLong(Long::longValue).toArray();
    if (!fits(shape, dtype.bytes(), available)) {
      throw new NpyFormatException(
          file,
          "has "
              + available
              + " bytes of data, which is not the size of "
              + HostTensor.describe(dtype, shape));
    }
    HostTensor<T> tensor = HostTensor.allocate(dtype, shape);
    MemorySegment data = tensor.segment();
    for (long at = 0; at < available; at += Integer.MAX_VALUE) {
      int part = (int) Math.min(Integer.MAX_VALUE, available - at);
      readFully(file, channel, header.dataOffset() + at, data.asSlice(at, part).asByteBuffer());
    }
    if (dtype.kind() == DType.Kind.BOOL) {
      checkTruthValues(file, data);
    }
    return tensor;
  }

  /** Whether the shape takes exactly the bytes, without overflow. */
  private static boolean fits(long[] shape, int bytes, long available) {
    long product = bytes;
    for (long extent : shape) {
      if (extent != 0 && product > Long.MAX_VALUE / extent) {
        return Arrays.stream(shape).anyMatch(e -> e == 0) && available == 0;
      }
      product *= extent;
    }
    return product == available;
  }

  private static void checkTruthValues(Path file, MemorySegment data) throws NpyFormatException {
    ByteBuffer bytes = data.asByteBuffer();
    while (bytes.hasRemaining()) {
      byte value = bytes.get();
      if (value != 0 && value != 1) {
        throw new NpyFormatException(
            file, "holds the truth value " + value + ", which is neither 0 nor 1");
      }
    }
  }

  private static ByteBuffer read(Path file, FileChannel channel, long at, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    readFully(file, channel, at, buffer);
    return buffer.flip();
  }

  private static void readFully(Path file, FileChannel channel, long at, ByteBuffer buffer)
      throws IOException {
    long position = at;
    while (buffer.hasRemaining()) {
      int count = channel.read(buffer, position);
      if (count < 0) {
        throw new NpyFormatException(
            file, "ends after " + position + " bytes, in the middle of its content");
      }
      position += count;
    }
  }

  private static String descr(DType.Kind kind) {
    return switch (kind) {
      case FP32 -> "<f4";
      case FP16 -> "<f2";
      case INT8 -> "|i1";
      case INT16 -> "<i2";
      case INT32 -> "<i4";
      case INT64 -> "<i8";
      case UINT8 -> "|u1";
      case UINT16, BF16 -> "<u2";
      case UINT32 -> "<u4";
      case BOOL -> "|b1";
    };
  }

  private static DType<?> dtype(Path file, String descr) throws NpyFormatException {
    return switch (descr) {
      case "<f4" -> Pl.FP32;
      case "<f2" -> Pl.FP16;
      case "|i1" -> Pl.INT8;
      case "<i2" -> Pl.INT16;
      case "<i4" -> Pl.INT32;
      case "<i8" -> Pl.INT64;
      case "|u1" -> Pl.UINT8;
      case "<u2" -> Pl.UINT16;
      case "<u4" -> Pl.UINT32;
      case "|b1" -> Pl.BOOL;
      default ->
          throw new NpyFormatException(
              file,
              "holds elements of type '"
                  + descr
                  + "'; readable are <f4 <f2 |i1 <i2 <i4 <i8 |u1 <u2 <u4 |b1");
    };
  }
}
