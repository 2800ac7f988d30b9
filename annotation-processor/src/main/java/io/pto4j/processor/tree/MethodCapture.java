package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Takes a method from its attributed tree. */
public final class MethodCapture {
  private final Trees trees;
  private final Diagnostics diagnostics;
  private final ExprCapture exprs;

  private MethodCapture(Trees trees, Diagnostics diagnostics) {
    this.trees = trees;
    this.diagnostics = diagnostics;
    this.exprs = new ExprCapture(trees, diagnostics);
  }

  /**
   * The method as a kernel tree. What the language does not have is reported and stands as poison.
   *
   * @param path the method's tree, attributed
   */
  public static JMethod capture(Trees trees, Diagnostics diagnostics, TreePath path) {
    return new MethodCapture(trees, diagnostics).method(path);
  }

  private JMethod method(TreePath path) {
    MethodTree tree = (MethodTree) path.getLeaf();
    ExecutableElement element = (ExecutableElement) trees.getElement(path);
    JStmt.Block body =
        tree.getBody() == null
            ? new JStmt.Block(exprs.place(path), ImmutableList.of())
            : block(path, tree.getBody());
    return new JMethod(
        exprs.place(path),
        element,
        parameters(path, tree),
        body,
        ImmutableSet.copyOf(exprs.assigned()));
  }

  private ImmutableList<JMethod.Parameter> parameters(TreePath path, MethodTree tree) {
    ImmutableList.Builder<JMethod.Parameter> parameters = ImmutableList.builder();
    for (VariableTree parameter : tree.getParameters()) {
      TreePath parameterPath = new TreePath(path, parameter);
      parameters.add(
          new JMethod.Parameter(
              (VariableElement) trees.getElement(parameterPath), exprs.place(parameterPath)));
    }
    return parameters.build();
  }

  private JStmt.Block block(TreePath parent, BlockTree tree) {
    TreePath path = new TreePath(parent, tree);
    return new JStmt.Block(exprs.place(path), statements(path, tree.getStatements()));
  }

  private ImmutableList<JStmt> statements(TreePath path, List<? extends StatementTree> trees) {
    ImmutableList.Builder<JStmt> statements = ImmutableList.builder();
    for (StatementTree tree : trees) {
      if (!(tree instanceof EmptyStatementTree)) {
        statements.add(statement(path, tree));
      }
    }
    return statements.build();
  }

  private JStmt statement(TreePath parent, StatementTree tree) {
    TreePath path = new TreePath(parent, tree);
    Place place = exprs.place(path);
    return switch (tree) {
      case BlockTree t -> block(parent, t);
      case VariableTree t -> declaration(path, t, place);
      case ExpressionStatementTree t ->
          new JStmt.Evaluate(place, exprs.statement(path, t.getExpression()));
      case IfTree t ->
          new JStmt.If(
              place,
              exprs.value(path, t.getCondition()),
              statement(path, t.getThenStatement()),
              Optional.ofNullable(t.getElseStatement()).map(e -> statement(path, e)));
      case ForLoopTree t -> counted(path, t, place);
      case EnhancedForLoopTree t -> each(path, t, place);
      case TryTree t -> scope(path, t, place);
      case ReturnTree t ->
          new JStmt.Return(
              place, Optional.ofNullable(t.getExpression()).map(e -> exprs.value(path, e)));
      case EmptyStatementTree _ -> new JStmt.Block(place, ImmutableList.of());
      default -> unsupported(place, constructName(tree), hintFor(tree));
    };
  }

  private JStmt declaration(TreePath path, VariableTree tree, Place place) {
    VariableElement symbol = (VariableElement) trees.getElement(path);
    Optional<JExpr> initializer =
        Optional.ofNullable(tree.getInitializer()).map(e -> exprs.value(path, e));
    Optional<String> refused = refusedType(symbol.asType());
    if (refused.isPresent() && !(initializer.orElse(null) instanceof JExpr.Poison)) {
      return unsupported(
          place, refused.get(), "locals are int, long, float, boolean, Tile, Tensor or records");
    }
    return symbol.getConstantValue() == null
        ? new JStmt.Declaration(place, symbol, initializer)
        : new JStmt.Block(place, ImmutableList.of());
  }

  private static Optional<String> refusedType(TypeMirror type) {
    return switch (type.getKind()) {
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, ERROR -> Optional.empty();
      case ARRAY -> Optional.of("an array");
      case DECLARED ->
          Language.languageType(type).isPresent() || Language.userRecord(type).isPresent()
              ? Optional.empty()
              : Optional.of(
                  type.toString().equals("java.lang.String")
                      ? "a string"
                      : "a variable of type " + type);
      default -> Optional.of("a variable of type " + type);
    };
  }

