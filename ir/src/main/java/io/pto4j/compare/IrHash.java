package io.pto4j.compare;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.ir.WireEnum;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A hash that agrees with {@link IrEquality}: what is equal there has the same hash here, for the
 * same setting of {@code autoMap}. It is not meant to outlive the process. Source: PyPTO IR,
 * structural hash.
 */
public final class IrHash {
  private static final long GOLDEN_RATIO = 0x9e3779b9L;

  /**
   * The hash of a node and what it rests on.
   *
   * @param open whether variables without a definition are in it, whose hash may change
   */
  private record Known(long hash, boolean open, boolean mapped, int redefinitions) {}

  /**
   * The parts from which on a node is remembered. Below, computing its hash again costs less than a
   * table of all nodes.
   */
  private static final int WORTH_REMEMBERING = 16;

  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final Function<IrNode, Long> fields = this::fields;
  private final Function<Var, Long> uses = this::use;
  private final Map<Var, Long> variables = new HashMap<>();
  private final Set<Var> free = new HashSet<>();
  private final IdentityHashMap<IrNode, Known> known = new IdentityHashMap<>();
  private boolean autoMap;

  /** The parts computed so far, each as often as it was. */
  private long parts;

  /** How often a variable was met that has no definition so far. */
  private long freeUses;

  /** How many variables got a definition after they had been met without one. */
  private int redefinitions;

  private IrHash(boolean autoMap) {
    this.autoMap = autoMap;
  }

  /** The hash with which variables without a definition are told apart by identity. */
  public static long hash(IrNode node) {
    return hash(node, false);
  }

  /**
   * @param autoMap whether variables without a definition are told apart by order only
   */
  public static long hash(IrNode node, boolean autoMap) {
    return new IrHash(autoMap).node(node);
  }

  private static long combine(long seed, long value) {
    return seed ^ (value + GOLDEN_RATIO + (seed << 6) + (seed >>> 2));
  }

  private long node(IrNode node) {
    parts++;
    return switch (node) {
      case Var var -> recursion.descend(var, uses);
      case ConstInt _, ConstFloat _, ConstBool _ -> fields(node);
      default -> whole(node);
    };
  }

  private long whole(IrNode node) {
    Known before = known.get(node);
    if (before != null && stillHolds(before)) {
      freeUses += before.open() ? 1 : 0;
      return before.hash();
    }
    long partsBefore = parts;
    long freeBefore = freeUses;
    long hash = recursion.descend(node, fields);
    if (parts - partsBefore >= WORTH_REMEMBERING) {
      known.put(node, new Known(hash, freeUses != freeBefore, autoMap, redefinitions));
    }
    return hash;
  }

  private boolean stillHolds(Known before) {
    return !before.open()
        || (before.mapped() == autoMap && before.redefinitions() == redefinitions);
  }

  private long fields(IrNode node) {
    long hash = NodeFields.kind(node).hashCode();
    for (NodeFields.Field field : NodeFields.of(node)) {
      if (field.role() != NodeFields.Role.IGNORE) {
        hash = combine(hash, field(field, node));
      }
    }
    return hash;
  }

  private long field(NodeFields.Field field, IrNode node) {
    Object value = field.get(node);
    if (node instanceof ConstInt && value instanceof Type type) {
      return type(Comparison.indexForInt64(type));
    }
    if (field.role() != NodeFields.Role.DEF) {
      return value(value);
    }
    boolean outer = autoMap;
    autoMap = true;
    try {
      return field.name().equals("loop_var") ? variable((Var) value, true) : value(value);
    } finally {
      autoMap = outer;
    }
  }

  private long value(Object value) {
    return switch (value) {
      case IrNode node -> node(node);
      case Type type -> type(type);
      case Attrs attrs -> attrs(attrs);
      case Op op -> op.name().hashCode();
      case WireEnum e -> e.code();
      case Optional<?> optional -> optional.isEmpty() ? 0 : combine(1, value(optional.get()));
      case List<?> list -> list(list);
      case Map<?, ?> functions -> {
        long hash = 0;
        for (Map.Entry<?, ?> entry : functions.entrySet()) {
          hash = combine(combine(hash, value(entry.getKey())), value(entry.getValue()));
        }
        yield hash;
      }
      case Double d -> number(d);
      default -> value.hashCode();
    };
  }

