package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.WireEnum;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the values of a node's fields, each as its declaration says. */
final class FieldReader {
  private final IrReader nodes;
  private final TypeReader types;
  private final AttrReader attrs;

  FieldReader(IrReader nodes) {
    this.nodes = nodes;
    this.types = new TypeReader(nodes);
    this.attrs = new AttrReader(nodes);
  }

  /** The values of all fields in the order of the node's declaration. */
  List<Object> read(Class<? extends IrNode> nodeClass, String kind, Wire.Dict stored) {
    refuseLegacyChunks(stored);
    List<Object> values = new ArrayList<>();
    for (NodeFields.Field field : NodeFields.of(nodeClass)) {
      Wire value = stored.entries().get(field.name());
      values.add(
          value == null
              ? absent(nodeClass, kind, field, stored, values)
              : value(value, field.type(), kind, field.name()));
    }
    return nodeClass == Call.class ? withLegacyDirections(values, stored) : values;
  }

  private static void refuseLegacyChunks(Wire.Dict stored) {
    Wire chunks = stored.entries().get("chunk_config");
    if (chunks != null && !(chunks instanceof Wire.Nil)) {
      throw WireCodec.malformed("a loop with the removed field 'chunk_config'", chunks.offset());
    }
  }

  /** An old call keeps its directions in a field of its own. */
  private static List<Object> withLegacyDirections(List<Object> values, Wire.Dict stored) {
    if (stored.entries().get("arg_directions") instanceof Wire.Array array
        && !array.elements().isEmpty()) {
      Attrs moved =
          ((Attrs) values.get(4))
              .with("arg_directions", new AttrValue.OfDirections(directions(array)));
      values.set(4, moved);
    }
    return values;
  }

  static ImmutableList<ArgDirection> directions(Wire value) {
    return array(value).stream().map(v -> byCode(ArgDirection.class, v)).collect(toImmutableList());
  }

  private static Object absent(
      Class<? extends IrNode> nodeClass,
      String kind,
      NodeFields.Field field,
      Wire.Dict stored,
      List<Object> earlier) {
    if (raw(field.type()) == Optional.class) {
      return Optional.empty();
    }
    if (field.type() == boolean.class && nodeClass != ConstBool.class) {
      return false;
    }
    if (ScopeStmt.class.isAssignableFrom(nodeClass) && field.name().equals("name_hint")) {
      return "";
    }
    return switch (field.name()) {
      case "leading_comments" -> ImmutableList.of();
      case "attrs" -> nodeClass == Function.class ? legacySplit(stored) : Attrs.empty();
      case "kind" -> ForKind.SEQUENTIAL;
      case "hardware_loop_policy" -> HardwareLoopPolicy.AUTO;
      case "func_type" -> FunctionType.OPAQUE;
      case "slot_count" -> 1L;
      case "param_directions" ->
          ImmutableList.copyOf(
              Collections.nCopies(((List<?>) earlier.getLast()).size(), ParamDirection.IN));
      default ->
          throw WireCodec.malformed(
              kind + " without its field '" + field.name() + "'", stored.offset());
    };
  }

  /** An old function keeps its split mode in a field of its own. */
  private static Attrs legacySplit(Wire.Dict stored) {
    return stored.entries().get("split") instanceof Wire.Int split
        ? Attrs.of("split", AttrValue.of(int32(split)))
        : Attrs.empty();
  }

  private Object value(Wire value, java.lang.reflect.Type declared, String kind, String name) {
    Class<?> raw = raw(declared);
    if (raw == Optional.class) {
      return value instanceof Wire.Nil
          ? Optional.empty()
          : Optional.of(value(value, argument(declared), kind, name));
    }
    if (raw == ImmutableList.class) {
      java.lang.reflect.Type element = argument(declared);
      return array(value).stream()
          .map(v -> value(v, element, kind, name))
          .collect(toImmutableList());
    }
    if (IrNode.class.isAssignableFrom(raw)) {
      return nodes.node(value, raw.asSubclass(IrNode.class));
    }
    if (raw.isEnum()) {
      return byCode(raw, value);
    }
    return plain(value, raw, kind, name);
  }

