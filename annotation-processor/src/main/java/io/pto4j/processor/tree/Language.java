package io.pto4j.processor.tree;

import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import io.pto4j.dsl.meta.Op;
import java.lang.annotation.Annotation;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** What the annotations say about the methods and types that kernels use. */
public final class Language {
  private static final String DSL = "io.pto4j.dsl.";

  private Language() {}

  /** A kernel, orchestrator or helper: a method that the compiler translates. */
  public static boolean isTranslated(Element element) {
    return isInCore(element) || isOrchestration(element) || isInline(element);
  }

  public static boolean isInCore(Element element) {
    return has(element, InCore.class);
  }

  public static boolean isOrchestration(Element element) {
    return has(element, Orchestration.class);
  }

  public static boolean isInline(Element element) {
    return has(element, Inline.class);
  }

  public static boolean isOperator(ExecutableElement method) {
    return has(method, Op.class);
  }

  public static Optional<Form> construct(ExecutableElement method) {
    return has(method, Construct.class)
        ? Optional.of(method.getAnnotation(Construct.class).value())
        : Optional.empty();
  }

  /**
   * Whether an element is annotated. Making the annotation itself, as {@code getAnnotation} does,
   * costs much more.
   */
  public static boolean has(Element element, Class<? extends Annotation> annotation) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (mirror.getAnnotationType().asElement() instanceof TypeElement type
          && type.getQualifiedName().contentEquals(annotation.getName())) {
        return true;
      }
    }
    return false;
  }

  /** {@code Math.min} and {@code Math.max}, which mean the scalar operators. */
  public static Optional<Form> mathFunction(ExecutableElement method) {
    if (!enclosing(method).getQualifiedName().contentEquals("java.lang.Math")) {
      return Optional.empty();
    }
    return switch (method.getSimpleName().toString()) {
      case "min" -> Optional.of(Form.SCALAR_MIN);
      case "max" -> Optional.of(Form.SCALAR_MAX);
      default -> Optional.empty();
    };
  }

  public static boolean isRecordAccessor(ExecutableElement method) {
    return enclosing(method).getKind() == ElementKind.RECORD
        && method.getParameters().isEmpty()
        && enclosing(method).getRecordComponents().stream()
            .anyMatch(component -> component.getAccessor().equals(method))
        && !isLanguageType(enclosing(method));
  }

  /** Whether a kernel may call the method. */
  static boolean isCallable(ExecutableElement method) {
    return isTranslated(method)
        || isOperator(method)
        || construct(method).isPresent()
        || mathFunction(method).isPresent()
        || isRecordAccessor(method);
  }

  public static TypeElement enclosing(Element member) {
    return (TypeElement) member.getEnclosingElement();
  }

  private static boolean isLanguageType(TypeElement type) {
    return type.getQualifiedName().toString().startsWith(DSL);
  }

  /** The simple name of a type of the language, such as {@code Tile}; empty for any other. */
  public static Optional<String> languageType(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && isLanguageType(element)
            && element.getQualifiedName().toString().lastIndexOf('.') == DSL.length() - 1
        ? Optional.of(element.getSimpleName().toString())
        : Optional.empty();
  }

  /** A record of the user, which groups several results. */
  public static Optional<TypeElement> userRecord(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && element.getKind() == ElementKind.RECORD
            && !isLanguageType(element)
        ? Optional.of(element)
        : Optional.empty();
  }
}
