package io.pto4j.architecture;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableSet;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/** The modules of the repository and the modules that the main code of each may use. */
enum Module {
  IR("ir"),
  DSL("dsl"),
  BACKEND("backend", IR),
  ANNOTATION_PROCESSOR("annotation-processor", IR, BACKEND, DSL),
  SIMULATOR("simulator", IR, BACKEND, DSL),
  SAMPLES("samples", DSL),
  CLI("cli", IR, BACKEND, SIMULATOR, DSL),
  BENCHMARKS("benchmarks", IR, DSL, BACKEND, ANNOTATION_PROCESSOR, SIMULATOR, SAMPLES);

  /** The compiled main classes of all modules. */
  static final JavaClasses MAIN = importAll(Module::mainClasses);

  /** The compiled test classes of all modules. */
  static final JavaClasses TEST = importAll(Module::testClasses);

  private final String directory;
  private final ImmutableSet<Module> uses;

  Module(String directory, Module... uses) {
    this.directory = directory;
    this.uses = ImmutableSet.copyOf(uses);
  }

  /**
   * The module whose main classes contain {@code type}; empty for classes of libraries and of
   * tests.
   */
  static Optional<Module> of(JavaClass type) {
    return type.getSource()
        .filter(source -> source.getUri().getScheme().equals("file"))
        .map(source -> Path.of(source.getUri()))
        .flatMap(
            file ->
                Arrays.stream(values())
                    .filter(module -> file.startsWith(module.mainClasses()))
                    .findFirst());
  }

  /** Whether the main code of this module may use that of {@code other}. */
  boolean mayUse(Module other) {
    return this == other || uses.contains(other);
  }

  /** Where the compiler puts the module's main classes. */
  Path mainClasses() {
    return root().resolve(directory).resolve("target/classes");
  }

  /** Where the compiler puts the module's test classes. */
  Path testClasses() {
    return root().resolve(directory).resolve("target/test-classes");
  }

  /**
   * Whether the module has Java sources in {@code src/main/java}, so that its main classes must be
   * there.
   */
  boolean hasMainSources() {
    return Files.isDirectory(root().resolve(directory).resolve("src/main/java"));
  }

  @Override
  public String toString() {
    return directory;
  }

  /** The repository; tests run in the directory of their module. */
  private static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  private static JavaClasses importAll(Function<Module, Path> directory) {
    Collection<Path> directories =
        Arrays.stream(values())
            .map(directory)
            .filter(Files::isDirectory)
            .collect(toImmutableList());
    return new ClassFileImporter().importPaths(directories);
  }
}
