package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Var;
import java.util.HashSet;
import java.util.Set;

/** Reads attributes and keyword arguments. */
final class AttrReader {
  private static final ImmutableList<String> ENTRY = ImmutableList.of("key", "value");

  private final WireTape tape;
  private final IrReader nodes;

  AttrReader(WireTape tape, IrReader nodes) {
    this.tape = tape;
    this.nodes = nodes;
  }

  Attrs attrs(int value) {
    ImmutableList<Integer> entries = tape.list(value, entry -> entry);
    if (entries.isEmpty()) {
      return Attrs.empty();
    }
    Set<String> keys = new HashSet<>();
    ImmutableMap.Builder<String, AttrValue> attrs = ImmutableMap.builder();
    for (int entry : entries) {
      int[] parts = tape.required(entry, ENTRY);
      String key = tape.text(parts[0]);
      attrs.put(key, attr(key, parts[1]));
      if (!keys.add(key)) {
        throw tape.malformedAt(entry, "the attribute '" + key + "' twice");
      }
    }
    return new Attrs(attrs.buildOrThrow());
  }

  private AttrValue attr(String key, int value) {
    return switch (tape.kind(value)) {
      case BOOL -> AttrValue.of(tape.isTrue(value));
      case INT -> AttrValue.of(tape.int32(value));
      case REAL -> AttrValue.of(tape.real(value));
      case TEXT -> AttrValue.of(tape.text(value));
      case MAP -> tagged(key, value);
      case NIL, ARRAY ->
          throw tape.malformedAt(
              value, tape.kind(value).what() + " as the value of attribute '" + key + "'");
    };
  }

  private AttrValue tagged(String key, int value) {
    String type = tape.text(tape.get(value, "type"));
    if (type.equals("DataType")) {
      return AttrValue.of(Members.dtype(tape, tape.get(value, "code")));
    }
    int v = tape.get(value, "value");
    return switch (type) {
      case "MemorySpace" -> AttrValue.of(Members.byName(MemorySpace.class, tape, v));
      case "TensorLayout" ->
          new AttrValue.OfTensorLayout(Members.byName(TensorLayout.class, tape, v));
      case "TileLayout" -> new AttrValue.OfTileLayout(Members.byName(TileLayout.class, tape, v));
      case "PadValue" -> new AttrValue.OfPadValue(Members.byName(PadValue.class, tape, v));
      case "ArgDirection" -> new AttrValue.OfDirection(Members.byCode(ArgDirection.class, tape, v));
      case "ArgDirectionVector" -> new AttrValue.OfDirections(directions(v));
      case "Int32Vector" -> new AttrValue.OfInts(tape.list(v, tape::int32));
      case "Var" -> new AttrValue.OfVar(nodes.node(v, Var.class));
      case "VarList" -> new AttrValue.OfVars(tape.list(v, e -> nodes.node(e, Var.class)));
      case "Expr" -> new AttrValue.OfExpr(nodes.node(v, Expr.class));
      default ->
          throw tape.malformedAt(
              v, "the unsupported kind '" + type + "' of attribute '" + key + "'");
    };
  }

  ImmutableList<ArgDirection> directions(int value) {
    return tape.list(value, v -> Members.byCode(ArgDirection.class, tape, v));
  }
}