  private JStmt counted(TreePath path, ForLoopTree tree, Place place) {
    Optional<VariableTree> variable = onlyVariable(tree);
    Optional<BinaryTree> condition = condition(tree);
    Optional<ExpressionTree> update = onlyUpdate(tree);
    if (variable.isEmpty() || condition.isEmpty() || update.isEmpty()) {
      return uncounted(place);
    }
    TreePath variablePath = new TreePath(path, variable.get());
    VariableElement symbol = (VariableElement) trees.getElement(variablePath);
    boolean simple =
        isName(condition.get().getLeftOperand(), symbol)
            && (condition.get().getKind() == Tree.Kind.LESS_THAN
                || condition.get().getKind() == Tree.Kind.LESS_THAN_EQUAL);
    Optional<JExpr> step = step(path, update.get(), symbol);
    if (!simple || step.isEmpty()) {
      return uncounted(place);
    }
    return new JStmt.Counted(
        place,
        symbol,
        exprs.value(variablePath, variable.get().getInitializer()),
        exprs.value(path, condition.get().getRightOperand()),
        condition.get().getKind() == Tree.Kind.LESS_THAN_EQUAL,
        step.get(),
        statement(path, tree.getStatement()));
  }

  private JStmt uncounted(Place place) {
    return unsupported(
        place,
        "a for loop of this form",
        "write for (int i = start; i < end; i += step), or for (int i : Pl.range(start, end,"
            + " step))");
  }

  private static Optional<VariableTree> onlyVariable(ForLoopTree tree) {
    return tree.getInitializer().size() == 1
            && tree.getInitializer().getFirst() instanceof VariableTree variable
            && variable.getInitializer() != null
        ? Optional.of(variable)
        : Optional.empty();
  }

  private static Optional<BinaryTree> condition(ForLoopTree tree) {
    ExpressionTree condition = tree.getCondition();
    while (condition instanceof ParenthesizedTree parens) {
      condition = parens.getExpression();
    }
    return condition instanceof BinaryTree binary ? Optional.of(binary) : Optional.empty();
  }

  private static Optional<ExpressionTree> onlyUpdate(ForLoopTree tree) {
    return tree.getUpdate().size() == 1
        ? Optional.of(tree.getUpdate().getFirst().getExpression())
        : Optional.empty();
  }

  private Optional<JExpr> step(TreePath path, ExpressionTree update, VariableElement variable) {
    TreePath updatePath = new TreePath(path, update);
    return switch (update) {
      case UnaryTree t
          when isName(t.getExpression(), variable)
              && (t.getKind() == Tree.Kind.POSTFIX_INCREMENT
                  || t.getKind() == Tree.Kind.PREFIX_INCREMENT) ->
          Optional.of(new JExpr.Constant(exprs.place(updatePath), variable.asType(), 1));
      case CompoundAssignmentTree t
          when isName(t.getVariable(), variable) && t.getKind() == Tree.Kind.PLUS_ASSIGNMENT ->
          Optional.of(exprs.value(updatePath, t.getExpression()));
      default -> Optional.empty();
    };
  }

  private static boolean isName(ExpressionTree tree, VariableElement variable) {
    return tree instanceof IdentifierTree name
        && name.getName().contentEquals(variable.getSimpleName());
  }

  private JStmt each(TreePath path, EnhancedForLoopTree tree, Place place) {
    TreePath variablePath = new TreePath(path, tree.getVariable());
    VariableElement symbol = (VariableElement) trees.getElement(variablePath);
    return new JStmt.Each(
        place,
        symbol,
        exprs.value(path, tree.getExpression()),
        statement(path, tree.getStatement()));
  }

  private JStmt scope(TreePath path, TryTree tree, Place place) {
    if (!tree.getCatches().isEmpty() || tree.getFinallyBlock() != null) {
      return unsupported(
          place, "catch or finally", "try only opens a scope: try (var _ = Pl.at(...))");
    }
    if (tree.getResources().size() != 1) {
      return unsupported(place, "try with several scopes", "nest one try in the other");
    }
    Tree resource = tree.getResources().getFirst();
    TreePath resourcePath = new TreePath(path, resource);
    return switch (resource) {
      case VariableTree t ->
          new JStmt.Scoped(
              place,
              Optional.of((VariableElement) trees.getElement(resourcePath)),
              exprs.value(resourcePath, t.getInitializer()),
              block(path, tree.getBlock()));
      case ExpressionTree t ->
          new JStmt.Scoped(
              place, Optional.empty(), exprs.value(path, t), block(path, tree.getBlock()));
      default -> unsupported(place, "this resource", Unsupported.HINT);
    };
  }

  private JStmt unsupported(Place place, String construct, String hint) {
    diagnostics.error(place, Unsupported.message(construct), hint);
    return new JStmt.Poison(place);
  }

  private static String constructName(Tree tree) {
    return switch (tree) {
      case SwitchTree _ -> "switch";
      case WhileLoopTree _ -> "while";
      case DoWhileLoopTree _ -> "do while";
      case BreakTree _ -> "break";
      case ContinueTree _ -> "continue";
      case ThrowTree _ -> "throw";
      case AssertTree _ -> "assert";
      case SynchronizedTree _ -> "synchronized";
      case LabeledStatementTree _ -> "a label";
      case ClassTree _ -> "a local class";
      case YieldTree _ -> "yield";
      default -> "this statement";
    };
  }

  private static String hintFor(Tree tree) {
    return switch (tree) {
      case SwitchTree _ -> "write if and else";
      case WhileLoopTree _, DoWhileLoopTree _ ->
          "write a counted loop: for (int i = 0; i < n; i++)";
      case BreakTree _, ContinueTree _ ->
          "put the condition around the statements that it should skip, with if";
      case ClassTree _ -> "declare it outside the kernel";
      default -> Unsupported.HINT;
    };
  }
}
