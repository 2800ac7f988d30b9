package io.pto4j.processor;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.util.concurrent.Uninterruptibles;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.pto4j.backend.CompiledPackage;
import io.pto4j.dsl.Program;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.processor.ProcessorOptions.WarningKind;
import io.pto4j.processor.translate.ProgramTranslator;
import io.pto4j.processor.translate.Signature;
import io.pto4j.processor.translate.SignatureReader;
import io.pto4j.processor.translate.Sources;
import io.pto4j.processor.tree.Diagnostics;
import io.pto4j.processor.tree.JMethod;
import io.pto4j.processor.tree.JTrees;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.MethodCapture;
import io.pto4j.processor.tree.Place;
import io.pto4j.processor.tree.Places;
import io.pto4j.verify.Severity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/** One run of {@code javac}: what is known of its classes, and the programs to compile. */
final class Compilation implements Sources {
  private final ProcessingEnvironment environment;
  private final Trees trees;
  private final Diagnostics diagnostics;
  private final Artifacts artifacts;
  private final ProgramCompiler compiler;
  private final ProcessorOptions options;

  private final Set<TypeElement> pending = new LinkedHashSet<>();
  private final Set<TypeElement> analyzed = new HashSet<>();
  private final Map<TypeElement, Place> places = new HashMap<>();
  private final Set<TypeElement> generated = new HashSet<>();
  private final Map<ExecutableElement, JMethod> sources = new HashMap<>();
  private final Map<ExecutableElement, Signature> signatures = new HashMap<>();
  private final Map<TypeElement, ImmutableSortedMap<String, byte[]>> compiled =
      new LinkedHashMap<>();
  private Optional<Thread> warmUp = Optional.empty();
  private boolean failed;

  Compilation(ProcessingEnvironment environment, Trees trees, ProcessorOptions options) {
    this.environment = environment;
    this.trees = trees;
    this.diagnostics = new Diagnostics(trees, new Places(trees));
    this.artifacts = new Artifacts(environment);
    this.compiler = new ProgramCompiler(options);
    this.options = options;
  }

  Trees trees() {
    return trees;
  }

  void add(TypeElement programClass) {
    if (!options.stubsOnly()) {
      WarmUp.start(compiler).ifPresent(thread -> warmUp = Optional.of(thread));
      pending.add(programClass);
    }
  }

  /** Takes an event of the compiler; an internal error is reported and ends the work. */
  void finished(TaskEvent event) {
    if (event.getKind() == TaskEvent.Kind.COMPILATION) {
      // javac closes the class loader of the processor next
      warmUp.ifPresent(Uninterruptibles::joinUninterruptibly);
    }
    if (failed || options.stubsOnly()) {
      return;
    }
    try {
      switch (event.getKind()) {
        case ANALYZE -> analyzed(event);
        case GENERATE -> generated.add(event.getTypeElement());
        case COMPILATION -> finish();
        default -> {}
      }
    } catch (RuntimeException e) {
      failed = true;
      reportInternal(event, e);
    }
  }

