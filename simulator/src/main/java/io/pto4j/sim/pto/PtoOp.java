package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.stream.Collectors;

/** One operation of a function body. */
public sealed interface PtoOp {
  /** Where the operation starts. */
  Position position();

  /**
   * The use of a value: its name without {@code %} ({@code x#1} for the second result of {@code
   * %x:2}).
   */
  record Use(String name, Position position) {
    @Override
    public String toString() {
      return "%" + name;
    }
  }

  /** A value defined by an operation, block or function. */
  record Definition(String name, PtoType type, Position position) {}

  /**
   * One group of operands, named by the clause it was written in: {@code ins}, {@code outs}, {@code
   * offsets}, {@code addr}, {@code index} for brackets, and the empty name for plain operands.
   *
   * @param types the types written for the operands of this group, empty when written elsewhere
   */
  record Group(
      String name,
      ImmutableList<Item> items,
      ImmutableMap<String, PtoAttr> attributes,
      ImmutableList<PtoType> types) {

    /** The operands of the group that are values, in order. */
    public ImmutableList<Use> uses() {
      return items.stream()
          .filter(ValueItem.class::isInstance)
          .map(i -> ((ValueItem) i).use())
          .collect(ImmutableList.toImmutableList());
    }
  }

  /** An operand: a value or a literal. */
  sealed interface Item {}

  /** A value operand. */
  record ValueItem(Use use) implements Item {}

  /** A literal operand. */
  record LiteralItem(PtoAttr value) implements Item {}

  /**
   * Any operation without special control flow syntax.
   *
   * @param results names of the results
   * @param name full name such as {@code pto.tadd}
   * @param attributes the trailing attribute dictionary and {@code key = value} clauses
   * @param types the types written after the colon
   * @param resultTypes the types written after the arrow
   * @param regions nested regions (section operations)
   */
  record Generic(
      ImmutableList<String> results,
      String name,
      ImmutableList<Group> groups,
      ImmutableMap<String, PtoAttr> attributes,
      ImmutableList<PtoType> types,
      ImmutableList<PtoType> resultTypes,
      ImmutableList<Block> regions,
      Position position)
      implements PtoOp {

    /** The first group of this name. */
    public Optional<Group> group(String groupName) {
      return groups.stream().filter(g -> g.name().equals(groupName)).findFirst();
    }

    /** All value operands written outside a named clause. */
    public ImmutableList<Use> operands() {
      return group("").map(Group::uses).orElse(ImmutableList.of());
    }

    @Override
    public String toString() {
      StringBuilder out = new StringBuilder();
      if (!results.isEmpty()) {
        out.append(results.stream().map(r -> "%" + r).collect(Collectors.joining(", ")))
            .append(" = ");
      }
      out.append(name);
      for (Group g : groups) {
        String items = g.items().stream().map(PtoOp::show).collect(Collectors.joining(", "));
        out.append(g.name().isEmpty() ? " " + items : " " + g.name() + "(" + items + ")");
      }
      return out.toString();
    }
  }

  /** {@code scf.for}; the block's arguments are the induction variable and the carried values. */
  record For(
      ImmutableList<String> results,
      Use lower,
      Use upper,
      Use step,
      ImmutableList<Use> inits,
      ImmutableList<PtoType> resultTypes,
      Block body,
      Position position)
      implements PtoOp {}

  /** {@code scf.if}. */
  record If(
      ImmutableList<String> results,
      Use condition,
      ImmutableList<PtoType> resultTypes,
      Block thenBlock,
      Optional<Block> elseBlock,
      Position position)
      implements PtoOp {}

  /** {@code scf.while}. */
  record While(
      ImmutableList<String> results,
      ImmutableList<Use> inits,
      ImmutableList<PtoType> resultTypes,
      Block before,
      Block after,
      Position position)
      implements PtoOp {}

  /** A straight run of operations with its arguments. */
  record Block(ImmutableList<Definition> arguments, ImmutableList<PtoOp> operations) {}

  private static String show(Item item) {
    return switch (item) {
      case ValueItem(Use use) -> use.toString();
      case LiteralItem(PtoAttr.IntAttr(long v, var _)) -> Long.toString(v);
      case LiteralItem(PtoAttr.FloatAttr(double v)) -> Double.toString(v);
      case LiteralItem(PtoAttr.KeywordAttr(var _, String k)) -> k;
      case LiteralItem(PtoAttr value) -> value.toString();
    };
  }
}
