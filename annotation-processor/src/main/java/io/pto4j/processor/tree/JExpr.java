package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import com.sun.source.tree.Tree;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** An expression of a kernel. */
public sealed interface JExpr {
  Place place();

  /** Its type in Java. */
  TypeMirror type();

  /**
   * A compile-time constant.
   *
   * @param value an Integer, Long, Float, Double, Boolean or String
   */
  record Constant(Place place, TypeMirror type, Object value) implements JExpr {}

  /** A local variable or parameter. */
  record Local(Place place, TypeMirror type, VariableElement symbol) implements JExpr {}

  /** A constant of an enumeration of the language. */
  record EnumConstant(Place place, TypeMirror type, VariableElement symbol) implements JExpr {}

  /** An element type as a value. */
  record ElementType(Place place, TypeMirror type, String name) implements JExpr {}

  record Unary(Place place, TypeMirror type, Tree.Kind op, JExpr operand) implements JExpr {}

  record Binary(Place place, TypeMirror type, Tree.Kind op, JExpr left, JExpr right)
      implements JExpr {}

  record Conditional(Place place, TypeMirror type, JExpr condition, JExpr whenTrue, JExpr whenFalse)
      implements JExpr {}

  record Cast(Place place, TypeMirror type, JExpr operand) implements JExpr {}

  /** A call; the receiver is present for instance methods. */
  record Invoke(
      Place place,
      TypeMirror type,
      ExecutableElement method,
      Optional<JExpr> receiver,
      ImmutableList<JExpr> args)
      implements JExpr {}

  /** A method reference, which names a kernel to launch. */
  record KernelReference(Place place, TypeMirror type, ExecutableElement method) implements JExpr {}

  record NewRecord(Place place, TypeMirror type, TypeElement record, ImmutableList<JExpr> args)
      implements JExpr {}

  /** An assignment; only as a statement. */
  record Assign(Place place, TypeMirror type, VariableElement target, JExpr value)
      implements JExpr {}

  /** What was reported already; whoever meets it keeps silent. */
  record Poison(Place place, TypeMirror type) implements JExpr {}
}
