package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.Trees;
import io.pto4j.dsl.In;
import io.pto4j.dsl.InOut;
import io.pto4j.dsl.Index;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.ScalarType;
import io.pto4j.dsl.Shape;
import io.pto4j.ir.DataType;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.processor.tree.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Reads the declarations of kernels and checks them. */
public final class SignatureReader {
  private static final int MOST_DIMENSIONS = 5;

  /** Where broken rules go. */
  public interface Problems {
    void at(Element element, String message, String hint);

    void at(
        Element element,
        AnnotationMirror annotation,
        AnnotationValue value,
        String message,
        String hint);
  }

  /** Reports nothing, for the annotation rounds: what is wrong is reported with the bodies. */
  public static final Problems SILENT =
      new Problems() {
        @Override
        public void at(Element element, String message, String hint) {
          // reported when the bodies are translated
        }

        @Override
        public void at(
            Element element,
            AnnotationMirror annotation,
            AnnotationValue value,
            String message,
            String hint) {
          // reported when the bodies are translated
        }
      };

  private final Trees trees;
  private final Problems problems;
  private boolean valid = true;

  private SignatureReader(Trees trees, Problems problems) {
    this.trees = trees;
    this.problems = problems;
  }

  public static Signature read(Trees trees, ExecutableElement method, Problems problems) {
    return new SignatureReader(trees, problems).signature(method);
  }

  private Signature signature(ExecutableElement method) {
    FunctionType kind = kind(method);
    checkDeclaration(method);
    ImmutableList.Builder<Signature.Parameter> parameters = ImmutableList.builder();
    for (VariableElement parameter : method.getParameters()) {
      parameters.add(parameter(parameter, kind));
    }
    Orchestration orchestration = method.getAnnotation(Orchestration.class);
    return new Signature(
        method,
        kind,
        parameters.build(),
        orchestration == null || orchestration.autoScope(),
        valid);
  }

  private FunctionType kind(ExecutableElement method) {
    List<String> kinds = new ArrayList<>();
    if (Language.isInCore(method)) {
      kinds.add("@InCore");
    }
    if (Language.isOrchestration(method)) {
      kinds.add("@Orchestration");
    }
    if (Language.isInline(method)) {
      kinds.add("@Inline");
    }
    if (kinds.size() > 1) {
      problem(method, "a method cannot be both " + String.join(" and ", kinds), "keep one of them");
    }
    return switch (kinds.getFirst()) {
      case "@InCore" -> FunctionType.INCORE;
      case "@Orchestration" -> FunctionType.ORCHESTRATION;
      default -> FunctionType.INLINE;
    };
  }

  private void checkDeclaration(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    if (!method.getModifiers().contains(Modifier.STATIC)) {
      problem(method, "kernel " + name + " is not static", "add static");
    }
    if (method.getModifiers().contains(Modifier.NATIVE)) {
      problem(method, "kernel " + name + " has no body", "write the body in Java");
    }
    if (method.isVarArgs()) {
      problem(
          Iterables.getLast(method.getParameters()),
          "a kernel cannot take a variable number of arguments",
          "declare one parameter for each argument");
    }
  }

  private Signature.Parameter parameter(VariableElement parameter, FunctionType kind) {
    ParamDirection direction = direction(parameter);
    Signature.ParamKind paramKind =
        kind == FunctionType.INLINE
            ? new Signature.ParamKind.OfArgument()
            : paramKind(parameter, direction);
    return new Signature.Parameter(parameter, paramKind, direction);
  }

  private ParamDirection direction(VariableElement parameter) {
    boolean in = Language.has(parameter, In.class);
    boolean out = Language.has(parameter, Out.class);
    boolean inOut = Language.has(parameter, InOut.class);
    if ((in && out) || (in && inOut) || (out && inOut)) {
      problem(
          parameter,
          "parameter " + parameter.getSimpleName() + " has two directions",
          "@InOut alone means read and written");
    }
    return inOut ? ParamDirection.INOUT : out ? ParamDirection.OUT : ParamDirection.IN;
  }

