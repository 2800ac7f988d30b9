package io.pto4j.ir;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.CaseFormat;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
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
   */
  public record Field(String name, Role role, Method accessor) {
    public Object get(IrNode node) {
      try {
        return accessor.invoke(node);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    /** The declared type, with its type arguments. */
    public java.lang.reflect.Type type() {
      return accessor.getGenericReturnType();
    }
  }

  /** The accessors of what the kinds of variables add to a variable. */
  private static final ImmutableListMultimap<Class<? extends IrNode>, String> OWN =
      ImmutableListMultimap.<Class<? extends IrNode>, String>builder()
          .put(IterArg.class, "initValue")
          .putAll(MemRef.class, "base", "byteOffset", "size", "isPinned", "slotCount", "slotIndex")
          .putAll(WindowBuffer.class, "base", "size", "loadFromHost", "storeToHost")
          .build();

  /** Of each class when it is first asked for, because most programs have few kinds of nodes. */
  private static final ClassValue<ImmutableList<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected ImmutableList<Field> computeValue(Class<?> nodeClass) {
          return describe(nodeClass.asSubclass(IrNode.class));
        }
      };

  private static final ClassValue<Constructor<?>> CANONICAL =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> recordClass) {
          return canonical(recordClass);
        }
      };

  private NodeFields() {}

  /** The concrete classes of nodes. */
  public static ImmutableList<Class<? extends IrNode>> classes() {
    return leaves(IrNode.class).collect(toImmutableList());
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
    return switch (type) {
      case PtrType _ -> "Ptr";
      case HandleType handle -> handle.kind();
      default -> type.getClass().getSimpleName();
    };
  }

  /**
   * A node of a record class from the values of all its components, in the order of its header.
   *
   * @throws IrException when the constructor refuses the values
   */
  public static <N extends IrNode> N create(Class<N> recordClass, Object... components) {
    try {
      return recordClass.cast(CANONICAL.get(recordClass).newInstance(components));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Constructor<?> canonical(Class<?> recordClass) {
    try {
      return recordClass.getDeclaredConstructor(
          Arrays.stream(recordClass.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
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
            field(type, "span", Role.IGNORE),
            field(type, "type", Role.USUAL),
            field(type, "nameHint", Role.IGNORE));
    return Stream.concat(
            prefix.stream(), OWN.get(type).stream().map(name -> field(type, name, Role.USUAL)))
        .collect(toImmutableList());
  }

  private static Field field(Class<? extends IrNode> type, String accessor, Role role) {
    try {
      // the one name that is not in snake case
      String name = accessor.equals("initValue") ? accessor : snakeCase(accessor);
      return new Field(name, role, type.getMethod(accessor));
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
        component.getAccessor());
  }

  private static String snakeCase(String name) {
    // the same string for all fields of a name, which compares at a glance
    return CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_UNDERSCORE, name).intern();
  }
}