  private static long number(double value) {
    // the two zeros are equal, and so are all NaNs
    return Double.doubleToLongBits(value == 0 ? 0.0 : value);
  }

  private long list(List<?> list) {
    long hash = 0;
    for (Object element : list) {
      hash = combine(hash, value(element));
    }
    return hash;
  }

  /** A sum, so that the order of the entries has no influence. */
  private long attrs(Attrs attrs) {
    long hash = 0;
    for (Map.Entry<String, AttrValue> entry : attrs.entries().entrySet()) {
      hash +=
          switch (entry.getValue()) {
            // variables are numbered in order, so those in attributes must not take part
            case AttrValue.OfVar _, AttrValue.OfVars _, AttrValue.OfExpr _ -> 0;
            case AttrValue.OfDouble(double d) -> combine(entry.getKey().hashCode(), number(d));
            default -> combine(entry.getKey().hashCode(), entry.getValue().hashCode());
          };
    }
    return hash;
  }

  private long use(Var var) {
    return variable(var, false);
  }

  private long variable(Var var, boolean counter) {
    Long before = variables.get(var);
    if (before != null) {
      return before;
    }
    if (!autoMap) {
      freeUses++;
      free.add(var);
      return combine(NodeFields.kind(var).hashCode(), var.uniqueId());
    }
    if (free.remove(var)) {
      redefinitions++;
    }
    long type = type(counter ? Comparison.indexForInt64(var.type()) : var.type());
    long hash = combine(combine(NodeFields.kind(var).hashCode(), type), variables.size());
    variables.put(var, hash);
    long whole = combine(hash, content(var));
    variables.put(var, whole);
    return whole;
  }

  private long content(Var var) {
    return switch (var) {
      case IterArg arg -> node(arg.initValue());
      case MemRef m ->
          combine(combine(combine(node(m.base()), node(m.byteOffset())), m.size()), m.slotCount());
      case WindowBuffer w ->
          list(ImmutableList.of(w.base(), w.size(), w.loadFromHost(), w.storeToHost()));
      default -> 0;
    };
  }

  private long type(Type type) {
    long hash = NodeFields.kind(type).hashCode();
    return switch (type) {
      case ScalarType(DataType dtype) -> combine(hash, dtype.code());
      case ArrayType(DataType dtype, Expr extent) ->
          combine(combine(hash, dtype.code()), node(extent));
      case TupleType(ImmutableList<Type> types) -> combine(hash, list(types));
      case TensorType t -> tensor(hash, t);
      case DistributedTensorType t -> combine(tensor(hash, t), value(t.windowBuffer()));
      case TileType t ->
          combine(
              combine(
                  combine(combine(hash, t.dtype().code()), list(t.shape())),
                  t.tileView().map(this::view).orElse(0L)),
              value(t.memorySpace()));
      case PipeType(Pipe pipe) -> combine(hash, pipe.code());
      case RegType(int lanes, DataType dtype, RegKind kind) ->
          combine(combine(combine(hash, lanes), dtype.code()), kind.code());
      case BufferType b -> buffer(hash, b);
      case MultiBufferType(BufferType buffer, int slots) -> combine(buffer(hash, buffer), slots);
      case VoidType _, UnknownType _, PtrType _, MemRefType _, HandleType _ -> hash;
    };
  }

  private long tensor(long hash, TensorLike t) {
    return combine(
        combine(combine(hash, t.dtype().code()), list(t.shape())),
        t.tensorView().map(this::view).orElse(0L));
  }

  private long buffer(long hash, BufferType b) {
    return combine(
        combine(hash, b.dtype().code()),
        list(
            ImmutableList.of(
                b.shape(),
                b.memorySpace(),
                b.validShape(),
                b.blayout(),
                b.slayout(),
                b.fractal(),
                b.pad(),
                b.compact())));
  }

  private long view(TensorView v) {
    return list(ImmutableList.of(v.validShape(), v.stride(), v.layout(), v.pad()));
  }

  private long view(TileView v) {
    return list(
        ImmutableList.of(
            v.validShape(),
            v.stride(),
            v.startOffset(),
            v.blayout(),
            v.slayout(),
            v.fractal(),
            v.pad(),
            v.compact()));
  }
}
