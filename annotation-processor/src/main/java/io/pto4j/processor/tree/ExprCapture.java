package io.pto4j.processor.tree;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Takes expressions from attributed trees. */
final class ExprCapture {
  private final Trees trees;
  private final Diagnostics diagnostics;
  private final Set<VariableElement> assigned = new HashSet<>();

  ExprCapture(Trees trees, Diagnostics diagnostics) {
    this.trees = trees;
    this.diagnostics = diagnostics;
  }

  /** The variables that the captured expressions assign. */
  Set<VariableElement> assigned() {
    return assigned;
  }

  Place place(TreePath path) {
    return diagnostics.places().of(path.getCompilationUnit(), path.getLeaf());
  }

  /** A value, in which nothing is assigned. */
  JExpr value(TreePath parent, ExpressionTree tree) {
    TreePath path = new TreePath(parent, tree);
    Place place = place(path);
    TypeMirror type = trees.getTypeMirror(path);
    if (type == null || type.getKind() == TypeKind.ERROR) {
      return new JExpr.Poison(place, type);
    }
    return switch (tree) {
      case ParenthesizedTree t -> value(path, t.getExpression());
      case LiteralTree t -> literal(t, place, type);
      case IdentifierTree _ -> name(path, place, type);
      case MemberSelectTree _ -> name(path, place, type);
      case UnaryTree t -> unary(t, path, place, type);
      case BinaryTree t ->
          binary(
              t.getKind(),
              value(path, t.getLeftOperand()),
              value(path, t.getRightOperand()),
              place,
              type);
      case ConditionalExpressionTree t -> conditional(t, path, place, type);
      case TypeCastTree t -> cast(value(path, t.getExpression()), place, type);
      case MethodInvocationTree t -> invocation(t, path, place, type);
      case MemberReferenceTree _ -> reference(path, place, type);
      case NewClassTree t -> creation(t, path, place, type);
      case AssignmentTree _, CompoundAssignmentTree _ ->
          unsupported(
              place, type, "an assignment inside an expression", "assign in its own statement");
      case ErroneousTree _ -> new JExpr.Poison(place, type);
      default -> unsupported(place, type, constructName(tree), Unsupported.HINT);
    };
  }

  /** An expression used as a statement: a call or an assignment. */
  JExpr statement(TreePath parent, ExpressionTree tree) {
    TreePath path = new TreePath(parent, tree);
    Place place = place(path);
    return switch (tree) {
      case AssignmentTree t ->
          assignment(path, t.getVariable(), place, target -> value(path, t.getExpression()));
      case CompoundAssignmentTree t ->
          assignment(
              path,
              t.getVariable(),
              place,
              target ->
                  compound(
                      withoutAssignment(t.getKind()),
                      target,
                      value(path, t.getExpression()),
                      place));
      case UnaryTree t when isStep(t.getKind()) ->
          assignment(
              path,
              t.getExpression(),
              place,
              target ->
                  new JExpr.Binary(
                      place,
                      target.type(),
                      isIncrement(t.getKind()) ? Tree.Kind.PLUS : Tree.Kind.MINUS,
                      target,
                      new JExpr.Constant(place, target.type(), 1)));
      default -> value(parent, tree);
    };
  }

  /** Java computes in the wider of both types and converts back to that of the variable. */
  private JExpr compound(Tree.Kind op, JExpr target, JExpr operand, Place place) {
    TypeMirror wider =
        isFraction(operand.type()) && target.type().getKind() != TypeKind.DOUBLE
            ? operand.type()
            : target.type();
    JExpr value = binary(op, target, operand, place, wider);
    return wider.getKind() == target.type().getKind() ? value : cast(value, place, target.type());
  }

  private static boolean isFraction(TypeMirror type) {
    return type.getKind() == TypeKind.FLOAT || type.getKind() == TypeKind.DOUBLE;
  }

  private interface NewValue {
    JExpr of(JExpr.Local target);
  }

  private JExpr assignment(TreePath path, ExpressionTree variable, Place place, NewValue newValue) {
    JExpr target = value(path, variable);
    return switch (target) {
      case JExpr.Local local -> {
        assigned.add(local.symbol());
        yield new JExpr.Assign(place, local.type(), local.symbol(), newValue.of(local));
      }
      case JExpr.Poison poison -> poison;
      default ->
          unsupported(
              target.place(),
              target.type(),
              "an assignment to something other than a local variable",
              "tensors are written with assign or Pl.store");
    };
  }