  private Signature.ParamKind paramKind(VariableElement parameter, ParamDirection direction) {
    TypeMirror type = parameter.asType();
    if (type.getKind() == TypeKind.ERROR) {
      valid = false;
      return new Signature.ParamKind.Invalid();
    }
    return switch (Language.languageType(type).orElse("")) {
      case "Tensor" -> tensor(parameter, (DeclaredType) type);
      case "Tile" ->
          invalid(
              parameter,
              "a kernel cannot take a tile: parameter " + parameter.getSimpleName(),
              "pass the tensor and load the tile in the kernel, or make the method an @Inline"
                  + " helper");
      default -> scalar(parameter, type, direction);
    };
  }

  private Signature.ParamKind tensor(VariableElement parameter, DeclaredType type) {
    Optional<DataType> dtype = elementType(type);
    if (dtype.isEmpty()) {
      return invalid(
          parameter,
          "the element type of tensor " + parameter.getSimpleName() + " is not known",
          "write it, such as Tensor<FP32>");
    }
    Optional<AnnotationMirror> shape = annotation(parameter, Shape.class);
    if (shape.isEmpty()) {
      return invalid(
          parameter,
          "tensor " + parameter.getSimpleName() + " has no @Shape",
          "give the extents, such as @Shape({64, 256}), or @Shape(symbolic = \"M, 256\")");
    }
    return shape(parameter, shape.get())
        .<Signature.ParamKind>map(extents -> new Signature.ParamKind.OfTensor(dtype.get(), extents))
        .orElseGet(Signature.ParamKind.Invalid::new);
  }

  /** The element type that a tensor or tile type names; empty for a wildcard or type variable. */
  static Optional<DataType> elementType(DeclaredType type) {
    return type.getTypeArguments().size() == 1
        ? Language.languageType(type.getTypeArguments().getFirst()).flatMap(Dtypes::find)
        : Optional.empty();
  }

  private Signature.ParamKind scalar(
      VariableElement parameter, TypeMirror type, ParamDirection direction) {
    if (direction != ParamDirection.IN) {
      return invalid(
          parameter,
          "parameter " + parameter.getSimpleName() + " is not a tensor and cannot be written",
          "return values through tensors");
    }
    Optional<DataType> declared = scalarType(parameter);
    Optional<DataType> dtype =
        declared.isPresent()
            ? declared
            : switch (type.getKind()) {
              case INT -> Optional.of(DataType.INT32);
              case LONG ->
                  Optional.of(
                      !Language.has(parameter, Index.class) ? DataType.INT64 : DataType.INDEX);
              case FLOAT -> Optional.of(DataType.FP32);
              case BOOLEAN -> Optional.of(DataType.BOOL);
              default -> Optional.empty();
            };
    if (dtype.isEmpty()) {
      return invalid(
          parameter,
          "parameter "
              + parameter.getSimpleName()
              + " has type "
              + type
              + ", which a kernel cannot take",
          "parameters are Tensor, int, long, float or boolean");
    }
    if (Language.has(parameter, Index.class) && dtype.get() != DataType.INDEX) {
      return invalid(parameter, "@Index stands only at a parameter of type long", "write long");
    }
    if (dtype.get().isFloat() != (type.getKind() == TypeKind.FLOAT)) {
      return invalid(
          parameter,
          "@ScalarType " + dtype.get() + " does not fit the Java type " + type,
          "floating-point scalars are float, integers int or long");
    }
    return new Signature.ParamKind.OfScalar(dtype.get());
  }

  /** The element type that an annotation gives to a scalar parameter. */
  static Optional<DataType> scalarType(VariableElement parameter) {
    return annotation(parameter, ScalarType.class)
        .flatMap(mirror -> Dtypes.find(simpleName(value(mirror, "value"))));
  }

