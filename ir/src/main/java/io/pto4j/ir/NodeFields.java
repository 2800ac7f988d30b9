package io.pto4j.ir;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.base.CaseFormat;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The fields of every kind of node, in order, as the headers of the records say. Comparison,
 * hashing, serialisation and the generic checks derive from it. Source: PyPTO IR hierarchy, field
 * descriptors.
 */
public final class NodeFields {
  /** How a field takes part in comparison and hashing. */
  public enum Role {
    /** Defines the variables in it. */
    DEF,
    USUAL,
    /** Takes no part. */
    IGNORE
  }

  /**
   * A field of a node.
   *
   * @param name the name in files and in the paths of comparison failures
   * @param type the declared type, with its type arguments
   */
  public record Field(
      String name,
      Role role,
      java.lang.reflect.Type type,
      java.util.function.Function<IrNode, Object> getter) {
    public Object get(IrNode node) {
      return getter.apply(node);
    }
  }

  private static final ImmutableMap<Class<? extends IrNode>, ImmutableList<Field>> FIELDS =
      leaves(IrNode.class).collect(toImmutableMap(c -> c, NodeFields::describe));

  private NodeFields() {}

  /** The concrete classes of nodes. */
  public static ImmutableList<Class<? extends IrNode>> classes() {
    return FIELDS.keySet().asList();
  }

  public static ImmutableList<Field> of(IrNode node) {
    return of(node.getClass());
  }

  public static ImmutableList<Field> of(Class<? extends IrNode> nodeClass) {
    return FIELDS.get(nodeClass);
  }

  /** The name of the kind of {@code node}; each operator is a kind of its own. */
  public static String kind(IrNode node) {
    return switch (node) {
      case BinaryExpr b -> b.op().nodeName();
      case UnaryExpr u -> u.op().nodeName();
      default -> kind(node.getClass());
    };
  }

  /** The name of the kind of a class of nodes that is not an operator. */
  public static String kind(Class<? extends IrNode> nodeClass) {
    return nodeClass == TupleGetItem.class ? "TupleGetItemExpr" : nodeClass.getSimpleName();
  }

  /** The name of the kind of {@code type}. */
  public static String kind(Type type) {
    return type == PtrType.INSTANCE ? "Ptr" : type.getClass().getSimpleName();
  }

  /**
   * A node of a record class from the values of all its components, in the order of its header.
   *
   * @throws IrException when the constructor refuses the values
   */
  public static <N extends IrNode> N create(Class<N> recordClass, List<?> components) {
    try {
      return canonical(recordClass).newInstance(components.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <N> Constructor<N> canonical(Class<N> recordClass) throws NoSuchMethodException {
    return recordClass.getDeclaredConstructor(
        Arrays.stream(recordClass.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new));
  }

  private static Stream<Class<? extends IrNode>> leaves(Class<? extends IrNode> type) {
    // a class that can be instantiated is a kind even if it has subclasses, like Var
    Stream<Class<? extends IrNode>> self = type.isInterface() ? Stream.empty() : Stream.of(type);
    return type.isSealed()
        ? Stream.concat(
            self,
            Arrays.stream(type.getPermittedSubclasses())
                .flatMap(c -> leaves(c.asSubclass(IrNode.class))))
        : self;
  }

  private static ImmutableList<Field> describe(Class<? extends IrNode> type) {
    if (type.isRecord()) {
      return Arrays.stream(type.getRecordComponents())
          // the operator is in the name of the kind
          .filter(c -> c.getType() != BinaryOp.class && c.getType() != UnaryOp.class)
          .map(NodeFields::field)
          .collect(toImmutableList());
    }
    ImmutableList<Field> prefix =
        ImmutableList.of(
            variable("span", Role.IGNORE, Span.class, Var::span),
            variable("type", Role.USUAL, Type.class, Var::type),
            variable("name_hint", Role.IGNORE, String.class, Var::nameHint));
    ImmutableList<String> own =
        type == IterArg.class
            ? ImmutableList.of("initValue")
            : type == MemRef.class
                ? ImmutableList.of(
                    "base", "byteOffset", "size", "isPinned", "slotCount", "slotIndex")
                : ImmutableList.of();
    return Stream.concat(prefix.stream(), own.stream().map(name -> ownField(type, name)))
        .collect(toImmutableList());
  }

  private static Field variable(
      String name, Role role, Class<?> type, java.util.function.Function<Var, Object> getter) {
    return new Field(name, role, type, node -> getter.apply((Var) node));
  }

  private static Field ownField(Class<? extends IrNode> type, String accessor) {
    try {
      Method method = type.getMethod(accessor);
      // the one name that is not in snake case
      String name = accessor.equals("initValue") ? accessor : snakeCase(accessor);
      return new Field(name, Role.USUAL, method.getGenericReturnType(), getter(method));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(RecordComponent component) {
    Role role =
        component.isAnnotationPresent(Def.class)
            ? Role.DEF
            : component.isAnnotationPresent(Ignore.class) ? Role.IGNORE : Role.USUAL;
    FieldName given = component.getAnnotation(FieldName.class);
    return new Field(
        given == null ? snakeCase(component.getName()) : given.value(),
        role,
        component.getGenericType(),
        getter(component.getAccessor()));
  }

  private static java.util.function.Function<IrNode, Object> getter(Method method) {
    UnaryOperator<Object> invoke =
        node -> {
          try {
            return method.invoke(node);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        };
    return invoke::apply;
  }

  private static String snakeCase(String name) {
    return CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_UNDERSCORE, name);
  }
}
