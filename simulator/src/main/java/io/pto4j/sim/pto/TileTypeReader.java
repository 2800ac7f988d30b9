package io.pto4j.sim.pto;

import com.google.common.base.Splitter;
import io.pto4j.sim.pto.PtoType.InnerLayout;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.pto.PtoType.TileBuf;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the two spellings of a tile type. Source: PTO dialect, {@code !pto.tile_buf}. */
final class TileTypeReader {
  private static final List<String> LONG_FIELDS =
      List.of(
          "loc", "dtype", "rows", "cols", "v_row", "v_col", "blayout", "slayout", "fractal", "pad",
          "compact");

  private final TokenStream in;
  private final Token token;

  private Location location = Location.VEC;
  private ElementType element = ElementType.F32;
  private int rows;
  private int cols;
  private int validRows;
  private int validCols;
  private boolean rowMajor = true;
  private InnerLayout inner = InnerLayout.NONE_BOX;
  private int fractal = 512;
  private int pad;
  private int compact;

  TileTypeReader(TokenStream in, Token token) {
    this.in = in;
    this.token = token;
  }

  TileBuf read(String body) {
    List<String> fields = Splitter.on(',').trimResults().splitToList(body);
    if (fields.get(0).startsWith("loc")) {
      longForm(fields);
    } else {
      compactForm(fields);
    }
    if (rows == 0 || cols == 0) {
      throw error("tile_buf rows/cols must be positive");
    }
    checkValid("v_row", validRows, rows);
    checkValid("v_col", validCols, cols);
    return new TileBuf(
        location, element, rows, cols, validRows, validCols, rowMajor, inner, fractal, pad,
        compact);
  }

  private void checkValid(String name, int valid, int size) {
    if (valid > size) {
      throw error("tile_buf " + name + " (" + valid + ") exceeds the physical size (" + size + ")");
    }
  }

  private void longForm(List<String> fields) {
    int mandatory = LONG_FIELDS.size() - 1;
    if (fields.size() < mandatory || fields.size() > LONG_FIELDS.size()) {
      throw error(
          "a tile_buf has the fields " + LONG_FIELDS + " in this order, the last one optional");
    }
    for (int i = 0; i < fields.size(); i++) {
      String field = fields.get(i);
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals).strip();
      if (!key.equals(LONG_FIELDS.get(i)) || equals < 0) {
        throw error(
            "expected field '" + LONG_FIELDS.get(i) + "=' of tile_buf, found '" + field + "'");
      }
      set(key, unquote(field.substring(equals + 1).strip()));
    }
  }

  private void compactForm(List<String> fields) {
    if (fields.size() < 2) {
      throw error("expected !pto.tile_buf<location, RxCxelement, ...>");
    }
    location = TypeReader.location(in, token, fields.get(0));
    List<String> shape = Splitter.on('x').limit(3).splitToList(fields.get(1));
    if (shape.size() != 3) {
      throw error(
          "expected two static dimensions and an element type, found '" + fields.get(1) + "'");
    }
    set("rows", shape.get(0));
    set("cols", shape.get(1));
    set("dtype", shape.get(2));
    validRows = rows;
    validCols = cols;
    Set<String> keys = new HashSet<>();
    for (String field : fields.subList(2, fields.size())) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals).strip();
      if (equals < 0 || !keys.add(key) || !isCompactKey(key)) {
        throw error("unknown or repeated field '" + field + "' of tile_buf");
      }
      set(key, unquote(field.substring(equals + 1).strip()));
    }
  }

  private static boolean isCompactKey(String key) {
    return key.equals("valid") || LONG_FIELDS.indexOf(key) >= LONG_FIELDS.indexOf("blayout");
  }

  private void set(String key, String value) {
    switch (key) {
      case "loc" -> location = TypeReader.location(in, token, value);
      case "dtype" -> element = TypeReader.element(in, token, value);
      case "rows" -> rows = TypeReader.number(in, token, value);
      case "cols" -> cols = TypeReader.number(in, token, value);
      case "v_row" -> validRows = extent(value);
      case "v_col" -> validCols = extent(value);
      case "valid" -> {
        List<String> both = Splitter.on('x').splitToList(value);
        if (both.size() != 2) {
          throw error("expected valid=RxC, found '" + value + "'");
        }
        validRows = extent(both.get(0));
        validCols = extent(both.get(1));
      }
      case "blayout" -> rowMajor = rowMajor(value);
      case "slayout" -> inner = TypeReader.inner(in, token, value);
      case "fractal" -> fractal = fractal(value);
      case "pad" -> pad = small("pad", value, 3);
      case "compact" -> compact = small("compact", value, 2);
      default -> throw error("unknown field '" + key + "' of tile_buf");
    }
  }

  private int extent(String value) {
    return value.equals("?") || value.equals("-1")
        ? PtoType.DYNAMIC
        : TypeReader.number(in, token, value);
  }

  private boolean rowMajor(String value) {
    return switch (value) {
      case "row_major" -> true;
      case "col_major" -> false;
      default -> throw error("unknown blayout '" + value + "'");
    };
  }

  private int fractal(String value) {
    int size = TypeReader.number(in, token, value);
    if (size != 32 && size != 512 && size != 1024) {
      throw error("unsupported fractal size " + size + ", must be one of 32, 512, 1024");
    }
    return size;
  }

  private int small(String name, String value, int max) {
    int number = TypeReader.number(in, token, value);
    if (number > max) {
      throw error("unknown " + name + ": " + number);
    }
    return number;
  }

  private static String unquote(String text) {
    return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private PtoSyntaxException error(String message) {
    return in.error(token, message);
  }
}
