package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.pto4j.serial.FieldReader.array;
import static io.pto4j.serial.FieldReader.byCode;
import static io.pto4j.serial.FieldReader.byName;
import static io.pto4j.serial.FieldReader.dict;
import static io.pto4j.serial.FieldReader.int32;
import static io.pto4j.serial.FieldReader.text;

import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Var;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads attributes and keyword arguments. */
final class AttrReader {
  private final IrReader nodes;

  AttrReader(IrReader nodes) {
    this.nodes = nodes;
  }

  Attrs attrs(Wire value) {
    Map<String, AttrValue> entries = new LinkedHashMap<>();
    for (Wire entry : array(value)) {
      String key = text(dict(entry, "key"));
      if (entries.put(key, attr(key, dict(entry, "value"))) != null) {
        throw WireCodec.malformed("the attribute '" + key + "' twice", entry.offset());
      }
    }
    return Attrs.of(entries);
  }

  private AttrValue attr(String key, Wire value) {
    return switch (value) {
      case Wire.Bool(_, boolean v) -> AttrValue.of(v);
      case Wire.Int v -> AttrValue.of(int32(v));
      case Wire.Real(_, double v) -> AttrValue.of(v);
      case Wire.Text(_, String v) -> AttrValue.of(v);
      case Wire.Dict v -> tagged(key, v);
      case Wire.Nil _, Wire.Array _ ->
          throw WireCodec.malformed(
              value.what() + " as the value of attribute '" + key + "'", value.offset());
    };
  }

  private AttrValue tagged(String key, Wire.Dict value) {
    String type = text(dict(value, "type"));
    if (type.equals("DataType")) {
      return AttrValue.of(TypeReader.dtypeOfCode(dict(value, "code")));
    }
    Wire v = dict(value, "value");
    return switch (type) {
      case "MemorySpace" -> AttrValue.of(byName(MemorySpace.class, v));
      case "TensorLayout" -> new AttrValue.OfTensorLayout(byName(TensorLayout.class, v));
      case "TileLayout" -> new AttrValue.OfTileLayout(byName(TileLayout.class, v));
      case "PadValue" -> new AttrValue.OfPadValue(byName(PadValue.class, v));
      case "ArgDirection" -> new AttrValue.OfDirection(byCode(ArgDirection.class, v));
      case "ArgDirectionVector" -> new AttrValue.OfDirections(FieldReader.directions(v));
      case "Int32Vector" ->
          new AttrValue.OfInts(
              array(v).stream().map(FieldReader::int32).collect(toImmutableList()));
      case "Var" -> new AttrValue.OfVar(nodes.node(v, Var.class));
      case "VarList" ->
          new AttrValue.OfVars(
              array(v).stream().map(e -> nodes.node(e, Var.class)).collect(toImmutableList()));
      case "Expr" -> new AttrValue.OfExpr(nodes.node(v, Expr.class));
      default ->
          throw WireCodec.malformed(
              "the unsupported kind '" + type + "' of attribute '" + key + "'", value.offset());
    };
  }
}
