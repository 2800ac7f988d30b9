package io.pto4j.processor;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.pto4j.dsl.DTypes;
import io.pto4j.ir.DataType;
import io.pto4j.processor.translate.Signature;
import io.pto4j.runtime.ArgumentCheck;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.LoadedProgram;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.runtime.RunOptions;
import io.pto4j.runtime.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Generates the host side of a program: a class with one typed method for each entry. */
final class StubWriter {
  private static final String RUN_OPTIONS = "options";
  private static final String PROGRAM = "program";

  private final Elements elements;

  StubWriter(Elements elements) {
    this.elements = elements;
  }

  /**
   * The stub of a program class.
   *
   * @param entries its orchestrators whose parameters are valid
   */
  JavaFile write(TypeElement programClass, List<Signature> entries) {
    ClassName name = stubName(programClass);
    TypeSpec.Builder type =
        TypeSpec.classBuilder(name)
            .addOriginatingElement(programClass)
            .addAnnotation(
                AnnotationSpec.builder(Generated.class)
                    .addMember("value", "$S", PtoProcessor.class.getName())
                    .build())
            .addModifiers(Modifier.FINAL)
            .addJavadoc("The compiled program {@code $L}, to run on a device.\n", programClass)
            .addField(
                FieldSpec.builder(LoadedProgram.class, PROGRAM, Modifier.PRIVATE, Modifier.FINAL)
                    .build())
            .addMethod(constructor())
            .addMethod(artifacts(name, elements.getBinaryName(programClass).toString()))
            .addMethod(load(name));
    if (isPublic(programClass)) {
      type.addModifiers(Modifier.PUBLIC);
    }
    for (Signature entry : entries) {
      type.addMethod(convenience(entry));
      type.addMethod(run(entry));
    }
    return JavaFile.builder(name.packageName(), type.build())
        .skipJavaLangImports(true)
        .indent("  ")
        .build();
  }

  /** {@code a.b.Outer.Inner} has the stub {@code a.b.Outer_InnerProgram}. */
  private ClassName stubName(TypeElement programClass) {
    ClassName name = ClassName.get(programClass);
    return ClassName.get(
        elements.getPackageOf(programClass).getQualifiedName().toString(),
        Joiner.on('_').join(name.simpleNames()) + "Program");
  }

  private static boolean isPublic(Element element) {
    return switch (element.getKind()) {
      case CLASS, INTERFACE, RECORD, ENUM ->
          element.getModifiers().contains(Modifier.PUBLIC)
              && isPublic(element.getEnclosingElement());
      default -> true;
    };
  }

  private static MethodSpec constructor() {
    return MethodSpec.constructorBuilder()
        .addModifiers(Modifier.PRIVATE)
        .addParameter(LoadedProgram.class, PROGRAM)
        .addStatement("this.$1N = $1N", PROGRAM)
        .build();
  }

  private static MethodSpec artifacts(ClassName stub, String binaryName) {
    return MethodSpec.methodBuilder("artifacts")
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("The artifacts of the program on the class path.\n")
        .returns(ProgramPackage.class)
        .addStatement(
            "return $T.of($T.class.getClassLoader(), $S)", ProgramPackage.class, stub, binaryName)
        .build();
  }

  private static MethodSpec load(ClassName stub) {
    return MethodSpec.methodBuilder("load")
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("Makes the program ready to run on a device.\n")
        .returns(stub)
        .addParameter(Device.class, "device")
        .addStatement("return new $T(device.load(artifacts()))", stub)
        .build();
  }

  private static MethodSpec convenience(Signature entry) {
    return entryMethod(entry)
        .addJavadoc("Runs {@code $L} with the usual options.\n", entry.name())
        .addStatement(
            "return $L($L)",
            entry.name(),
            CodeBlock.join(
                ImmutableList.<CodeBlock>builder()
                    .addAll(names(entry))
                    .add(CodeBlock.of("$T.usual()", RunOptions.class))
                    .build(),
                ", "))
        .build();
  }

