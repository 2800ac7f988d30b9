package io.pto4j.op;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.WireEnum;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The operator table as a page of documentation. */
public final class OperatorReference {
  private OperatorReference() {}

  /** One section per family, one row per operator, in Markdown. */
  public static String markdown() {
    StringBuilder page =
        new StringBuilder(
            """
            # Operators

            Made from the operator table. An operand in square brackets may be left out. After an operand stand
            the memories it may be in and the element types it may have, where they are limited; `=` marks what is
            written, and the operand whose buffer the result is.

            """);
    for (OpDef.Category category : OpDef.Category.values()) {
      List<OpDef> ops =
          Operators.table().values().stream().filter(op -> op.category() == category).toList();
      page.append("## ")
          .append(category.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .append("\n\n| operator | operands | keyword arguments | result |\n|---|---|---|---|\n");
      ops.forEach(op -> page.append(row(op)));
      page.append('\n');
    }
    return page.toString().stripTrailing() + "\n";
  }

  /** One operator as plain text of a few lines. */
  public static String text(OpDef op) {
    StringBuilder text = new StringBuilder();
    text.append(op.name()).append(": ").append(op.doc()).append(place(op)).append('\n');
    for (Operand operand : op.operands()) {
      text.append("  operand  ").append(operand(operand)).append('\n');
    }
    for (AttrDef attr : op.attributes()) {
      text.append("  keyword  ").append(attribute(attr)).append('\n');
    }
    return text.toString().replace("`", "").replace("\\|", "|");
  }

  private static String row(OpDef op) {
    return "| `%s` | %s | %s | %s%s |\n"
        .formatted(
            op.name(),
            op.operands().stream().map(OperatorReference::operand).collect(joining(", ")),
            op.attributes().stream().map(OperatorReference::attribute).collect(joining("; ")),
            op.doc().replace("|", "\\|"),
            place(op));
  }

  private static String operand(Operand operand) {
    StringJoiner limits = new StringJoiner(" ", " (", ")").setEmptyValue("");
    if (!operand.spaces().isEmpty()) {
      limits.add(operand.spaces().stream().map(MemorySpace::text).collect(joining("/")));
    }
    if (!operand.dtypes().isEmpty()) {
      limits.add(types(operand.dtypes()));
    }
    String text =
        (operand.effect() == Operand.Effect.READ ? "" : "=") + "`" + operand.name() + "`" + limits;
    return operand.optional() ? "[" + text + "]" : text;
  }

  private static String types(ImmutableSet<DataType> dtypes) {
    return dtypes.stream().map(DataType::text).collect(joining("/"));
  }

  private static String attribute(AttrDef attr) {
    String absent =
        attr.required()
            ? ", required"
            : attr.defaultValue().map(value -> ", absent: " + text(value)).orElse("");
    return "`" + attr.name() + "`: " + attr.doc().replace("|", "\\|") + absent;
  }

  private static String text(AttrValue value) {
    return switch (value) {
      case AttrValue.OfBool(boolean v) -> Boolean.toString(v);
      case AttrValue.OfInt(int v) -> Integer.toString(v);
      case AttrValue.OfString(String v) -> v;
      case AttrValue.OfDouble(double v) -> Double.toString(v);
      case AttrValue.OfDataType(DataType v) -> v.text();
      case AttrValue.OfMemorySpace(WireEnum v) -> v.text();
      case AttrValue.OfTensorLayout(WireEnum v) -> v.text();
      case AttrValue.OfTileLayout(WireEnum v) -> v.text();
      case AttrValue.OfPadValue(WireEnum v) -> v.text();
      case AttrValue.OfDirection(_),
          AttrValue.OfDirections(_),
          AttrValue.OfInts(_),
          AttrValue.OfVar(_),
          AttrValue.OfVars(_),
          AttrValue.OfExpr(_) ->
          throw new IllegalArgumentException("no operator has such a default: " + value);
    };
  }

  private static String place(OpDef op) {
    return switch (op.outputSpace()) {
      case OutputSpace.Fixed(MemorySpace space) -> "; in " + space.text();
      case OutputSpace.FromAttr(String attr, _) -> "; in `" + attr + "`";
      case OutputSpace.Inherited() when op.category() == OpDef.Category.TILE ->
          "; in the operand's memory";
      case OutputSpace.Inherited(), OutputSpace.None() -> "";
    };
  }
}
