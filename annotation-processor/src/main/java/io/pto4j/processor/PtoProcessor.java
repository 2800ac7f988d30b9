package io.pto4j.processor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Program;
import io.pto4j.processor.translate.Signature;
import io.pto4j.processor.translate.SignatureReader;
import io.pto4j.processor.tree.Language;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Compiles the classes annotated {@link Program} while {@code javac} compiles them.
 *
 * <p>In the annotation rounds it reads declarations and generates the host stubs. Bodies are
 * translated when {@code javac} has attributed their class, and the artifacts are written when the
 * compilation ends without an error.
 */
@AutoService(Processor.class)
public final class PtoProcessor extends AbstractProcessor {
  private Optional<Compilation> compilation = Optional.empty();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return ImmutableSet.of(
        Program.class.getName(),
        InCore.class.getName(),
        Orchestration.class.getName(),
        Inline.class.getName());
  }

  @Override
  public Set<String> getSupportedOptions() {
    return ProcessorOptions.NAMES;
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    ProcessorOptions options =
        ProcessorOptions.parse(
            environment.getOptions(),
            problem -> environment.getMessager().printMessage(Diagnostic.Kind.ERROR, problem));
    JavacTask task;
    try {
      task = JavacTask.instance(environment);
    } catch (IllegalArgumentException e) {
      environment
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR,
              "PTO4J compiles kernels inside javac, but this compiler is another one ("
                  + environment.getClass().getName()
                  + ")\n  hint: compile the classes with kernels with javac");
      return;
    }
    Compilation created = new Compilation(environment, Trees.instance(environment), options);
    compilation = Optional.of(created);
    task.addTaskListener(
        new TaskListener() {
          @Override
          public void finished(TaskEvent event) {
            created.finished(event);
          }
        });
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (compilation.isPresent()) {
      for (TypeElement programClass :
          ElementFilter.typesIn(round.getElementsAnnotatedWith(Program.class))) {
        compilation.get().add(programClass);
        generateStub(programClass, compilation.get());
      }
    }
    return false;
  }

  private void generateStub(TypeElement programClass, Compilation current) {
    ImmutableList.Builder<Signature> entries = ImmutableList.builder();
    for (var method : ElementFilter.methodsIn(programClass.getEnclosedElements())) {
      if (Language.isOrchestration(method)) {
        Signature signature = SignatureReader.read(current.trees(), method, SignatureReader.SILENT);
        if (signature.valid()) {
          entries.add(signature);
        }
      }
    }
    try {
      new StubWriter(processingEnv.getElementUtils())
          .write(programClass, entries.build())
          .writeTo(processingEnv.getFiler());
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR, "cannot write the host stub: " + e.getMessage(), programClass);
    }
  }
}
