package io.pto4j.gen;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.ir.WireEnum;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A program in which one field that takes part in comparison was changed.
 *
 * @param path where the field is, as a comparison says it
 */
public record Mutation(Program program, String path) {
  private static final Span HERE = Span.unknown();

  /**
   * A node of a program and the path of the first place where a comparison meets it.
   *
   * @param element whether it is an element of a tuple, whose type follows from those of its
   *     elements
   */
  private record Place(IrNode node, String path, boolean element) {}

  /** A new value of a field, and the path from its node to the difference. */
  private record Change(Object value, String path) {}

  /** A change of a random field; empty if the node that was picked has none that can change. */
  public static Optional<Mutation> of(Program program, Random random) {
    List<Place> places = new Places().of(program);
    Place place = places.get(random.nextInt(places.size()));
    List<RecordComponent> components = Parts.of(place.node());
    List<Mutation> possible = new ArrayList<>();
    int first = random.nextInt(components.size());
    for (int i = 0; i < components.size() && possible.isEmpty(); i++) {
      int at = (first + i) % components.size();
      change(place, components.get(at), random)
          .flatMap(change -> mutated(program, place, components.get(at), change))
          .ifPresent(possible::add);
    }
    return possible.stream().findFirst();
  }

  private static Optional<Mutation> mutated(
      Program program, Place place, RecordComponent component, Change change) {
    IrNode changed;
    try {
      changed = Parts.with(place.node(), component, change.value());
    } catch (IrException _) {
      // the constructor does not allow the value
      return Optional.empty();
    }
    if (change.value().equals(Optional.empty())
        && !Parts.value(changed, component).equals(Optional.empty())) {
      // the constructor derives the value again
      return Optional.empty();
    }
    return Optional.of(
        new Mutation(
            new Swap(place.node(), changed).program(program), join(place.path(), change.path())));
  }

  private static String join(String path, String piece) {
    return path.isEmpty() || piece.isEmpty() || piece.startsWith("[")
        ? path + piece
        : path + "." + piece;
  }

  private static Optional<Change> change(Place place, RecordComponent component, Random random) {
    IrNode node = place.node();
    Object value = Parts.value(node, component);
    if (value instanceof BinaryOp || value instanceof UnaryOp) {
      // the operator is the kind of the node, so the node as a whole differs
      return other((Enum<?>) value, random).map(op -> new Change(op, ""));
    }
    NodeFields.Field field = Parts.field(node, component);
    if (field.role() == NodeFields.Role.IGNORE
        || (place.element() && field.name().equals("type"))) {
      return Optional.empty();
    }
    String name = node instanceof SeqStmts ? "" : field.name();
    return value(value, random).map(c -> new Change(c.value(), join(name, c.path())));
  }

  /** Another value for {@code value}, and the path from it to the difference. */
  private static Optional<Change> value(Object value, Random random) {
    return switch (value) {
      case Boolean b -> at(!b);
      case Integer i -> at(i + 1);
      case Long l -> at(l ^ 1L);
      case Double d -> at(d == 0.25 ? 0.5 : 0.25);
      case String s -> at(s + "x");
      case Operator _ -> at(new Operator("mutant"));
      case GlobalVar _ -> at(new GlobalVar("mutant"));
      case WireEnum e -> other((Enum<?>) e, random).map(o -> new Change(o, ""));
      case Attrs a -> at(a.has("mutant") ? a.without("mutant") : a.with("mutant", AttrValue.of(1)));
      case Type t -> at(type(t));
      case Optional<?> o when o.isEmpty() -> Optional.empty();
      case Optional<?> o when random.nextBoolean() || o.get() instanceof Var ->
          at(Optional.empty());
      case Optional<?> o ->
          value(o.get(), random).map(c -> new Change(Optional.of(c.value()), c.path()));
      case List<?> l -> list(l, random);
      case Stmt s -> at(longer(s));
      case Var _, Call _ -> Optional.empty();
      case Expr e ->
          at(
              new Call(
                  HERE,
                  e.type(),
                  new Operator("mutant"),
                  ImmutableList.of(),
                  Attrs.empty(),
                  Attrs.empty()));
      default -> Optional.empty();
    };
  }

  private static Optional<Change> at(Object value) {
    return Optional.of(new Change(value, ""));
  }

  private static Optional<Enum<?>> other(Enum<?> value, Random random) {
    List<Enum<?>> others = new ArrayList<>(List.of(value.getDeclaringClass().getEnumConstants()));
    others.remove(value);
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(others.get(random.nextInt(others.size())));
  }

  private static Type type(Type type) {
    if (type instanceof TupleType(ImmutableList<Type> types) && types.size() > 1) {
      return new TupleType(
          ImmutableList.<Type>builder()
              .add(type(types.getFirst()))
              .addAll(types.subList(1, types.size()))
              .build());
    }
    return type instanceof ScalarType(DataType dtype)
        ? ScalarType.of(dtype == DataType.INT16 ? DataType.UINT16 : DataType.INT16)
        : type == UnknownType.INSTANCE ? ScalarType.of(DataType.INT16) : UnknownType.INSTANCE;
  }

