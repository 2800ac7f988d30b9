package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the values of a node's fields, each as its declaration says. */
final class FieldReader {
  private static final ImmutableList<String> OP = ImmutableList.of("is_global_var", "name");
  private static final ImmutableList<String> FUNCTION_ENTRY = ImmutableList.of("key", "value");
  private static final ImmutableList<String> SPAN =
      ImmutableList.of("begin_column", "begin_line", "end_column", "end_line", "filename");

  private final WireTape tape;
  private final IrReader nodes;
  private final TypeReader types;
  private final AttrReader attrs;

  /**
   * The fields of a class of nodes.
   *
   * @param keys their names in the order in which they stand in files
   * @param places where the values of the fields, in the order of their declaration, stand among
   *     the values of the keys
   */
  private record Plan(
      ImmutableList<NodeFields.Field> fields,
      ImmutableList<FieldShape> shapes,
      ImmutableList<String> keys,
      ImmutableList<Integer> places) {
    private static final ClassValue<Plan> PLANS =
        new ClassValue<>() {
          @Override
          protected Plan computeValue(Class<?> nodeClass) {
            return plan(NodeFields.of(nodeClass.asSubclass(IrNode.class)));
          }
        };

    private static Plan plan(ImmutableList<NodeFields.Field> fields) {
      ImmutableList<String> keys =
          fields.stream().map(NodeFields.Field::name).sorted().collect(toImmutableList());
      return new Plan(
          fields,
          fields.stream().map(f -> FieldShape.of(f.type())).collect(toImmutableList()),
          keys,
          fields.stream().map(f -> keys.indexOf(f.name())).collect(toImmutableList()));
    }
  }

  FieldReader(WireTape tape, IrReader nodes) {
    this.tape = tape;
    this.nodes = nodes;
    this.types = new TypeReader(tape, nodes);
    this.attrs = new AttrReader(tape, nodes);
  }

  /**
   * The values of all fields in the order of the node's declaration.
   *
   * @param stored the map of fields
   */
  Object[] read(Class<? extends IrNode> nodeClass, String kind, int stored) {
    if (nodeClass == ForStmt.class) {
      refuseLegacyChunks(stored);
    }
    Plan plan = Plan.PLANS.get(nodeClass);
    int[] places = tape.entries(stored, plan.keys());
    Object[] values = new Object[plan.fields().size()];
    for (int i = 0; i < values.length; i++) {
      int at = places[plan.places().get(i)];
      NodeFields.Field field = plan.fields().get(i);
      values[i] =
          at == WireTape.ABSENT
              ? absent(nodeClass, kind, field, stored, i == 0 ? Optional.empty() : values[i - 1])
              : value(at, plan.shapes().get(i), kind, field.name());
    }
    if (nodeClass == Call.class) {
      addLegacyDirections(values, stored);
    }
    return values;
  }

  private void refuseLegacyChunks(int stored) {
    int chunks = tape.find(stored, "chunk_config");
    if (chunks != WireTape.ABSENT && tape.kind(chunks) != WireKind.NIL) {
      throw tape.malformedAt(chunks, "a loop with the removed field 'chunk_config'");
    }
  }

  /** An old call keeps its directions in a field of its own. */
  private void addLegacyDirections(Object[] values, int stored) {
    int directions = tape.find(stored, "arg_directions");
    boolean given =
        directions != WireTape.ABSENT
            && tape.kind(directions) == WireKind.ARRAY
            && tape.next(directions) > directions + 1;
    if (given) {
      values[4] =
          ((Attrs) values[4])
              .with("arg_directions", new AttrValue.OfDirections(attrs.directions(directions)));
    }
  }

  private Object absent(
      Class<? extends IrNode> nodeClass,
      String kind,
      NodeFields.Field field,
      int stored,
      Object before) {
    if (field.type() instanceof java.lang.reflect.ParameterizedType p
        && p.getRawType() == Optional.class) {
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
          ImmutableList.copyOf(Collections.nCopies(((List<?>) before).size(), ParamDirection.IN));
      default -> throw tape.malformedAt(stored, kind + " without its field '" + field.name() + "'");
    };
  }

  /** An old function keeps its split mode in a field of its own. */
  private Attrs legacySplit(int stored) {
    int split = tape.find(stored, "split");
    return split != WireTape.ABSENT && tape.kind(split) == WireKind.INT
        ? Attrs.of("split", AttrValue.of(tape.int32(split)))
        : Attrs.empty();
  }

  private Object value(int at, FieldShape shape, String kind, String name) {
    return switch (shape) {
      case FieldShape.Maybe(FieldShape content) ->
          tape.kind(at) == WireKind.NIL
              ? Optional.empty()
              : Optional.of(value(at, content, kind, name));
      case FieldShape.Many(FieldShape element) -> tape.list(at, e -> value(e, element, kind, name));
      case FieldShape.Node(Class<? extends IrNode> nodeClass) -> nodes.node(at, nodeClass);
      case FieldShape.Member(Class<?> enumClass) -> Members.byCode(enumClass, tape, at);
      case FieldShape.Plain plain ->
          switch (plain) {
            case TYPE -> types.type(at);
            case ATTRS -> attrs.attrs(at);
            case SPAN -> span(at);
            case OP -> op(at);
            case FUNCTIONS -> functions(at);
            case STRING, BOOLEAN, INT, LONG, DOUBLE -> scalar(at, plain, kind, name);
          };
    };
  }

  private Object scalar(int at, FieldShape.Plain plain, String kind, String name) {
    WireKind given = tape.kind(at);
    boolean fits =
        switch (plain) {
          case STRING -> given == WireKind.TEXT;
          case BOOLEAN -> given == WireKind.BOOL;
          case DOUBLE -> given == WireKind.REAL || given == WireKind.INT;
          default -> given == WireKind.INT;
        };
    if (!fits) {
      throw tape.malformedAt(at, "%s in the field '%s' of %s".formatted(given.what(), name, kind));
    }
    return switch (plain) {
      case STRING -> tape.text(at);
      case BOOLEAN -> tape.isTrue(at);
      case DOUBLE -> tape.real(at);
      case INT -> tape.int32(at);
      default -> tape.integer(at);
    };
  }

  private ImmutableSortedMap<String, Function> functions(int at) {
    TreeMap<String, Function> functions = new TreeMap<>();
    for (int entry : tape.list(at, e -> e)) {
      int[] parts = tape.required(entry, FUNCTION_ENTRY);
      String name = op(parts[0]).name();
      if (functions.put(name, nodes.node(parts[1], Function.class)) != null) {
        throw tape.malformedAt(entry, "a second function named '" + name + "'");
      }
    }
    return ImmutableSortedMap.copyOf(functions);
  }

  private Op op(int at) {
    int[] parts = tape.required(at, OP);
    String name = tape.text(parts[1]);
    return tape.isTrue(parts[0]) ? new GlobalVar(name) : new Operator(name);
  }

  private Span span(int at) {
    int[] parts = tape.required(at, SPAN);
    Span span =
        new Span(
            tape.text(parts[4]),
            tape.int32(parts[1]),
            tape.int32(parts[0]),
            tape.int32(parts[3]),
            tape.int32(parts[2]));
    return span.equals(Span.unknown()) ? Span.unknown() : span;
  }
}
