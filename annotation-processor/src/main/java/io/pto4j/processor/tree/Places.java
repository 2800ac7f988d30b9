package io.pto4j.processor.tree;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.pto4j.ir.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;

/** Makes places and finds them again by the span that the IR carries. */
public final class Places {
  private final Trees trees;
  private final SourcePositions positions;
  private final Map<Span, Place> bySpan = new HashMap<>();
  private final Map<CompilationUnitTree, String> fileNames = new HashMap<>();

  public Places(Trees trees) {
    this.trees = trees;
    this.positions = trees.getSourcePositions();
  }

  /** The place of a tree; an error in a call is shown at the name of the method. */
  public Place of(CompilationUnitTree unit, Tree tree) {
    Place place = new Place(unit, shown(tree), span(unit, tree));
    bySpan.putIfAbsent(place.span(), place);
    return place;
  }

  /** The place that a span of the IR was made from. */
  public Optional<Place> find(Span span) {
    return Optional.ofNullable(bySpan.get(span));
  }

  /** The declaration of an element, if its source is part of this compilation. */
  public Optional<Place> of(Element element) {
    return ofPath(trees.getPath(element));
  }

  /** An annotation of an element or a value in it. */
  public Optional<Place> of(Element element, AnnotationMirror annotation, AnnotationValue value) {
    return ofPath(trees.getPath(element, annotation, value));
  }

  /** Empty for the null that stands for no source. */
  private Optional<Place> ofPath(TreePath path) {
    return Optional.ofNullable(path).map(p -> of(p.getCompilationUnit(), p.getLeaf()));
  }

  private Span span(CompilationUnitTree unit, Tree tree) {
    LineMap lines = unit.getLineMap();
    long begin = positions.getStartPosition(unit, tree);
    if (begin < 0) {
      return Span.unknown();
    }
    long end = positions.getEndPosition(unit, tree);
    return new Span(
        fileNames.computeIfAbsent(unit, Places::fileName),
        (int) lines.getLineNumber(begin),
        (int) lines.getColumnNumber(begin),
        end < 0 ? -1 : (int) lines.getLineNumber(end),
        end < 0 ? -1 : (int) lines.getColumnNumber(end));
  }

  /** The file relative to its source root, the same on every machine. */
  private static String fileName(CompilationUnitTree unit) {
    String path = unit.getSourceFile().getName().replace('\\', '/');
    String file = path.substring(path.lastIndexOf('/') + 1);
    ExpressionTree packageName = unit.getPackageName();
    return packageName == null ? file : packageName.toString().replace('.', '/') + "/" + file;
  }

  private static Tree shown(Tree tree) {
    return switch (tree) {
      case MethodInvocationTree call -> call.getMethodSelect();
      case NewClassTree creation -> creation.getIdentifier();
      default -> tree;
    };
  }
}
