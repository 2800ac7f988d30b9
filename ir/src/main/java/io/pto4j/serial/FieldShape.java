package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Op;
import io.pto4j.ir.Span;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;

/** What a field of a node holds, by its declared type. */
sealed interface FieldShape {
  /** Values that are not made of others. */
  enum Plain implements FieldShape {
    STRING,
    BOOLEAN,
    INT,
    LONG,
    DOUBLE,
    TYPE,
    ATTRS,
    SPAN,
    OP,
    FUNCTIONS;

    private static final ImmutableMap<Class<?>, Plain> BY_CLASS =
        ImmutableMap.<Class<?>, Plain>builder()
            .put(String.class, STRING)
            .put(boolean.class, BOOLEAN)
            .put(int.class, INT)
            .put(long.class, LONG)
            .put(Long.class, LONG)
            .put(double.class, DOUBLE)
            .put(io.pto4j.ir.Type.class, TYPE)
            .put(Attrs.class, ATTRS)
            .put(Span.class, SPAN)
            .put(Op.class, OP)
            .buildOrThrow();
  }

  record Node(Class<? extends IrNode> nodeClass) implements FieldShape {}

  /** A member of an enum. */
  record Member(Class<?> enumClass) implements FieldShape {}

  record Many(FieldShape element) implements FieldShape {}

  record Maybe(FieldShape content) implements FieldShape {}

  static FieldShape of(Type declared) {
    return switch (declared) {
      case Class<?> c -> of(c);
      case ParameterizedType p when p.getRawType() == Optional.class -> new Maybe(argument(p));
      case ParameterizedType p when p.getRawType() == ImmutableList.class -> new Many(argument(p));
      case ParameterizedType p when p.getRawType() == ImmutableSortedMap.class -> Plain.FUNCTIONS;
      default -> throw new IllegalStateException("no encoding for " + declared);
    };
  }

  private static FieldShape argument(ParameterizedType type) {
    return of(type.getActualTypeArguments()[0]);
  }

  private static FieldShape of(Class<?> c) {
    if (IrNode.class.isAssignableFrom(c)) {
      return new Node(c.asSubclass(IrNode.class));
    }
    if (c.isEnum()) {
      return new Member(c);
    }
    Plain plain = Plain.BY_CLASS.get(c);
    if (plain == null) {
      throw new IllegalStateException("no encoding for " + c);
    }
    return plain;
  }
}
