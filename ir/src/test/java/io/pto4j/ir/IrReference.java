package io.pto4j.ir;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The page about nodes, types and rules, as the code has them. */
final class IrReference {
  /** What covers a row of a table: a class of tests and one of its methods. */
  record Cover(String testClass, String method) {
    String text() {
      return "`" + testClass.substring(testClass.lastIndexOf('.') + 1) + "." + method + "`";
    }

    /** The case of {@code row} in a test that has one for each of {@code rows}. */
    String text(String row, Collection<String> rows) {
      if (!rows.contains(row)) {
        throw new AssertionError(testClass + " has no case for " + row);
      }
      return text() + " `" + row + "`";
    }
  }

  private static final String EQUALITY = "io.pto4j.compare.IrEqualityTest";
  private static final String MUTATIONS = "io.pto4j.gen.MutationPropertiesTest";

  private static final Cover COMPARED =
      new Cover(MUTATIONS, "everyFieldThatIsComparedMakesADifference");
  private static final Cover IGNORED = new Cover(MUTATIONS, "whatIsIgnoredMakesNoDifference");
  private static final Cover STORED =
      new Cover("io.pto4j.gen.ProgramPropertiesTest", "binaryFormIsReadBack");
  private static final Cover VARIABLES =
      new Cover(EQUALITY, "variablesAreComparedByTypeAndInitialValue");
  private static final Cover MEMORY =
      new Cover(EQUALITY, "memoryReferencesAreComparedFieldByField");
  private static final Cover WINDOWS = new Cover(EQUALITY, "windowsAreComparedFieldByField");
  private static final Cover ELEMENTS =
      new Cover(EQUALITY, "elementsOfTuplesAreComparedByIndexAndType");
  private static final Cover PROGRAMS = new Cover(EQUALITY, "programsAreComparedByTheirFunctions");
  private static final Cover OPERATORS = new Cover("io.pto4j.ir.ScalarOperatorsTest", "isAsListed");
  private static final Cover TYPES = new Cover("io.pto4j.ir.TypesTest", "everyTypeHasAnExample");
  private static final Cover TYPE_FIELDS =
      new Cover("io.pto4j.ir.TypesTest", "fieldIsComparedAndStored");
  private static final Cover DTYPES = new Cover("io.pto4j.ir.DataTypeTest", "isAsListed");
  private static final Cover WRITTEN_DTYPES =
      new Cover("io.pto4j.ir.DataTypeTest", "isWrittenAsListed");
  private static final Cover RULES = new Cover("io.pto4j.ir.ConstructionRuleTest", "isEnforced");

  /** Fields that a rule holds against the others, so that they cannot be changed alone. */
  private static final ImmutableMap<String, String> VARIED_BY_RULE =
      ImmutableMap.of(
          "ConstBool.type", "CONST_BOOL_TYPE",
          "MakeTuple.type", "MAKE_TUPLE_TYPE",
          "SplitAivScopeStmt.count", "SPLIT_LANES",
          "RegType.kind", "MASK_REG_DTYPE");

  /** All tests that the page names. */
  static final ImmutableList<Cover> COVERS =
      ImmutableList.of(
          COMPARED,
          IGNORED,
          STORED,
          VARIABLES,
          MEMORY,
          WINDOWS,
          ELEMENTS,
          PROGRAMS,
          OPERATORS,
          TYPES,
          TYPE_FIELDS,
          DTYPES,
          WRITTEN_DTYPES,
          RULES);

  private IrReference() {}

  static String markdown() {
    StringBuilder out = new StringBuilder(INTRODUCTION);
    table(out, "Nodes", List.of("node", "field", "role", "type", "test"), nodes());
    table(out, "Operators on scalars", List.of("node", "symbol", "test"), operators());
    table(out, "Types", List.of("type", "field", "of", "test"), types());
    table(
        out,
        "Data types",
        List.of("name", "code", "bits", "text", "C++", "device code", "test"),
        dtypes());
    table(out, "Rules of constructors", List.of("of", "rule", "test"), rules());
    return out.toString();
  }

  /** The kinds of all types. */
  static ImmutableList<String> typeKinds() {
    return leaves(Type.class).flatMap(IrReference::kinds).collect(ImmutableList.toImmutableList());
  }

  private static void table(
      StringBuilder out, String title, List<String> head, Stream<List<String>> rows) {
    out.append("\n## ").append(title).append("\n\n");
    out.append(head.stream().collect(joining(" | ", "| ", " |\n")));
    out.append(head.stream().map(h -> "---").collect(joining("|", "|", "|\n")));
    rows.forEach(row -> out.append(row.stream().collect(joining(" | ", "| ", " |\n"))));
  }

  private static Stream<List<String>> nodes() {
    return NodeFields.classes().stream()
        .sorted((a, b) -> NodeFields.kind(a).compareTo(NodeFields.kind(b)))
        .flatMap(
            c ->
                NodeFields.of(c).stream()
                    .map(
                        f ->
                            List.of(
                                NodeFields.kind(c),
                                "`" + f.name() + "`",
                                f.role().name().toLowerCase(Locale.ROOT),
                                simple(f.type().getTypeName()),
                                test(c, f))));
  }

