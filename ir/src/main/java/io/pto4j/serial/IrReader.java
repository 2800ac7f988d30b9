package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Program;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the binary form of a program or any other node.
 *
 * <p>All numbered nodes are found first and built when they are needed, so the order in which
 * fields are stored does not matter. Unknown keys are ignored and optional fields may be missing;
 * what is wrong is reported with its offset. Source: PyPTO IR serialisation.
 */
public final class IrReader {
  private static final int MAX_DEPTH = 10_000;
  private static final ImmutableList<String> NODE = ImmutableList.of("fields", "id", "ref", "type");

  private final WireTape tape;
  private final Definitions definitions;
  private final Recursion recursion = new Recursion(MAX_DEPTH);
  private final FieldReader fields;

  private IrReader(WireTape tape, Definitions definitions) {
    this.tape = tape;
    this.definitions = definitions;
    this.fields = new FieldReader(tape, this);
  }

  /**
   * The program in {@code bytes}.
   *
   * @throws IrException when the bytes are damaged or hold another kind of node
   */
  public static Program read(byte[] bytes) {
    return read(bytes, Program.class);
  }

  /**
   * The node of class {@code expected} in {@code bytes}.
   *
   * @throws IrException when the bytes are damaged or hold another kind of node
   */
  public static <N extends IrNode> N read(byte[] bytes, Class<N> expected) {
    Definitions definitions = new Definitions(bytes.length);
    WireTape tape = WireScanner.scan(bytes, 0, definitions);
    FormatVersion.check(bytes, tape.end());
    return new IrReader(tape, definitions).node(0, expected);
  }

  /** The node that the value at {@code at} defines or refers to. */
  <N extends IrNode> N node(int at, Class<N> expected) {
    IrNode node = node(at);
    if (!expected.isInstance(node)) {
      throw tape.malformedAt(
          at,
          "%s where a node of kind %s is expected"
              .formatted(NodeFields.kind(node), expected.getSimpleName()));
    }
    return expected.cast(node);
  }

  private IrNode node(int at) {
    if (tape.kind(at) != WireKind.MAP) {
      throw tape.malformedAt(at, tape.kind(at).what() + " where a node is expected");
    }
    int[] parts = tape.entries(at, NODE);
    if (isNumber(parts[2])) {
      long ref = tape.integer(parts[2]);
      return defined(
          ref,
          definitions
              .find(ref)
              .orElseThrow(() -> tape.malformedAt(at, "a reference to the missing node " + ref)));
    }
    if (!isNumber(parts[1])) {
      throw tape.malformedAt(at, "a node without id");
    }
    long id = tape.integer(parts[1]);
    return defined(id, definitions.find(id).orElseThrow());
  }

  private boolean isNumber(int at) {
    return at != WireTape.ABSENT && tape.kind(at) == WireKind.INT;
  }

  private IrNode defined(long id, Definitions.Definition definition) {
    if (definition.node().isPresent()) {
      return definition.node().get();
    }
    if (definition.isUnderWay()) {
      throw tape.malformedAt(definition.place(), "node " + id + " contains itself");
    }
    definition.begin();
    IrNode node = build(definition.place());
    definition.end(node);
    return node;
  }

  private IrNode build(int at) {
    int[] parts = tape.entries(at, NODE);
    if (parts[3] == WireTape.ABSENT || tape.kind(parts[3]) != WireKind.TEXT) {
      throw tape.malformedAt(at, "a node without type");
    }
    if (parts[0] == WireTape.ABSENT || tape.kind(parts[0]) != WireKind.MAP) {
      throw tape.malformedAt(at, "a node without fields");
    }
    String kind = tape.text(parts[3]);
    NodeKind nodeKind =
        NodeKind.find(kind)
            .orElseThrow(() -> tape.malformedAt(at, "unknown kind of node '" + kind + "'"));
    Object[] values = recursion.descend(() -> fields.read(nodeKind.nodeClass(), kind, parts[0]));
    try {
      return create(nodeKind, values);
    } catch (IrException e) {
      throw new IrException(
          e.getMessage() + " (binary program: " + kind + " at byte " + tape.offset(at) + ")",
          e.hint(),
          e.span());
    }
  }

  private static IrNode create(NodeKind kind, Object[] values) {
    if (kind.nodeClass() == Var.class) {
      return new Var((String) values[2], (Type) values[1], (Span) values[0]);
    }
    if (kind.nodeClass() == IterArg.class) {
      return new IterArg((String) values[2], (Type) values[1], (Expr) values[3], (Span) values[0]);
    }
    if (kind.nodeClass() == MemRef.class) {
      return memref(values);
    }
    if (kind.nodeClass() == WindowBuffer.class) {
      return new WindowBuffer(
          (Var) values[3],
          (Expr) values[4],
          (Boolean) values[5],
          (Boolean) values[6],
          (Span) values[0]);
    }
    return NodeFields.create(
        kind.nodeClass(), kind.operator().map(op -> withOperator(op, values)).orElse(values));
  }

  /** The operator follows span and type in the header. */
  private static Object[] withOperator(Object op, Object[] values) {
    Object[] all = new Object[values.length + 1];
    System.arraycopy(values, 0, all, 0, 2);
    all[2] = op;
    System.arraycopy(values, 2, all, 3, values.length - 2);
    return all;
  }

  @SuppressWarnings("unchecked") // FieldReader gives every field its declared type
  private static MemRef memref(Object[] values) {
    return new MemRef(
        (Var) values[3],
        (Expr) values[4],
        (Long) values[5],
        (Boolean) values[6],
        (Long) values[7],
        (Optional<Expr>) values[8],
        (Span) values[0]);
  }

  /** A kind of node by its name: a class and, for operators, which one. */
  private record NodeKind(Class<? extends IrNode> nodeClass, Optional<Object> operator) {
    private static final Map<String, NodeKind> BY_NAME = new HashMap<>();

    static {
      for (Class<? extends IrNode> nodeClass : NodeFields.classes()) {
        BY_NAME.put(NodeFields.kind(nodeClass), new NodeKind(nodeClass, Optional.empty()));
      }
      BY_NAME.remove(NodeFields.kind(BinaryExpr.class));
      BY_NAME.remove(NodeFields.kind(UnaryExpr.class));
      for (BinaryOp op : BinaryOp.values()) {
        BY_NAME.put(op.nodeName(), new NodeKind(BinaryExpr.class, Optional.of(op)));
      }
      for (UnaryOp op : UnaryOp.values()) {
        BY_NAME.put(op.nodeName(), new NodeKind(UnaryExpr.class, Optional.of(op)));
      }
    }

    static Optional<NodeKind> find(String name) {
      return Optional.ofNullable(BY_NAME.get(name));
    }
  }
}
