package io.pto4j.serial;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WireEnum;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a program or any other node in the binary form. A node that is reached twice is written
 * once and referred to by its number afterwards, so sharing survives. Source: PyPTO IR
 * serialisation.
 */
public final class IrWriter {
  private static final WireKey FIELDS = WireKey.of("fields");
  private static final WireKey ID = WireKey.of("id");
  private static final WireKey REF = WireKey.of("ref");
  private static final WireKey TYPE = WireKey.of("type");
  private static final WireKey KEY = WireKey.of("key");
  private static final WireKey VALUE = WireKey.of("value");
  private static final WireKey CODE = WireKey.of("code");
  private static final WireKey NAME = WireKey.of("name");
  private static final WireKey IS_GLOBAL_VAR = WireKey.of("is_global_var");
  private static final WireKey BEGIN_COLUMN = WireKey.of("begin_column");
  private static final WireKey BEGIN_LINE = WireKey.of("begin_line");
  private static final WireKey END_COLUMN = WireKey.of("end_column");
  private static final WireKey END_LINE = WireKey.of("end_line");
  private static final WireKey FILENAME = WireKey.of("filename");

  private final WireWriter out = new WireWriter();
  private final IdentityHashMap<IrNode, Integer> numbers = new IdentityHashMap<>();
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final TypeWriter types = new TypeWriter(this, out);

  /** How the nodes of a class are written. */
  private record NodePlan(ImmutableList<NodeFields.Field> fields, ImmutableList<WireKey> keys) {
    private static final ClassValue<NodePlan> PLANS =
        new ClassValue<>() {
          @Override
          protected NodePlan computeValue(Class<?> nodeClass) {
            ImmutableList<NodeFields.Field> fields =
                NodeFields.of(nodeClass.asSubclass(IrNode.class));
            return new NodePlan(
                fields, fields.stream().map(f -> WireKey.of(f.name())).collect(toImmutableList()));
          }
        };
  }

  private IrWriter() {}

  /**
   * The bytes of {@code root}; the same node always gives the same bytes.
   *
   * @throws io.pto4j.ir.IrException when types are nested deeper than a reader accepts
   */
  public static byte[] write(IrNode root) {
    IrWriter writer = new IrWriter();
    writer.node(root);
    return writer.out.toByteArray();
  }

  void node(IrNode node) {
    int next = numbers.size();
    Integer known = numbers.putIfAbsent(node, next);
    out.openMap();
    if (known == null) {
      out.key(FIELDS);
      recursion.run(() -> fields(node));
      out.key(ID);
      out.integer(next);
      out.key(TYPE);
      out.text(NodeFields.kind(node));
    } else {
      out.key(REF);
      out.integer(known);
    }
    out.closeMap();
  }

  private void fields(IrNode node) {
    NodePlan plan = NodePlan.PLANS.get(node.getClass());
    out.openMap();
    for (int i = 0; i < plan.fields().size(); i++) {
      NodeFields.Field field = plan.fields().get(i);
      Object value = field.get(node);
      if (value == HardwareLoopPolicy.AUTO) {
        // PyPTO's files have no such field, and readers take it for this
        continue;
      }
      out.key(plan.keys().get(i));
      if (node instanceof InCoreScopeStmt scope
          && scope.split().isEmpty()
          && field.name().equals("split")) {
        out.integer(SplitMode.NONE.code());
      } else {
        value(value);
      }
    }
    out.closeMap();
  }

  private void value(Object value) {
    switch (value) {
      case IrNode node -> node(node);
      case Type type -> types.type(type);
      case Span span -> span(span);
      case Attrs attrs -> attrs(attrs);
      case Op op -> op(op);
      case WireEnum e -> out.integer(e.code());
      case String s -> out.text(s);
      case Boolean b -> out.bool(b);
      case Integer i -> out.integer(i);
      case Long l -> out.integer(l);
      case Double d -> out.real(d);
      case Optional<?> optional -> {
        if (optional.isPresent()) {
          value(optional.get());
        } else {
          out.nil();
        }
      }
      case List<?> list -> values(list);
      case Map<?, ?> functions -> functions(functions.values());
      default -> throw new IllegalStateException("no encoding for " + value.getClass());
    }
  }

  /** An array of {@code values}. */
  void values(List<?> values) {
    out.array(values.size());
    for (Object value : values) {
      value(value);
    }
  }

  private void functions(Collection<?> functions) {
    out.array(functions.size());
    for (Object entry : functions) {
      Function function = (Function) entry;
      out.openMap();
      out.key(KEY);
      op(new GlobalVar(function.name()));
      out.key(VALUE);
      node(function);
      out.closeMap();
    }
  }

  private void span(Span span) {
    out.openMap();
    out.key(BEGIN_COLUMN);
    out.integer(span.beginColumn());
    out.key(BEGIN_LINE);
    out.integer(span.beginLine());
    out.key(END_COLUMN);
    out.integer(span.endColumn());
    out.key(END_LINE);
    out.integer(span.endLine());
    out.key(FILENAME);
    out.text(span.filename());
    out.closeMap();
  }

  private void op(Op op) {
    out.openMap();
    out.key(IS_GLOBAL_VAR);
    out.bool(op instanceof GlobalVar);
    out.key(NAME);
    out.text(op.name());
    out.closeMap();
  }

  private void attrs(Attrs attrs) {
    out.array(attrs.entries().size());
    attrs
        .entries()
        .forEach(
            (key, value) -> {
              out.openMap();
              out.key(KEY);
              out.text(key);
              out.key(VALUE);
              attr(value);
              out.closeMap();
            });
  }

  private void attr(AttrValue value) {
    switch (value) {
      case AttrValue.OfBool(boolean v) -> out.bool(v);
      case AttrValue.OfInt(int v) -> out.integer(v);
      case AttrValue.OfString(String v) -> out.text(v);
      case AttrValue.OfDouble(double v) -> out.real(v);
      case AttrValue.OfDataType(DataType v) -> {
        out.openMap();
        out.key(CODE);
        out.integer(v.code());
        out.key(TYPE);
        out.text("DataType");
        out.closeMap();
      }
      case AttrValue.OfMemorySpace(var v) -> tagged("MemorySpace", v.text());
      case AttrValue.OfTensorLayout(var v) -> tagged("TensorLayout", v.text());
      case AttrValue.OfTileLayout(var v) -> tagged("TileLayout", v.text());
      case AttrValue.OfPadValue(var v) -> tagged("PadValue", v.text());
      case AttrValue.OfDirection(ArgDirection v) -> tagged("ArgDirection", v);
      case AttrValue.OfDirections(var vs) -> tagged("ArgDirectionVector", vs);
      case AttrValue.OfInts(var vs) -> tagged("Int32Vector", vs);
      case AttrValue.OfVar(Var v) -> tagged("Var", v);
      case AttrValue.OfVars(var vs) -> tagged("VarList", vs);
      case AttrValue.OfExpr(Expr v) -> tagged("Expr", v);
    }
  }

  private void tagged(String type, Object value) {
    out.openMap();
    out.key(TYPE);
    out.text(type);
    out.key(VALUE);
    value(value);
    out.closeMap();
  }
}