  private static String test(Class<? extends IrNode> nodeClass, NodeFields.Field field) {
    String row = NodeFields.kind(nodeClass) + "." + field.name();
    if (VARIED_BY_RULE.containsKey(row)) {
      return RULES.text(VARIED_BY_RULE.get(row), ConstructionRuleTest.rows());
    }
    return row.equals("InlineStmt.language") ? STORED.text() : cover(nodeClass, field).text();
  }

  private static Cover cover(Class<? extends IrNode> nodeClass, NodeFields.Field field) {
    if (nodeClass == Var.class || nodeClass == IterArg.class) {
      return VARIABLES;
    }
    if (nodeClass == MemRef.class) {
      return MEMORY;
    }
    if (nodeClass == WindowBuffer.class) {
      return WINDOWS;
    }
    if (nodeClass == Program.class
        || (nodeClass == Function.class && field.name().equals("name"))) {
      return PROGRAMS;
    }
    if (nodeClass == TupleGetItem.class && field.role() != NodeFields.Role.IGNORE) {
      return ELEMENTS;
    }
    return field.role() == NodeFields.Role.IGNORE ? IGNORED : COMPARED;
  }

  private static Stream<List<String>> operators() {
    return Stream.concat(
            Arrays.stream(BinaryOp.values())
                .map(o -> List.of(o.nodeName(), "`" + o.symbol().replace("|", "\\|") + "`")),
            Arrays.stream(UnaryOp.values()).map(o -> List.of(o.nodeName(), "")))
        .map(
            row ->
                List.of(
                    row.getFirst(),
                    row.getLast(),
                    OPERATORS.text(row.getFirst(), ScalarOperatorsTest.rows())));
  }

  private static Stream<List<String>> types() {
    return leaves(Type.class)
        .flatMap(
            c ->
                c.isRecord()
                    ? Arrays.stream(c.getRecordComponents())
                        .map(
                            f ->
                                List.of(
                                    c.getSimpleName(),
                                    field(f),
                                    component(f),
                                    typeField(c.getSimpleName() + "." + f.getName())))
                    : kinds(c).map(kind -> List.of(kind, "", "", TYPES.text())));
  }

  private static String typeField(String row) {
    return TypesTest.rows().contains(row)
        ? TYPE_FIELDS.text(row, TypesTest.rows())
        : RULES.text(VARIED_BY_RULE.get(row), ConstructionRuleTest.rows());
  }

  private static String field(RecordComponent component) {
    return "`" + component.getName() + "`";
  }

  private static String component(RecordComponent component) {
    return simple(component.getGenericType().getTypeName());
  }

  private static String simple(String typeName) {
    return typeName.replaceAll("[a-z]\\w*\\.", "");
  }

  private static Stream<List<String>> dtypes() {
    return Arrays.stream(DataType.values())
        .map(
            d ->
                List.of(
                    d.name(),
                    "0x%02x".formatted(d.code()),
                    Integer.toString(d.bits()),
                    d.text(),
                    d.cType().orElse(""),
                    d.mlir().orElse(""),
                    DTYPES.text(d.name(), DataTypeTest.rows())
                        + ", "
                        + WRITTEN_DTYPES.text(d.name(), DataTypeTest.rows())));
  }

  private static Stream<List<String>> rules() {
    return Arrays.stream(ConstructionRule.values())
        .map(
            r ->
                List.of(
                    r.subject(), r.statement(), RULES.text(r.name(), ConstructionRuleTest.rows())));
  }

  private static Stream<String> kinds(Class<?> type) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(c -> NodeFields.kind((Type) c))
        : Stream.of(type.getSimpleName());
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? ImmutableSortedSet.<Class<?>>copyOf(
                (a, b) -> a.getSimpleName().compareTo(b.getSimpleName()),
                Arrays.asList(type.getPermittedSubclasses()))
            .stream()
            .flatMap(IrReference::leaves)
        : Stream.of(type);
  }

  private static final String INTRODUCTION =
      """
      # Nodes, types and their rules

      The tables are those of the code: a test compares them. Fields stand in the order in which they are
      visited. A `def` field defines the variables in it, a `usual` one takes part in comparison, an `ignore`
      one does not; all are written to files under the name given here, which
      `ProgramPropertiesTest.binaryFormIsReadBack` checks for programs of every kind of node.

      A test with a case for each row is followed by the name of the case. Names, codes and spellings are compared
      with lists written by hand in the tests, and each rule with what it just allows and what it refuses.

      The rules below hold for every node and type, however it comes into being: by a constructor, from text or
      from a binary file. A violation is an `IrException` that begins with the rule. What a program must keep
      beyond them, such as that a loop yields as many values as it carries, the verifiers check.

      Types that the ecosystem's files do not have (registers, buffers, pipes, void) are written under their
      names, with the names of their fields here in snake case; `hardware_loop_policy` is written only where it is
      not `Auto`. `FP64` has the reserved code 0x35 and exists in host and orchestration code only.
      """;
}
