package io.pto4j.processor.tree;

import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import io.pto4j.dsl.meta.Op;
import java.util.Optional;
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
    return element.getAnnotation(InCore.class) != null;
  }

  public static boolean isOrchestration(Element element) {
    return element.getAnnotation(Orchestration.class) != null;
  }

  public static boolean isInline(Element element) {
    return element.getAnnotation(Inline.class) != null;
  }

  public static Optional<Op> operator(ExecutableElement method) {
    return Optional.ofNullable(method.getAnnotation(Op.class));
  }

  public static Optional<Form> construct(ExecutableElement method) {
    return Optional.ofNullable(method.getAnnotation(Construct.class)).map(Construct::value);
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
        || operator(method).isPresent()
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
