package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the binary form of a program or any other node.
 *
 * <p>All numbered nodes are found first and built when they are needed, so the order in which
 * fields are stored does not matter. Unknown keys are ignored and optional fields may be missing;
 * what is wrong is reported with its offset. Source: PyPTO IR serialisation.
 */
public final class IrReader {
  private static final int MAX_DEPTH = 10_000;

  private final Map<Long, Wire.Dict> definitions = new HashMap<>();
  private final Map<Long, IrNode> built = new HashMap<>();
  private final Set<Long> underWay = new HashSet<>();
  private final Recursion recursion = new Recursion(MAX_DEPTH);
  private final FieldReader fields = new FieldReader(this);

  private IrReader() {}

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
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Wire root = WireCodec.decode(in);
    FormatVersion.check(in);
    IrReader reader = new IrReader();
    reader.index(root);
    return reader.node(root, expected);
  }

  private void index(Wire value) {
    // a work list: the depth of what is indexed is not limited yet
    List<Wire> work = new ArrayList<>(List.of(value));
    while (!work.isEmpty()) {
      switch (work.removeLast()) {
        case Wire.Array(_, ImmutableList<Wire> elements) -> work.addAll(elements);
        case Wire.Dict dict -> {
          if (dict.entries().get("id") instanceof Wire.Int(long offset, long id)
              && definitions.put(id, dict) != null) {
            throw WireCodec.malformed("a second node with id " + id, offset);
          }
          work.addAll(dict.entries().values());
        }
        case Wire.Nil _, Wire.Bool _, Wire.Int _, Wire.Real _, Wire.Text _ -> {}
      }
    }
  }

  /** The node that {@code value} defines or refers to. */
  <N extends IrNode> N node(Wire value, Class<N> expected) {
    IrNode node = node(value);
    if (!expected.isInstance(node)) {
      throw WireCodec.malformed(
          "%s where a node of kind %s is expected"
              .formatted(NodeFields.kind(node), expected.getSimpleName()),
          value.offset());
    }
    return expected.cast(node);
  }

  private IrNode node(Wire value) {
    if (!(value instanceof Wire.Dict(long offset, ImmutableSortedMap<String, Wire> entries))) {
      throw WireCodec.malformed(value.what() + " where a node is expected", value.offset());
    }
    if (entries.get("ref") instanceof Wire.Int(_, long ref)) {
      Wire.Dict definition = definitions.get(ref);
      if (definition == null) {
        throw WireCodec.malformed("a reference to the missing node " + ref, offset);
      }
      return defined(ref, definition);
    }
    if (!(entries.get("id") instanceof Wire.Int(_, long id))) {
      throw WireCodec.malformed("a node without id", offset);
    }
    return defined(id, (Wire.Dict) value);
  }

  private IrNode defined(long id, Wire.Dict definition) {
    IrNode known = built.get(id);
    if (known != null) {
      return known;
    }
    if (!underWay.add(id)) {
      throw WireCodec.malformed("node " + id + " contains itself", definition.offset());
    }
    IrNode node = build(definition);
    underWay.remove(id);
    built.put(id, node);
    return node;
  }

  private IrNode build(Wire.Dict definition) {
    long offset = definition.offset();
    if (!(definition.entries().get("type") instanceof Wire.Text(_, String kind))) {
      throw WireCodec.malformed("a node without type", offset);
    }
    if (!(definition.entries().get("fields") instanceof Wire.Dict stored)) {
      throw WireCodec.malformed("a node without fields", offset);
    }
    NodeKind nodeKind =
        NodeKind.find(kind)
            .orElseThrow(() -> WireCodec.malformed("unknown kind of node '" + kind + "'", offset));
    List<Object> values = recursion.descend(() -> fields.read(nodeKind.nodeClass(), kind, stored));
    try {
      return create(nodeKind, values);
    } catch (IrException e) {
      throw new IrException(
          e.getMessage() + " (binary program: " + kind + " at byte " + offset + ")",
          e.hint(),
          e.span());
    }
  }

  private static IrNode create(NodeKind kind, List<Object> values) {
    if (kind.nodeClass() == Var.class) {
      return new Var((String) values.get(2), (Type) values.get(1), (Span) values.get(0));
    }
    if (kind.nodeClass() == IterArg.class) {
      return new IterArg(
          (String) values.get(2), (Type) values.get(1), (Expr) values.get(3), (Span) values.get(0));
    }
    if (kind.nodeClass() == MemRef.class) {
      return memref(values);
    }
    if (kind.nodeClass() == WindowBuffer.class) {
      return new WindowBuffer(
          (Var) values.get(3),
          (Expr) values.get(4),
          (Boolean) values.get(5),
          (Boolean) values.get(6),
          (Span) values.get(0));
    }
    // the operator follows span and type in the header
    kind.operator().ifPresent(op -> values.add(2, op));
    return NodeFields.create(kind.nodeClass(), values);
  }

  @SuppressWarnings("unchecked") // FieldReader gives every field its declared type
  private static MemRef memref(List<Object> values) {
    return new MemRef(
        (Var) values.get(3),
        (Expr) values.get(4),
        (Long) values.get(5),
        (Boolean) values.get(6),
        (Long) values.get(7),
        (Optional<Expr>) values.get(8),
        (Span) values.get(0));
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