  private static String simpleName(AnnotationValue type) {
    String name = type.getValue().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private Optional<ImmutableList<Signature.Extent>> shape(
      VariableElement parameter, AnnotationMirror shape) {
    Map<? extends ExecutableElement, ? extends AnnotationValue> values = shape.getElementValues();
    if (values.size() != 1) {
      problem(
          parameter,
          values.isEmpty() ? "@Shape is empty" : "@Shape has both constants and symbols",
          "give either constants, @Shape({64, 256}), or a text, @Shape(symbolic = \"M, 256\")");
      return Optional.empty();
    }
    AnnotationValue value = Iterables.getOnlyElement(values.values());
    Optional<ImmutableList<Signature.Extent>> extents =
        value.getValue() instanceof String text
            ? symbolic(parameter, shape, value, text)
            : constants(parameter, shape, (List<?>) value.getValue());
    if (extents.isPresent()
        && (extents.get().isEmpty() || extents.get().size() > MOST_DIMENSIONS)) {
      problems.at(
          parameter,
          shape,
          value,
          "a tensor has 1 to " + MOST_DIMENSIONS + " dimensions, not " + extents.get().size(),
          "");
      valid = false;
      return Optional.empty();
    }
    return extents;
  }

  private Optional<ImmutableList<Signature.Extent>> constants(
      VariableElement parameter, AnnotationMirror shape, List<?> values) {
    ImmutableList.Builder<Signature.Extent> extents = ImmutableList.builder();
    for (Object value : values) {
      AnnotationValue entry = (AnnotationValue) value;
      if (!(entry.getValue() instanceof Integer extent)) {
        valid = false;
        return Optional.empty();
      }
      if (extent < 1) {
        problems.at(parameter, shape, entry, "extent " + extent + " is not positive", "");
        valid = false;
        return Optional.empty();
      }
      extents.add(new Signature.Extent.Constant(extent));
    }
    return Optional.of(extents.build());
  }

  private Optional<ImmutableList<Signature.Extent>> symbolic(
      VariableElement parameter, AnnotationMirror shape, AnnotationValue value, String text) {
    ImmutableList.Builder<Signature.Extent> extents = ImmutableList.builder();
    for (String part : text.split(",", -1)) {
      String name = part.strip();
      OptionalLong constant = constant(name);
      if (constant.isPresent()) {
        extents.add(new Signature.Extent.Constant(constant.getAsLong()));
        continue;
      }
      Optional<VariableElement> field = dimension(parameter, name);
      if (field.isEmpty()) {
        problems.at(
            parameter,
            shape,
            value,
            "unknown shape symbol '" + name + "'",
            "declare it in the class: static final Dim "
                + (isName(name) ? name : "M")
                + " = Pl.dynamic(\""
                + (isName(name) ? name : "M")
                + "\")");
        valid = false;
        return Optional.empty();
      }
      extents.add(new Signature.Extent.Symbol(symbolName(field.get())));
    }
    return Optional.of(extents.build());
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isJavaIdentifierPart);
  }

  private static OptionalLong constant(String text) {
    return !text.isEmpty()
            && text.length() < 10
            && text.chars().allMatch(Character::isDigit)
            && Long.parseLong(text) > 0
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /** The field of that name and type {@code Dim} in the class or a class around it. */
  private static Optional<VariableElement> dimension(Element inside, String name) {
    for (Element scope = inside; scope != null; scope = scope.getEnclosingElement()) {
      if (scope instanceof TypeElement type) {
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
          if (field.getSimpleName().contentEquals(name)
              && field.getKind() == ElementKind.FIELD
              && Language.languageType(field.asType()).filter("Dim"::equals).isPresent()) {
            return Optional.of(field);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The name given to {@code Pl.dynamic}, as far as the source shows it. */
  private String symbolName(VariableElement field) {
    return trees.getTree(field) instanceof VariableTree tree
            && tree.getInitializer() instanceof MethodInvocationTree call
            && call.getArguments().size() == 1
            && call.getArguments().getFirst() instanceof LiteralTree literal
            && literal.getValue() instanceof String name
        ? name
        : field.getSimpleName().toString();
  }

  private Signature.ParamKind invalid(Element element, String message, String hint) {
    problem(element, message, hint);
    return new Signature.ParamKind.Invalid();
  }

  private void problem(Element element, String message, String hint) {
    problems.at(element, message, hint);
    valid = false;
  }

  private static Optional<AnnotationMirror> annotation(Element element, Class<?> type) {
    return element.getAnnotationMirrors().stream()
        .filter(
            mirror ->
                ((TypeElement) mirror.getAnnotationType().asElement())
                    .getQualifiedName()
                    .contentEquals(type.getName()))
        .<AnnotationMirror>map(mirror -> mirror)
        .findFirst();
  }

  private static AnnotationValue value(AnnotationMirror mirror, String name) {
    return mirror.getElementValues().entrySet().stream()
        .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
        .<AnnotationValue>map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