  /** javac would print an escaping exception as a bug of its own. */
  private void reportInternal(TaskEvent event, RuntimeException e) {
    String message =
        "internal error of the PTO4J compiler: "
            + e
            + " at "
            + e.getStackTrace()[0]
            + "\n  hint: please report it with the source";
    if (event.getTypeElement() == null) {
      environment.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    } else {
      environment
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, message, event.getTypeElement());
    }
  }

  private void analyzed(TaskEvent event) {
    TypeElement type = event.getTypeElement();
    if (type == null || !analyzed.add(type)) {
      return;
    }
    TreePath path = trees.getPath(type);
    if (path != null) {
      capture(path);
    }
    compileReady();
  }

  private void capture(TreePath path) {
    TypeElement type = (TypeElement) trees.getElement(path);
    places.put(type, diagnostics.places().of(path.getCompilationUnit(), path.getLeaf()));
    for (Tree member : ((ClassTree) path.getLeaf()).getMembers()) {
      TreePath memberPath = new TreePath(path, member);
      switch (member) {
        case ClassTree _ -> capture(memberPath);
        case MethodTree _ -> captureMethod(type, memberPath);
        default -> {}
      }
    }
  }

  private void captureMethod(TypeElement type, TreePath path) {
    if (!(trees.getElement(path) instanceof ExecutableElement method)
        || !Language.isTranslated(method)) {
      return;
    }
    JMethod captured = MethodCapture.capture(trees, diagnostics, path);
    sources.put(method, captured);
    signature(method);
    if (!Language.isInline(method) && !Language.has(type, Program.class)) {
      diagnostics.error(
          captured.place(),
          "kernel " + method.getSimpleName() + " is not in a @Program class",
          "annotate " + type.getSimpleName() + " with @Program");
    }
  }

  /** Compiles the programs all of whose functions are known. */
  private void compileReady() {
    for (TypeElement programClass : List.copyOf(pending)) {
      if (isReady(programClass)) {
        pending.remove(programClass);
        compile(programClass);
      }
    }
  }

  private static List<ExecutableElement> methods(TypeElement programClass) {
    return ElementFilter.methodsIn(programClass.getEnclosedElements()).stream()
        .filter(Language::isTranslated)
        .toList();
  }

  private boolean isReady(TypeElement programClass) {
    if (!isCaptured(programClass)) {
      return false;
    }
    Deque<ExecutableElement> open = new ArrayDeque<>(methods(programClass));
    Set<ExecutableElement> seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      ExecutableElement method = open.remove();
      JMethod source = sources.get(method);
      if (source == null) {
        if (trees.getTree(method) != null) {
          return false;
        }
        continue;
      }
      JTrees.callees(source).stream().filter(seen::add).forEach(open::add);
    }
    return true;
  }

  private boolean isCaptured(TypeElement programClass) {
    Element outermost = programClass;
    while (outermost.getEnclosingElement() instanceof TypeElement outer) {
      outermost = outer;
    }
    return analyzed.contains(outermost);
  }

  private void compile(TypeElement programClass) {
    Place place = places.get(programClass);
    int before = diagnostics.count();
    List<ExecutableElement> methods = methods(programClass);
    if (methods.stream().allMatch(Language::isInline)) {
      diagnostics.error(
          place,
          "program " + programClass.getSimpleName() + " has no kernel",
          "annotate a static method with @InCore or @Orchestration");
      return;
    }
    String given = programClass.getAnnotation(Program.class).name();
    String name = given.isEmpty() ? programClass.getSimpleName().toString() : given;
    try {
      var program = new ProgramTranslator(this, diagnostics).translate(name, methods, place.span());
      if (diagnostics.count() == before) {
        CompiledPackage result =
            compiler.compile(program, programClass.getAnnotation(Program.class).target());
        compiled.put(programClass, result.files());
        result.diagnostics().forEach(this::remark);
      }
    } catch (IrException e) {
      diagnostics.errorsInPass(e, place);
    }
  }

  private void remark(io.pto4j.verify.Diagnostic found) {
    boolean warning =
        found.severity() == Severity.WARNING && options.warnings() == WarningKind.WARNING;
    diagnostics.remark(found, warning ? Diagnostic.Kind.WARNING : Diagnostic.Kind.NOTE);
  }

  private void finish() {
    compileReady();
    if (analyzed.isEmpty() && !pending.isEmpty()) {
      environment
          .getMessager()
          .printMessage(
              Diagnostic.Kind.NOTE,
              "kernels were not compiled: javac was asked to process annotations only"
                  + " (-proc:only) or stopped before it");
    }
    if (diagnostics.count() > 0) {
      return;
    }
    compiled.forEach(
        (programClass, files) -> {
          if (generated.contains(programClass)) {
            artifacts.write(programClass, files);
          }
        });
  }

  @Override
  public Signature signature(ExecutableElement method) {
    Signature known = signatures.get(method);
    if (known != null) {
      return known;
    }
    Signature read = SignatureReader.read(trees, method, new Reporter());
    signatures.put(method, read);
    return read;
  }

  @Override
  public Optional<JMethod> source(ExecutableElement method) {
    return Optional.ofNullable(sources.get(method));
  }

  @Override
  public ImmutableSortedMap<String, Function> published(TypeElement type, Place place) {
    return artifacts
        .frontend(type)
        .map(io.pto4j.ir.Program::functions)
        .orElse(ImmutableSortedMap.of());
  }

  /** Reports what is wrong with declarations at their trees. */
  private final class Reporter implements SignatureReader.Problems {
    @Override
    public void at(Element element, String message, String hint) {
      diagnostics.places().of(element).ifPresent(place -> diagnostics.error(place, message, hint));
    }

    @Override
    public void at(
        Element element,
        AnnotationMirror annotation,
        AnnotationValue value,
        String message,
        String hint) {
      diagnostics
          .places()
          .of(element, annotation, value)
          .ifPresent(place -> diagnostics.error(place, message, hint));
    }
  }
}
