package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.DiagnosticCheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where {@code @SuppressWarnings} of a class, method or variable says that warnings are not wanted:
 * {@code "pto4j"} means all of ours, {@code "unused"} those about what is not used.
 */
final class Suppressions {
  private static final String ALL = "pto4j";
  private static final String UNUSED = "unused";
  private static final ImmutableSet<DiagnosticCheck> ABOUT_UNUSED =
      ImmutableSet.of(DiagnosticCheck.UNUSED_VARIABLE, DiagnosticCheck.UNUSED_CONTROL_FLOW_RESULT);

  private final Trees trees;
  private final Map<CompilationUnitTree, ImmutableList<Range>> ranges = new HashMap<>();

  Suppressions(Trees trees) {
    this.trees = trees;
  }

  /** Positions of characters in a file and what is not said about them. */
  private record Range(long begin, long end, ImmutableSet<String> names) {
    boolean covers(long position, Diagnostic diagnostic) {
      return begin <= position
          && position < end
          && (names.contains(ALL)
              || (names.contains(UNUSED)
                  && ABOUT_UNUSED.stream().anyMatch(check -> check.found(diagnostic))));
    }
  }

  /** Whether an annotation around the place suppresses the diagnostic. */
  boolean cover(Place place, Diagnostic diagnostic) {
    long position = trees.getSourcePositions().getStartPosition(place.unit(), place.tree());
    return ranges.computeIfAbsent(place.unit(), this::of).stream()
        .anyMatch(range -> range.covers(position, diagnostic));
  }

  private ImmutableList<Range> of(CompilationUnitTree unit) {
    Scanner scanner = new Scanner(unit);
    scanner.scan(unit, null);
    return scanner.found.build();
  }

  private final class Scanner extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final ImmutableList.Builder<Range> found = ImmutableList.builder();

    Scanner(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      add(tree, tree.getModifiers());
      return super.visitClass(tree, null);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      add(tree, tree.getModifiers());
      return super.visitMethod(tree, null);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
      add(tree, tree.getModifiers());
      return super.visitVariable(tree, null);
    }

    private void add(Tree tree, ModifiersTree modifiers) {
      if (modifiers.getAnnotations().isEmpty()) {
        return;
      }
      SourcePositions positions = trees.getSourcePositions();
      Optional.ofNullable(trees.getElement(getCurrentPath()))
          .map(element -> element.getAnnotation(SuppressWarnings.class))
          .ifPresent(
              annotation ->
                  found.add(
                      new Range(
                          positions.getStartPosition(unit, tree),
                          positions.getEndPosition(unit, tree),
                          ImmutableSet.copyOf(annotation.value()))));
    }
  }
}