  private JExpr literal(LiteralTree tree, Place place, TypeMirror type) {
    Object value = tree.getValue();
    return switch (value) {
      case null -> unsupported(place, type, "null", "for no task write TaskId.none()");
      case Character _ -> unsupported(place, type, "a character", Unsupported.HINT);
      default -> new JExpr.Constant(place, type, value);
    };
  }

  private JExpr name(TreePath path, Place place, TypeMirror type) {
    Element element = trees.getElement(path);
    if (!(element instanceof VariableElement variable)) {
      return unsupported(place, type, "the name " + path.getLeaf(), Unsupported.HINT);
    }
    if (variable.getConstantValue() instanceof Number || isTruth(variable)) {
      return new JExpr.Constant(place, type, widened(variable.getConstantValue()));
    }
    return switch (variable.getKind()) {
      case LOCAL_VARIABLE, PARAMETER, RESOURCE_VARIABLE -> new JExpr.Local(place, type, variable);
      case ENUM_CONSTANT -> new JExpr.EnumConstant(place, type, variable);
      case FIELD -> field(variable, place, type);
      default -> unsupported(place, type, "the name " + variable.getSimpleName(), "");
    };
  }

  private static boolean isTruth(VariableElement variable) {
    return variable.getConstantValue() instanceof Boolean;
  }

  /** Constants of the narrow integer types are ints in an expression. */
  private static Object widened(Object value) {
    return value instanceof Byte || value instanceof Short ? ((Number) value).intValue() : value;
  }

  private JExpr field(VariableElement field, Place place, TypeMirror type) {
    if (Language.enclosing(field).getQualifiedName().contentEquals("io.pto4j.dsl.DTypes")) {
      return new JExpr.ElementType(place, type, field.getSimpleName().toString());
    }
    boolean constant = field.getModifiers().contains(Modifier.FINAL);
    return unsupported(
        place,
        type,
        "the field " + field.getSimpleName(),
        constant
            ? "only fields with a constant value of a primitive type are known to the compiler"
            : "declare it static final with a constant value, or pass the value as a parameter");
  }

  private JExpr unary(UnaryTree tree, TreePath path, Place place, TypeMirror type) {
    if (isStep(tree.getKind())) {
      return unsupported(
          place, type, "++ or -- inside an expression", "change the variable in its own statement");
    }
    JExpr operand = value(path, tree.getExpression());
    if (operand instanceof JExpr.Constant constant) {
      Optional<Object> folded = Constants.unary(tree.getKind(), constant.value());
      if (folded.isPresent()) {
        return new JExpr.Constant(place, type, folded.get());
      }
    }
    return new JExpr.Unary(place, type, tree.getKind(), operand);
  }

  private JExpr binary(Tree.Kind op, JExpr left, JExpr right, Place place, TypeMirror type) {
    if (left instanceof JExpr.Constant l && right instanceof JExpr.Constant r) {
      Optional<Object> folded = Constants.binary(op, l.value(), r.value());
      if (folded.isPresent()) {
        return new JExpr.Constant(place, type, folded.get());
      }
    }
    return new JExpr.Binary(place, type, op, left, right);
  }

  private JExpr conditional(
      ConditionalExpressionTree tree, TreePath path, Place place, TypeMirror type) {
    JExpr condition = value(path, tree.getCondition());
    JExpr whenTrue = value(path, tree.getTrueExpression());
    JExpr whenFalse = value(path, tree.getFalseExpression());
    if (condition instanceof JExpr.Constant(_, _, Boolean chosen)) {
      JExpr result = chosen ? whenTrue : whenFalse;
      return type.getKind().isPrimitive() ? cast(result, place, type) : result;
    }
    return new JExpr.Conditional(place, type, condition, whenTrue, whenFalse);
  }

  private static JExpr cast(JExpr operand, Place place, TypeMirror type) {
    if (operand instanceof JExpr.Constant constant) {
      Optional<Object> folded = Constants.cast(type.getKind(), constant.value());
      if (folded.isPresent()) {
        return new JExpr.Constant(place, type, folded.get());
      }
    }
    return new JExpr.Cast(place, type, operand);
  }

