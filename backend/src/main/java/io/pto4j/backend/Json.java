package io.pto4j.backend;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Maps, lists, texts and whole numbers as JSON text, one value in a line.
 *
 * <p>Written by the generator alone: binding of data to classes would double the time that the
 * first program of a compilation takes.
 */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** UTF-8 text, the members in the order of the maps. */
  static byte[] write(Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(new Indented(), out)) {
      write(value, generator);
    }
    return out.toByteArray();
  }

  private static void write(Object value, JsonGenerator out) {
    switch (value) {
      case null -> out.writeNull();
      case String text -> out.writeString(text);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(element -> write(element, out));
        out.writeEndArray();
      }
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach(
            (name, member) -> {
              out.writeName((String) name);
              write(member, out);
            });
        out.writeEndObject();
      }
      default -> throw new IllegalArgumentException("not JSON: " + value.getClass());
    }
  }

  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      DefaultPrettyPrinter printer =
          new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER));
      printer.indentArraysWith(lines);
      printer.indentObjectsWith(lines);
      return printer;
    }
  }
}
