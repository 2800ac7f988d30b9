package io.pto4j.op;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Pipe;
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
            written, and the operand whose buffer the result is. Internal operators are made by the compiler only.
            Under elements stand the element types that the machines compute with, Ascend 910B (a2a3) and Ascend
            950 (a5), where they are limited.

            """);
    for (OpDef.Category category : OpDef.Category.values()) {
      List<OpDef> ops =
          Operators.table().values().stream().filter(op -> op.category() == category).toList();
      page.append("## ")
          .append(category.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .append(
              "\n\n"
                  + "| operator | operands | keyword arguments | result | elements |\n"
                  + "|---|---|---|---|---|\n");
      ops.forEach(op -> page.append(row(op)));
      page.append('\n');
    }
    return page.toString().stripTrailing() + "\n";
  }

  /** One operator as plain text, a facet per line. */
  public static String text(OpDef op) {
    StringBuilder text = new StringBuilder();
    text.append(op.name()).append(": ").append(op.doc()).append(place(op)).append('\n');
    for (Operand operand : op.operands()) {
      text.append("  operand   ").append(operand(operand)).append(facets(operand)).append('\n');
    }
    for (AttrDef attr : op.attributes()) {
      text.append("  keyword   ").append(attribute(attr)).append('\n');
    }
    facet(text, "result", result(op));
    facet(text, "core", op.affinity().map(a -> lower(a.name())).orElse("by memory"));
    facet(text, "pipe", pipe(op.pipe()));
    facet(text, "in place", inPlace(op));
    op.writeChannel().ifPresent(c -> facet(text, "writes by", lower(c.name())));
    if (op.once()) {
      facet(text, "once", "must not be done again by another core");
    }
    if (op.internal()) {
      facet(text, "internal", "made by the compiler only");
    }
    facet(text, "elements", machines(op.support()));
    return text.toString().replace("`", "").replace("\\|", "|");
  }

  private static void facet(StringBuilder text, String name, String value) {
    text.append("  ").append(Strings.padEnd(name, 10, ' ')).append(value).append('\n');
  }

  private static String lower(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String facets(Operand operand) {
    StringJoiner facets = new StringJoiner(", ", ": ", "");
    facets.add(operand.kind().text());
    if (operand.kind().holdsData()) {
      facets.add(lower(operand.effect().name()));
    }
    if (operand.kind() == Operand.Kind.BUFFER) {
      facets.add("extents " + lower(operand.metadata().name()));
    }
    if (operand.rowMajor()) {
      facets.add("row-major");
    }
    return facets.toString();
  }

  private static String result(OpDef op) {
    String rows = op.rowMajorResult() ? ", row-major" : "";
    if (op.reusesInput().isPresent()) {
      return "operand " + op.operand(op.reusesInput().getAsInt()).name() + rows;
    }
    return switch (op.result()) {
      case NONE -> "none";
      case ALLOCATION -> "new storage";
      case ALIAS -> "another look at " + op.operand(op.viewOf().orElseThrow()).name();
      case VALUE -> "a value" + rows;
    };
  }

  private static String pipe(PipeUse pipe) {
    return switch (pipe) {
      case PipeUse.None _ -> "none";
      case PipeUse.Fixed(Pipe fixed) -> fixed.text();
      case PipeUse.BySpaces(String how) -> how;
    };
  }

  private static String inPlace(OpDef op) {
    if (!op.forbiddenAliases().isEmpty()) {
      return "not in "
          + op.forbiddenAliases().stream().map(i -> op.operand(i).name()).collect(joining(", "));
    }
    return op.inPlaceSafe() ? "yes" : "no";
  }

  private static String machines(Support support) {
    return support.a2a3().equals(support.a5())
        ? elements(support.a5())
        : machine(Isa.A2A3, support) + "; " + machine(Isa.A5, support);
  }

  private static String machine(Isa isa, Support support) {
    return isa.arch() + ": " + (support.on(isa) ? elements(support.types(isa)) : "none");
  }

  private static String elements(ImmutableSet<DataType> types) {
    return Support.isAny(types) ? "any" : types(types);
  }

  private static String row(OpDef op) {
    return "| `%s`%s | %s | %s | %s%s | %s |\n"
        .formatted(
            op.name(),
            op.internal() ? " (internal)" : "",
            op.operands().stream().map(OperatorReference::operand).collect(joining(", ")),
            op.attributes().stream().map(OperatorReference::attribute).collect(joining("; ")),
            op.doc().replace("|", "\\|"),
            place(op),
            op.support().isComplete() ? "" : machines(op.support()));
  }

  private static String operand(Operand operand) {
    StringJoiner limits = new StringJoiner(" ", " (", ")").setEmptyValue("");
    if (!operand.spaces().isEmpty()) {
      limits.add(operand.spaces().stream().map(MemorySpace::text).collect(joining("/")));
    }
    if (!operand.dtypes().isEmpty()) {
      limits.add(types(operand.dtypes()));
    }
    boolean written =
        operand.effect() == Operand.Effect.WRITE || operand.effect() == Operand.Effect.READ_WRITE;
    String text = (written ? "=" : "") + "`" + operand.name() + "`" + limits;
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
