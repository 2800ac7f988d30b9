package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoAttr;
import io.pto4j.sim.pto.PtoOp.Generic;
import io.pto4j.sim.pto.PtoOp.Group;
import io.pto4j.sim.pto.PtoOp.Item;
import io.pto4j.sim.pto.PtoOp.LiteralItem;
import io.pto4j.sim.pto.PtoOp.ValueItem;
import io.pto4j.sim.pto.PtoType;
import io.pto4j.sim.pto.PtoType.TileBuf;
import java.util.Optional;

/**
 * The operands of an operation, resolved; every accessor says what is wrong when the operation does
 * not have them.
 */
final class Operands {
  private final Decoder decoder;
  private final Generic op;

  Operands(Decoder decoder, Generic op) {
    this.decoder = decoder;
    this.op = op;
  }

  Generic op() {
    return op;
  }

  Decoder decoder() {
    return decoder;
  }

  /** The values of a clause. */
  ImmutableList<Value> values(String clause) {
    Optional<Group> group = op.group(clause);
    if (group.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList<Value> values =
        group.get().uses().stream().map(decoder::use).collect(ImmutableList.toImmutableList());
    checkTypes(group.get(), values);
    return values;
  }

  private void checkTypes(Group group, ImmutableList<Value> values) {
    if (group.name().isEmpty() || group.types().isEmpty()) {
      return;
    }
    if (group.types().size() != values.size()) {
      throw new SimulationException(
          group.types().size() + " types for " + values.size() + " operands of " + group.name());
    }
    for (int i = 0; i < values.size(); i++) {
      PtoType written =
          group.types().get(i) instanceof TileBuf t ? decoder.normal(t) : group.types().get(i);
      if (!written.equals(values.get(i).type())) {
        throw new SimulationException(
            "operand "
                + i
                + " of "
                + group.name()
                + " is written as "
                + written
                + " but defined as "
                + values.get(i).type());
      }
    }
  }

  /** The values of {@code ins}, which must be this many. */
  ImmutableList<Value> ins(int least, int most) {
    ImmutableList<Value> values = values("ins");
    if (values.size() < least || values.size() > most) {
      throw new SimulationException(
          "expected "
              + (least == most ? least : least + " to " + most)
              + " operands, found "
              + values.size());
    }
    return values;
  }

  Value.TileHandle insTile(int index) {
    return tile(item(values("ins"), index, "ins"));
  }

  Value.TileHandle outsTile() {
    return tile(item(values("outs"), 0, "outs"));
  }

  Value.View insView() {
    return view(item(values("ins"), 0, "ins"));
  }

  Value.View outsView() {
    return view(item(values("outs"), 0, "outs"));
  }

  private static Value item(ImmutableList<Value> values, int index, String clause) {
    if (index >= values.size()) {
      throw new SimulationException("operand " + index + " of " + clause + " is missing");
    }
    return values.get(index);
  }

  static Value.TileHandle tile(Value value) {
    if (value instanceof Value.TileHandle t) {
      return t;
    }
    throw new SimulationException("expected a tile, found " + value.type());
  }

  static Value.View view(Value value) {
    if (value instanceof Value.View v) {
      return v;
    }
    throw new SimulationException("expected a tensor view, found " + value.type());
  }

  static Value.Pointer pointer(Value value) {
    if (value instanceof Value.Pointer p) {
      return p;
    }
    throw new SimulationException("expected a pointer, found " + value.type());
  }

  static Value.Int integer(Value value) {
    if (value instanceof Value.Int i) {
      return i;
    }
    throw new SimulationException("expected an integer, found " + value.type());
  }

  static Value.Real floating(Value value) {
    if (value instanceof Value.Real f) {
      return f;
    }
    throw new SimulationException("expected a floating point value, found " + value.type());
  }

  /** The slots of the integers of a clause. */
  int[] intSlots(String clause) {
    return values(clause).stream().mapToInt(v -> integer(v).slot()).toArray();
  }

  /** The slot of the single integer of a clause, or -1 without one. */
  int optionalInt(String clause) {
    int[] slots = intSlots(clause);
    if (slots.length > 1) {
      throw new SimulationException("'" + clause + "' takes one value");
    }
    return slots.length == 0 ? -1 : slots[0];
  }

  /** A plain operand. */
  Value operand(int index) {
    return item(values(""), index, op.name());
  }

  /** The integers of a bracketed clause of literals. */
  int[] literals(String clause) {
    Group group =
        op.group(clause).orElseThrow(() -> new SimulationException("'" + clause + "' is missing"));
    return group.items().stream().mapToInt(Operands::literal).toArray();
  }

  private static int literal(Item item) {
    return switch (item) {
      case LiteralItem(PtoAttr.IntAttr(long value, var _)) -> (int) value;
      case LiteralItem _, ValueItem _ -> throw new SimulationException("expected an integer");
    };
  }

  /** A literal operand written outside of clauses, such as the predicate of a comparison. */
  PtoAttr literalOperand() {
    for (Item item : op.group("").map(Group::items).orElse(ImmutableList.of())) {
      if (item instanceof LiteralItem(PtoAttr value)) {
        return value;
      }
    }
    throw new SimulationException("a literal operand is missing");
  }

  /** A keyword attribute, wherever it is written. */
  Optional<String> keyword(String name) {
    PtoAttr attr = attribute(name);
    return attr instanceof PtoAttr.KeywordAttr(var _, String keyword)
        ? Optional.of(keyword)
        : Optional.empty();
  }

  /** Whether a boolean attribute is set. */
  boolean flag(String name) {
    PtoAttr attr = attribute(name);
    return attr instanceof PtoAttr.UnitAttr
        || (attr instanceof PtoAttr.BoolAttr(boolean value) && value);
  }

  private PtoAttr attribute(String name) {
    PtoAttr direct = op.attributes().get(name);
    if (direct != null) {
      return direct;
    }
    return op.group("ins").map(g -> g.attributes().get(name)).orElse(null);
  }

  /** The type written for the only result. */
  PtoType resultType() {
    if (!op.resultTypes().isEmpty()) {
      return op.resultTypes().get(0);
    }
    if (op.types().isEmpty()) {
      throw new SimulationException("the type of the result is missing");
    }
    return op.types().get(op.types().size() - 1);
  }

  /** The tile type written for the only result, as the machine lays it out. */
  TileBuf resultTileType() {
    if (resultType() instanceof TileBuf t) {
      return decoder.normal(t);
    }
    throw new SimulationException("expected a tile type as result, found " + resultType());
  }

  /** Defines the only result as a scalar of this type. */
  Value scalarResult(PtoType type) {
    return decoder.define(resultName(), type, op.position());
  }

  /** Gives the only result's name to a value. */
  void result(Value value) {
    decoder.bind(resultName(), op.position(), value);
  }

  private String resultName() {
    if (op.results().size() != 1) {
      throw new SimulationException("the operation has one result, not " + op.results().size());
    }
    return op.results().get(0);
  }

  /** The element type a scalar type has. */
  static ElementType element(PtoType type) {
    if (type instanceof PtoType.Scalar(ElementType e)) {
      return e;
    }
    throw new SimulationException("expected a scalar type, found " + type);
  }
}