  private JExpr invocation(MethodInvocationTree tree, TreePath path, Place place, TypeMirror type) {
    TreePath selectPath = new TreePath(path, tree.getMethodSelect());
    if (!(trees.getElement(selectPath) instanceof ExecutableElement method)) {
      return new JExpr.Poison(place, type);
    }
    if (!Language.isCallable(method)) {
      return unsupported(
          place,
          type,
          "the method " + Language.enclosing(method).getSimpleName() + "." + method.getSimpleName(),
          "call methods of Pl, or annotate a static method of yours with @Inline");
    }
    Optional<JExpr> receiver =
        method.getModifiers().contains(Modifier.STATIC)
                || !(tree.getMethodSelect() instanceof MemberSelectTree select)
            ? Optional.empty()
            : Optional.of(value(selectPath, select.getExpression()));
    return new JExpr.Invoke(place, type, method, receiver, values(path, tree.getArguments()));
  }

  private ImmutableList<JExpr> values(TreePath path, List<? extends ExpressionTree> expressions) {
    return expressions.stream().map(e -> value(path, e)).collect(toImmutableList());
  }

  private JExpr reference(TreePath path, Place place, TypeMirror type) {
    if (trees.getElement(path) instanceof ExecutableElement method) {
      return new JExpr.KernelReference(place, type, method);
    }
    return unsupported(place, type, "a method reference", "a launch names an @InCore method");
  }

  private JExpr creation(NewClassTree tree, TreePath path, Place place, TypeMirror type) {
    Optional<TypeElement> record = Language.userRecord(type);
    if (record.isPresent() && tree.getClassBody() == null) {
      return new JExpr.NewRecord(place, type, record.get(), values(path, tree.getArguments()));
    }
    boolean elementType =
        Language.languageType(type).isPresent()
            && ((javax.lang.model.type.DeclaredType) type).asElement().getKind()
                == ElementKind.RECORD
            && tree.getArguments().isEmpty();
    return elementType
        ? new JExpr.ElementType(place, type, Language.languageType(type).orElseThrow())
        : unsupported(
            place,
            type,
            "new " + tree.getIdentifier(),
            "tiles come from Pl.load and Pl.createTile, tensors from Pl.createTensor");
  }

  JExpr unsupported(Place place, TypeMirror type, String construct, String hint) {
    diagnostics.error(place, Unsupported.message(construct), hint);
    return new JExpr.Poison(place, type);
  }

  private static String constructName(Tree tree) {
    return switch (tree) {
      case LambdaExpressionTree _ -> "a lambda";
      case SwitchExpressionTree _ -> "a switch expression";
      case ArrayAccessTree _, NewArrayTree _ -> "an array";
      case InstanceOfTree _ -> "instanceof";
      case AnnotatedTypeTree _ -> "an annotated type";
      default -> "this expression";
    };
  }

  private static boolean isIncrement(Tree.Kind kind) {
    return kind == Tree.Kind.PREFIX_INCREMENT || kind == Tree.Kind.POSTFIX_INCREMENT;
  }

  static boolean isStep(Tree.Kind kind) {
    return isIncrement(kind)
        || kind == Tree.Kind.PREFIX_DECREMENT
        || kind == Tree.Kind.POSTFIX_DECREMENT;
  }

  static Tree.Kind withoutAssignment(Tree.Kind kind) {
    return switch (kind) {
      case PLUS_ASSIGNMENT -> Tree.Kind.PLUS;
      case MINUS_ASSIGNMENT -> Tree.Kind.MINUS;
      case MULTIPLY_ASSIGNMENT -> Tree.Kind.MULTIPLY;
      case DIVIDE_ASSIGNMENT -> Tree.Kind.DIVIDE;
      case REMAINDER_ASSIGNMENT -> Tree.Kind.REMAINDER;
      case AND_ASSIGNMENT -> Tree.Kind.AND;
      case OR_ASSIGNMENT -> Tree.Kind.OR;
      case XOR_ASSIGNMENT -> Tree.Kind.XOR;
      case LEFT_SHIFT_ASSIGNMENT -> Tree.Kind.LEFT_SHIFT;
      case RIGHT_SHIFT_ASSIGNMENT -> Tree.Kind.RIGHT_SHIFT;
      case UNSIGNED_RIGHT_SHIFT_ASSIGNMENT -> Tree.Kind.UNSIGNED_RIGHT_SHIFT;
      default -> throw new IllegalStateException("not a compound assignment: " + kind);
    };
  }
}