  /** Values that a field may have instead of {@code value}, if the constructor allows them. */
  static List<Object> others(Object value, Random random) {
    return switch (value) {
      case IterArg a -> List.of(new IterArg("mutant", type(a.type()), a.initValue(), HERE));
      case WindowBuffer w ->
          List.of(new WindowBuffer(w.base(), w.size(), !w.loadFromHost(), w.storeToHost(), HERE));
      case Var v -> List.of(new Var("mutant", type(v.type()), HERE));
      case Call c -> List.of(c.withOp(new Operator("mutant")));
      case List<?> l when !l.isEmpty() -> {
        List<?> head = l.subList(0, l.size() - 1);
        List<Object> lists = new ArrayList<>(List.of(ImmutableList.copyOf(head)));
        others(l.getLast(), random)
            .forEach(o -> lists.add(ImmutableList.builder().addAll(head).add(o).build()));
        yield lists;
      }
      case BinaryOp op -> other(op, random).stream().<Object>map(o -> o).toList();
      case UnaryOp op -> other(op, random).stream().<Object>map(o -> o).toList();
      default -> value(value, random).stream().map(Change::value).toList();
    };
  }

  private static Optional<Change> list(List<?> list, Random random) {
    if (list.isEmpty()) {
      return Optional.empty();
    }
    if (random.nextBoolean()) {
      return at(ImmutableList.copyOf(list.subList(0, list.size() - 1)));
    }
    Object last = Iterables.getLast(list);
    int at = list.size() - 1;
    String element = last instanceof Type || last instanceof Long ? "" : "[" + at + "]";
    return value(last, random)
        .map(
            c ->
                new Change(
                    ImmutableList.builder().addAll(list.subList(0, at)).add(c.value()).build(),
                    join(element, c.path())));
  }

  private static Stmt longer(Stmt body) {
    return SeqStmts.of(
        ImmutableList.<Stmt>builder()
            .addAll(SeqStmts.listOf(body))
            .add(new BreakStmt(HERE, ImmutableList.of()))
            .build(),
        HERE);
  }

  /** Puts one node in the place of another. */
  private static final class Swap extends Rewriter {
    private final IrNode from;
    private final IrNode to;

    Swap(IrNode from, IrNode to) {
      this.from = from;
      this.to = to;
    }

    Program program(Program program) {
      return from == program
          ? (Program) to
          : program.mapFunctions(f -> f == from ? (Function) to : function(f));
    }

    @Override
    public Expr expr(Expr expr) {
      return expr == from ? (Expr) to : super.expr(expr);
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return stmt == from ? (Stmt) to : super.stmt(stmt);
    }

    @Override
    public Type type(Type type) {
      return type;
    }
  }

  /** Collects the nodes outside of types, in the order of comparison. */
  private static final class Places {
    private final List<Place> places = new ArrayList<>();
    private final Set<IrNode> seen = Walk.nodeSet();

    List<Place> of(Program program) {
      program.functions().forEach((name, f) -> node(f, "['" + name + "']", false));
      return places;
    }

    private void node(IrNode node, String path, boolean element) {
      if (!seen.add(node)) {
        return;
      }
      if (node instanceof Var) {
        if (node instanceof IterArg arg) {
          node(arg.initValue(), join(path, "initValue"), false);
        }
        return;
      }
      places.add(new Place(node, path, element));
      for (NodeFields.Field field : NodeFields.of(node)) {
        if (field.role() != NodeFields.Role.IGNORE) {
          value(
              field.get(node),
              node instanceof SeqStmts ? path : join(path, field.name()),
              node instanceof MakeTuple);
        }
      }
    }

    private void value(Object value, String path, boolean element) {
      switch (value) {
        case IrNode node -> node(node, path, element);
        case Optional<?> optional -> optional.ifPresent(v -> value(v, path, element));
        case List<?> list -> {
          for (int i = 0; i < list.size(); i++) {
            value(list.get(i), path + "[" + i + "]", element);
          }
        }
        case Attrs attrs -> attrs(attrs, path);
        default -> {}
      }
    }

    private void attrs(Attrs attrs, String path) {
      for (Map.Entry<String, AttrValue> entry : attrs.entries().entrySet()) {
        if (entry.getValue() instanceof AttrValue.OfExpr(Expr e)) {
          node(e, path, false);
        }
      }
    }
  }

  /** Nodes by the components of their records. */
  static final class Parts {
    private static final Map<Class<?>, ImmutableList<RecordComponent>> COMPONENTS =
        new ConcurrentHashMap<>();

    private Parts() {}

    static ImmutableList<RecordComponent> of(IrNode node) {
      return COMPONENTS.computeIfAbsent(
          node.getClass(), c -> ImmutableList.copyOf(c.getRecordComponents()));
    }

    static Object value(IrNode node, RecordComponent component) {
      try {
        return component.getAccessor().invoke(node);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(component.toString(), e);
      }
    }

    static NodeFields.Field field(IrNode node, RecordComponent component) {
      List<RecordComponent> components =
          of(node).stream()
              .filter(c -> c.getType() != BinaryOp.class && c.getType() != UnaryOp.class)
              .toList();
      List<String> names = components.stream().map(RecordComponent::getName).toList();
      return NodeFields.of(node).get(names.indexOf(component.getName()));
    }

    static IrNode with(IrNode node, RecordComponent changed, Object value) {
      ImmutableList<Object> values =
          of(node).stream()
              .map(c -> c.getName().equals(changed.getName()) ? value : value(node, c))
              .collect(toImmutableList());
      return NodeFields.create(node.getClass(), values.toArray());
    }
  }
}
