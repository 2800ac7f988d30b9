package io.pto4j.compare;

import io.pto4j.compare.IrEquality.Difference;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Program;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.ir.WireEnum;
import io.pto4j.text.IrPrinter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** One run of a comparison; it stops at the first difference. */
final class Comparison {
  /**
   * The parts from which on a node is remembered. Below, comparing it again costs less than a table
   * of all nodes.
   */
  private static final int WORTH_REMEMBERING = 16;

  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final BiFunction<IrNode, IrNode, Boolean> compare = this::compare;
  private final Map<Var, Var> leftToRight = new HashMap<>();
  private final Map<Var, Var> rightToLeft = new HashMap<>();
  private final Set<Var> free = new HashSet<>();
  private final Map<Pair, Known> equalPairs = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private final TypeComparison types = new TypeComparison(this);
  private boolean autoMap;

  /** The parts compared so far, each as often as it was. */
  private long parts;

  /** How often a variable without a definition was taken for equal to itself. */
  private long freeUses;

  /** How many variables were paired after they had been taken for equal to themselves. */
  private int redefinitions;

  private String reason = "";
  private Optional<Sides> sides = Optional.empty();

  /** Two nodes, by their identity. Either may be compared with several where the other shares. */
  private record Pair(IrNode left, IrNode right) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Pair(var l, var r) && l == left && r == right;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(left) + System.identityHashCode(right);
    }
  }

  /**
   * What the equality of two nodes rests on.
   *
   * @param open whether variables without a definition, taken for equal to themselves, are in them
   */
  private record Known(boolean open, boolean mapped, int redefinitions) {}

  Comparison(boolean autoMap) {
    this.autoMap = autoMap;
  }

  /** The two sides of a difference between nodes. */
  private record Sides(Optional<IrNode> left, Optional<IrNode> right) {}

  boolean equal(IrNode left, IrNode right) {
    return node(left, right);
  }

  boolean equal(Type left, Type right) {
    return types.type(left, right);
  }

  /** What made a comparison fail; its text costs more than the comparison. */
  Difference difference() {
    return new Difference(
        place(), reason, sides.map(s -> show(s.left())), sides.map(s -> show(s.right())));
  }

  private static String show(Optional<IrNode> side) {
    try {
      return side.<String>map(IrPrinter::print).orElse("(null)");
    } catch (IrException e) {
      // too large a node is no reason to hide the difference
      return "(" + e.getMessage() + ")";
    }
  }

  boolean fail(String why) {
    reason = why;
    return false;
  }

  private boolean fail(String why, Optional<IrNode> left, Optional<IrNode> right) {
    sides = Optional.of(new Sides(left, right));
    return fail(why);
  }

  /** Failed, in the part that {@code piece} names. */
  private boolean failedAt(String piece) {
    path.addFirst(piece);
    return false;
  }

  private String place() {
    StringBuilder text = new StringBuilder();
    for (String piece : path) {
      if (!text.isEmpty() && !piece.startsWith("[")) {
        text.append('.');
      }
      text.append(piece);
    }
    return text.toString();
  }

  boolean node(IrNode left, IrNode right) {
    return recursion.descend(left, right, compare);
  }

  private boolean compare(IrNode left, IrNode right) {
    parts++;
    String leftKind = NodeFields.kind(left);
    String rightKind = NodeFields.kind(right);
    if (!leftKind.equals(rightKind)) {
      return fail(
          "Node type mismatch (" + leftKind + " != " + rightKind + ")",
          Optional.of(left),
          Optional.of(right));
    }
    return switch (left) {
      case Var l -> variable(l, (Var) right, false);
      case ConstInt _, ConstFloat _, ConstBool _ -> fields(left, right);
      default -> whole(left, right);
    };
  }

  private boolean whole(IrNode left, IrNode right) {
    Pair pair = new Pair(left, right);
    Known known = equalPairs.get(pair);
    if (known != null && stillHolds(known)) {
      freeUses += known.open() ? 1 : 0;
      return true;
    }
    long partsBefore = parts;
    long freeBefore = freeUses;
    boolean equal = fields(left, right);
    if (equal && parts - partsBefore >= WORTH_REMEMBERING) {
      equalPairs.put(pair, new Known(freeUses != freeBefore, autoMap, redefinitions));
    }
    return equal;
  }

  private boolean stillHolds(Known known) {
    return !known.open() || (known.mapped() == autoMap && known.redefinitions() == redefinitions);
  }

  private boolean fields(IrNode left, IrNode right) {
    for (NodeFields.Field field : NodeFields.of(left)) {
      if (field.role() != NodeFields.Role.IGNORE && !field(field, left, right)) {
        // sequences and programs add nothing to the path but the position of their parts
        boolean silent = left instanceof SeqStmts || left instanceof Program;
        return !silent && failedAt(field.name());
      }
    }
    return true;
  }

  private boolean field(NodeFields.Field field, IrNode left, IrNode right) {
    Object l = field.get(left);
    Object r = field.get(right);
    if (field.name().equals("type")) {
      return left instanceof ConstInt
          ? types.type(indexForInt64((Type) l), indexForInt64((Type) r))
          : types.type((Type) l, (Type) r);
    }
    if (field.role() != NodeFields.Role.DEF) {
      return value(l, r);
    }
    boolean outer = autoMap;
    autoMap = true;
    try {
      return field.name().equals("loop_var") ? variable((Var) l, (Var) r, true) : value(l, r);
    } finally {
      autoMap = outer;
    }
  }

  /** The type with INT64 taken for INDEX. */
  static Type indexForInt64(Type type) {
    return type instanceof ScalarType(DataType dtype) && dtype == DataType.INT64
        ? ScalarType.of(DataType.INDEX)
        : type;
  }

  boolean value(Object left, Object right) {
    return switch (left) {
      case IrNode l -> node(l, (IrNode) right);
      case Type l -> types.type(l, (Type) right);
      case Attrs l -> attrs(l, (Attrs) right);
      case Op l -> op(l, (Op) right);
      case SplitMode l when l != right ->
          fail("Left: %s\nRight: %s\nSplitMode mismatch".formatted(l.text(), text(right)));
      case WireEnum l -> same(l, right, l.getClass().getSimpleName(), l.text(), text(right));
      case Optional<?> l -> optional(l, (Optional<?>) right);
      case List<?> l -> list(l, (List<?>) right);
      case Map<?, ?> l -> functions((Map<?, ?>) l, (Map<?, ?>) right);
      case Integer l -> same(l, right, "Integer value");
      case Long l -> same(l, right, "int64_t value");
      case Boolean l -> same(l, right, "Bool value");
      case String l -> same(l, right, "String value", '"' + l + '"', "\"" + right + '"');
      case Double l -> sameNumber(l, (Double) right);
      default -> throw new IllegalStateException("no comparison for " + left.getClass());
    };
  }

  private static String text(Object member) {
    return ((WireEnum) member).text();
  }

  private boolean same(Object left, Object right, String what) {
    return same(left, right, what, left.toString(), right.toString());
  }

  private boolean same(Object left, Object right, String what, String l, String r) {
    return left.equals(right) || fail("%s mismatch (%s != %s)".formatted(what, l, r));
  }

  private boolean sameNumber(double left, double right) {
    return left == right
        || (Double.isNaN(left) && Double.isNaN(right))
        || fail("double value mismatch (" + shortest(left) + " != " + shortest(right) + ")");
  }

  private static String shortest(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private boolean op(Op left, Op right) {
    return left.equals(right)
        || fail("Operator name mismatch ('" + left.name() + "' != '" + right.name() + "')");
  }

  private boolean optional(Optional<?> left, Optional<?> right) {
    if (left.isPresent() && right.isPresent()) {
      return value(left.get(), right.get());
    }
    if (left.isEmpty() && right.isEmpty()) {
      return true;
    }
    Object present = left.isPresent() ? left.get() : right.get();
    return present instanceof IrNode
        ? fail(
            "Optional field presence mismatch",
            left.map(IrNode.class::cast),
            right.map(IrNode.class::cast))
        : fail(present.getClass().getSimpleName() + " optional presence mismatch");
  }

  private static boolean holdsNumbers(List<?> list) {
    return !list.isEmpty() && list.getFirst() instanceof Long;
  }

  private boolean list(List<?> left, List<?> right) {
    if (holdsNumbers(left) || holdsNumbers(right)) {
      return left.equals(right)
          || fail("vector<int64_t> mismatch (size %d vs %d)".formatted(left.size(), right.size()));
    }
    if (left.size() != right.size()) {
      return fail(
          "Vector size mismatch (%d items != %d items)".formatted(left.size(), right.size()));
    }
    for (int i = 0; i < left.size(); i++) {
      if (!value(left.get(i), right.get(i))) {
        return !(left.get(i) instanceof Type) && failedAt("[" + i + "]");
      }
    }
    return true;
  }

  private boolean functions(Map<?, ?> left, Map<?, ?> right) {
    if (left.size() != right.size()) {
      return fail("Map size mismatch (%d items != %d items)".formatted(left.size(), right.size()));
    }
    Iterator<?> others = right.values().iterator();
    for (Object value : left.values()) {
      Function l = (Function) value;
      Function r = (Function) others.next();
      if (!l.name().equals(r.name())) {
        return fail("Map key mismatch ('" + l.name() + "' != '" + r.name() + "')");
      }
      if (!node(l, r)) {
        return failedAt("['" + l.name() + "']");
      }
    }
    return true;
  }

  private boolean attrs(Attrs left, Attrs right) {
    if (left.entries().size() != right.entries().size()) {
      return fail(
          "Kwargs size mismatch (%d != %d)"
              .formatted(left.entries().size(), right.entries().size()));
    }
    for (Map.Entry<String, AttrValue> entry : left.entries().entrySet()) {
      Optional<AttrValue> other = right.get(entry.getKey());
      if (other.isEmpty()) {
        return fail("Kwargs key '" + entry.getKey() + "' present on one side only (or duplicated)");
      }
      if (!attr(entry.getKey(), entry.getValue(), other.get())) {
        return false;
      }
    }
    return true;
  }

  private boolean attr(String key, AttrValue left, AttrValue right) {
    if (left.getClass() != right.getClass()) {
      return fail("Kwargs value type mismatch for key '" + key + "'");
    }
    return switch (left) {
      case AttrValue.OfVar(Var l) -> node(l, ((AttrValue.OfVar) right).value());
      case AttrValue.OfExpr(Expr l) -> node(l, ((AttrValue.OfExpr) right).value());
      case AttrValue.OfVars(var l) -> vars(key, l, ((AttrValue.OfVars) right).values());
      case AttrValue.OfDouble(double l) -> {
        double r = ((AttrValue.OfDouble) right).value();
        yield l == r || (Double.isNaN(l) && Double.isNaN(r)) || valueMismatch(key);
      }
      default -> left.equals(right) || valueMismatch(key);
    };
  }

  private boolean vars(String key, List<Var> left, List<Var> right) {
    if (left.size() != right.size()) {
      return valueMismatch(key);
    }
    for (int i = 0; i < left.size(); i++) {
      if (!node(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean valueMismatch(String key) {
    return fail("Kwargs value mismatch for key '" + key + "'");
  }

  /**
   * Compares two variables.
   *
   * @param counter whether they count a loop, where INT64 stands for INDEX
   */
  private boolean variable(Var left, Var right, boolean counter) {
    if (leftToRight.get(left) == right) {
      return true;
    }
    if (!autoMap) {
      return isItself(left, right)
          || fail(
              "Variable pointer mismatch (without auto-mapping)",
              Optional.of(left),
              Optional.of(right));
    }
    Type leftType = counter ? indexForInt64(left.type()) : left.type();
    Type rightType = counter ? indexForInt64(right.type()) : right.type();
    return sameKind(left, right)
        && types.type(leftType, rightType)
        && pair(left, right)
        && content(left, right);
  }

  /** Whether the two are one variable, and not paired with others. */
  private boolean isItself(Var left, Var right) {
    boolean same =
        left == right && !leftToRight.containsKey(left) && !rightToLeft.containsKey(right);
    if (same) {
      freeUses++;
      free.add(left);
    }
    return same;
  }

  private boolean sameKind(Var left, Var right) {
    return left.getClass() == right.getClass()
        || fail(
            "Node type mismatch (" + NodeFields.kind(left) + " != " + NodeFields.kind(right) + ")",
            Optional.of(left),
            Optional.of(right));
  }

  private boolean pair(Var left, Var right) {
    Var known = leftToRight.get(left);
    if (known != null) {
      return fail(
          "Variable mapping inconsistent ('%s' cannot map to both '%s' and '%s')"
              .formatted(left, known, right),
          Optional.of(left),
          Optional.of(right));
    }
    Var other = rightToLeft.get(right);
    if (other != null) {
      return fail(
          "Variable mapping inconsistent ('%s' is already mapped from '%s', cannot map from '%s')"
              .formatted(right, other, left),
          Optional.of(left),
          Optional.of(right));
    }
    leftToRight.put(left, right);
    rightToLeft.put(right, left);
    boolean leftWasFree = free.remove(left);
    if (free.remove(right) || leftWasFree) {
      redefinitions++;
    }
    return true;
  }

  private boolean content(Var left, Var right) {
    if (left instanceof IterArg l && right instanceof IterArg r) {
      if (!node(l.initValue(), r.initValue())) {
        return failedAt("initValue");
      }
    }
    if (left instanceof WindowBuffer l && right instanceof WindowBuffer r) {
      return node(l.base(), r.base())
          && node(l.size(), r.size())
          && same(l.loadFromHost(), r.loadFromHost(), "WindowBuffer load_from_host")
          && same(l.storeToHost(), r.storeToHost(), "WindowBuffer store_to_host");
    }
    return !(left instanceof MemRef l && right instanceof MemRef r) || memref(l, r);
  }

  private boolean memref(MemRef left, MemRef right) {
    return node(left.base(), right.base())
        && node(left.byteOffset(), right.byteOffset())
        && same(left.size(), right.size(), "MemRef size")
        && same(left.isPinned(), right.isPinned(), "MemRef is_pinned")
        && same(left.slotCount(), right.slotCount(), "MemRef slot_count")
        && optional(left.slotIndex(), right.slotIndex());
  }
}