  private static ImmutableList<CodeBlock> names(Signature entry) {
    return entry.parameters().stream()
        .map(p -> CodeBlock.of("$N", p.name()))
        .collect(toImmutableList());
  }

  private static MethodSpec run(Signature entry) {
    String options = optionsName(entry);
    MethodSpec.Builder method =
        entryMethod(entry)
            .addParameter(RunOptions.class, options)
            .addJavadoc(
                "Runs {@code $L} and waits until all its tasks are done.\n\n"
                    + "@throws IllegalArgumentException if an argument has another shape or element"
                    + " type than declared\n",
                entry.name());
    checks(entry).forEach(method::addStatement);
    return method
        .addStatement(
            "return $L.run($S, $T.of($L), $N)",
            "this." + PROGRAM,
            entry.name(),
            List.class,
            CodeBlock.join(names(entry), ", "),
            options)
        .build();
  }

  private static MethodSpec.Builder entryMethod(Signature entry) {
    return MethodSpec.methodBuilder(entry.name())
        .addModifiers(Modifier.PUBLIC)
        .returns(RunReport.class)
        .addParameters(
            entry.parameters().stream()
                .map(p -> ParameterSpec.builder(type(p), p.name()).build())
                .collect(toImmutableList()));
  }

  /** A name that no parameter has. */
  private static String optionsName(Signature entry) {
    String name = RUN_OPTIONS;
    while (hasParameter(entry, name)) {
      name += "_";
    }
    return name;
  }

  private static boolean hasParameter(Signature entry, String name) {
    return entry.parameters().stream().anyMatch(p -> p.name().equals(name));
  }

  private static TypeName type(Signature.Parameter parameter) {
    return switch (parameter.kind()) {
      case Signature.ParamKind.OfTensor(DataType dtype, _) ->
          ParameterizedTypeName.get(
              ClassName.get(HostTensor.class), ClassName.get("io.pto4j.dsl", dtype.name()));
      default -> TypeName.get(parameter.element().asType());
    };
  }

  private static List<CodeBlock> checks(Signature entry) {
    List<CodeBlock> checks = new ArrayList<>();
    Map<String, CodeBlock> symbols = new LinkedHashMap<>();
    for (Signature.Parameter parameter : entry.parameters()) {
      if (parameter.kind() instanceof Signature.ParamKind.OfTensor(DataType dtype, var shape)) {
        checks.add(
            CodeBlock.of(
                "$T.tensor($S, $N, $T.$L, $L)",
                ArgumentCheck.class,
                parameter.name(),
                parameter.name(),
                DTypes.class,
                dtype.name(),
                CodeBlock.join(
                    shape.stream().map(StubWriter::extent).collect(toImmutableList()), ", ")));
        sameExtents(parameter, shape, symbols, checks);
      }
    }
    return checks;
  }

  private static void sameExtents(
      Signature.Parameter parameter,
      List<Signature.Extent> shape,
      Map<String, CodeBlock> symbols,
      List<CodeBlock> checks) {
    for (int axis = 0; axis < shape.size(); axis++) {
      if (shape.get(axis) instanceof Signature.Extent.Symbol(String symbol)) {
        CodeBlock here =
            CodeBlock.of("$S, $N.shape().get($L)", parameter.name(), parameter.name(), axis);
        CodeBlock first = symbols.putIfAbsent(symbol, here);
        if (first != null) {
          checks.add(
              CodeBlock.of("$T.sameExtent($S, $L, $L)", ArgumentCheck.class, symbol, first, here));
        }
      }
    }
  }

  private static CodeBlock extent(Signature.Extent extent) {
    return switch (extent) {
      case Signature.Extent.Constant(long value) -> CodeBlock.of("$L", value);
      case Signature.Extent.Symbol _ -> CodeBlock.of("$T.ANY", ArgumentCheck.class);
    };
  }
}
