package io.pto4j.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.accessField;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.SetMultimap;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which module and which package may use which. */
class ModuleStructureTest {
  /** The modules with programs to start from a command line. */
  private static final ImmutableSet<Module> WITH_MAIN_METHODS =
      ImmutableSet.of(Module.BENCHMARKS, Module.CLI, Module.SAMPLES);

  /**
   * Packages below {@code io.pto4j} that describe one another and so count as one: a pass states
   * properties, a verifier checks one, and the pipeline runs both.
   */
  private static final ImmutableSet<String> PIPELINE = ImmutableSet.of("pass", "verify");

  @ParameterizedTest
  @EnumSource
  void theClassesOfEveryModuleAreCompiled(Module module) {
    assertThat(
            !module.hasMainSources() || Module.MAIN.stream().anyMatch(type -> isIn(module, type)))
        .as(
            "Main classes of %s are in %s (run the tests from the root of the repository)",
            module, module.mainClasses())
        .isTrue();
  }

  @Test
  void modulesUseOnlyTheModulesBelowThem() {
    classes().should(useOnlyModulesBelow()).check(Module.MAIN);
  }

  @Test
  void everyPackageBelongsToOneModule() {
    SetMultimap<String, Module> modules =
        MultimapBuilder.treeKeys().enumSetValues(Module.class).build();
    Module.MAIN.forEach(
        type -> Module.of(type).ifPresent(module -> modules.put(type.getPackageName(), module)));
    assertThat(modules.asMap()).allSatisfy((_, owners) -> assertThat(owners).hasSize(1));
  }

  @Test
  void packagesOfTheIrModuleAreFreeOfCycles() {
    slices().assignedFrom(packagesOfTheIrModule()).should().beFreeOfCycles().check(Module.MAIN);
  }

  @Test
  void onlyProgramsWriteToStandardOutput() {
    noClasses()
        .that(
            DescribedPredicate.not(
                DescribedPredicate.describe(
                    "are in benchmarks, cli or samples",
                    type -> WITH_MAIN_METHODS.stream().anyMatch(module -> isIn(module, type)))))
        .should(accessField(System.class, "out"))
        .check(Module.MAIN);
  }

  private static boolean isIn(Module module, JavaClass type) {
    return Module.of(type).filter(module::equals).isPresent();
  }

  private static ArchCondition<JavaClass> useOnlyModulesBelow() {
    return new ArchCondition<>("use only modules below their own") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Module from = Module.of(type).orElseThrow();
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          Module.of(dependency.getTargetClass().getBaseComponentType())
              .filter(to -> !from.mayUse(to))
              .ifPresent(
                  to ->
                      events.add(
                          SimpleConditionEvent.violated(
                              type,
                              from + " must not use " + to + ": " + dependency.getDescription())));
        }
      }
    };
  }

  private static SliceAssignment packagesOfTheIrModule() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        if (!isIn(Module.IR, type)) {
          return SliceIdentifier.ignore();
        }
        String name = Iterables.get(Splitter.on('.').split(type.getPackageName()), 2);
        return SliceIdentifier.of(PIPELINE.contains(name) ? "pipeline" : name);
      }

      @Override
      public String getDescription() {
        return "packages of the ir module";
      }
    };
  }
}
