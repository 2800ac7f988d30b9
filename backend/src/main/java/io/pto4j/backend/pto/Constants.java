package io.pto4j.backend.pto;

import io.pto4j.ir.DataType;
import io.pto4j.ir.Span;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The constants of one function, each once, in the order of their first use. */
final class Constants {
  private final SsaNames names;
  private final List<String> lines = new ArrayList<>();
  private final Map<Key, String> values = new HashMap<>();

  private record Key(long bits, DataType dtype) {}

  Constants(SsaNames names) {
    this.names = names;
  }

  List<String> lines() {
    return lines;
  }

  String index(long value) {
    return integer(value, DataType.INDEX, Span.unknown());
  }

  String integer(long value, DataType dtype, Span span) {
    return values.computeIfAbsent(new Key(value, dtype), _ -> declareInteger(value, dtype, span));
  }

  private String declareInteger(long value, DataType dtype, Span span) {
    String type = PtoTypes.element(dtype, span);
    String hint = (value < 0 ? "cn" + Long.toString(value).substring(1) : "c" + value) + "_" + type;
    if (dtype.isUnsignedInt()) {
      String signless = type.substring(1);
      String plain = names.temp();
      lines.add("%s = arith.constant %d : %s".formatted(plain, value, signless));
      String name = names.hinted(hint);
      lines.add(
          "%s = builtin.unrealized_conversion_cast %s : %s to %s"
              .formatted(name, plain, signless, type));
      return name;
    }
    String name = names.hinted(hint);
    lines.add("%s = arith.constant %d : %s".formatted(name, value, type));
    return name;
  }

  String floating(double value, DataType dtype, Span span) {
    return values.computeIfAbsent(
        new Key(Double.doubleToRawLongBits(value), dtype),
        _ -> {
          String name = names.hinted(lines.isEmpty() ? "cst" : "cst_" + values.size());
          lines.add(
              "%s = arith.constant %s : %s"
                  .formatted(name, literal(value, dtype), PtoTypes.element(dtype, span)));
          return name;
        });
  }

  /**
   * All 17 digits of the binary value, as C prints them. Infinities and NaN have no decimal form in
   * the assembler; their bit pattern has.
   */
  private static String literal(double value, DataType dtype) {
    if (Double.isFinite(value)) {
      String sign = value == 0 && Math.copySign(1, value) < 0 ? "-" : "";
      return sign + String.format(Locale.ROOT, "%.17e", new BigDecimal(value));
    }
    boolean nan = Double.isNaN(value);
    return switch (dtype) {
      case FP16 -> nan ? "0x7E00" : value > 0 ? "0x7C00" : "0xFC00";
      case BF16 -> nan ? "0x7FC0" : value > 0 ? "0x7F80" : "0xFF80";
      default -> nan ? "0x7FC00000" : value > 0 ? "0x7F800000" : "0xFF800000";
    };
  }
}