  private Object plain(Wire value, Class<?> raw, String kind, String name) {
    if (raw == Type.class) {
      return types.type(value);
    }
    if (raw == Attrs.class) {
      return attrs.attrs(value);
    }
    if (raw == Span.class) {
      return span(value);
    }
    if (raw == Op.class) {
      return op(value);
    }
    if (raw == ImmutableSortedMap.class) {
      return functions(value);
    }
    return switch (value) {
      case Wire.Text(_, String v) when raw == String.class -> v;
      case Wire.Bool(_, boolean v) when raw == boolean.class -> v;
      case Wire.Int(_, long v) when raw == long.class || raw == Long.class -> v;
      case Wire.Int v when raw == int.class -> int32(v);
      case Wire.Int(_, long v) when raw == double.class -> (double) v;
      case Wire.Real(_, double v) when raw == double.class -> v;
      default ->
          throw WireCodec.malformed(
              "%s in the field '%s' of %s".formatted(value.what(), name, kind), value.offset());
    };
  }

  private ImmutableSortedMap<String, Function> functions(Wire value) {
    TreeMap<String, Function> functions = new TreeMap<>();
    for (Wire entry : array(value)) {
      String name = op(dict(entry, "key")).name();
      if (functions.put(name, nodes.node(dict(entry, "value"), Function.class)) != null) {
        throw WireCodec.malformed("a second function named '" + name + "'", entry.offset());
      }
    }
    return ImmutableSortedMap.copyOf(functions);
  }

  private static Op op(Wire value) {
    String name = text(dict(value, "name"));
    boolean global =
        dict(value, "is_global_var") instanceof Wire.Bool(_, boolean isGlobal) && isGlobal;
    return global ? new GlobalVar(name) : new Operator(name);
  }

  private static Span span(Wire value) {
    Span span =
        new Span(
            text(dict(value, "filename")),
            int32(dict(value, "begin_line")),
            int32(dict(value, "begin_column")),
            int32(dict(value, "end_line")),
            int32(dict(value, "end_column")));
    return span.equals(Span.unknown()) ? Span.unknown() : span;
  }

  /** The entry {@code key} of a map. */
  static Wire dict(Wire value, String key) {
    if (!(value instanceof Wire.Dict(_, ImmutableSortedMap<String, Wire> entries))) {
      throw WireCodec.malformed(value.what() + " where a map is expected", value.offset());
    }
    Wire entry = entries.get(key);
    if (entry == null) {
      throw WireCodec.malformed("a map without the key '" + key + "'", value.offset());
    }
    return entry;
  }

  static ImmutableList<Wire> array(Wire value) {
    if (value instanceof Wire.Array(_, ImmutableList<Wire> elements)) {
      return elements;
    }
    throw WireCodec.malformed(value.what() + " where an array is expected", value.offset());
  }

  static String text(Wire value) {
    if (value instanceof Wire.Text(_, String text)) {
      return text;
    }
    throw WireCodec.malformed(value.what() + " where a string is expected", value.offset());
  }

  static long integer(Wire value) {
    if (value instanceof Wire.Int(_, long v)) {
      return v;
    }
    throw WireCodec.malformed(value.what() + " where an integer is expected", value.offset());
  }

  static int int32(Wire value) {
    long v = integer(value);
    if (v != (int) v) {
      throw WireCodec.malformed("the number " + v + " beyond 32 bits", value.offset());
    }
    return (int) v;
  }

  /** The member of an enum with the number in {@code value}. */
  static <E> E byCode(Class<E> enumClass, Wire value) {
    long code = integer(value);
    for (E member : enumClass.getEnumConstants()) {
      if (((WireEnum) member).code() == code) {
        return member;
      }
    }
    throw WireCodec.malformed(
        code + " is not a valid " + enumClass.getSimpleName(), value.offset());
  }

  /** The member of an enum with the name in {@code value}. */
  static <E> E byName(Class<E> enumClass, Wire value) {
    String name = text(value);
    for (E member : enumClass.getEnumConstants()) {
      if (((WireEnum) member).text().equals(name)) {
        return member;
      }
    }
    throw WireCodec.malformed(
        "'" + name + "' is not a valid " + enumClass.getSimpleName(), value.offset());
  }

  private static Class<?> raw(java.lang.reflect.Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType p -> raw(p.getRawType());
      default -> throw new IllegalStateException("no encoding for " + type);
    };
  }

  private static java.lang.reflect.Type argument(java.lang.reflect.Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }
}
