package io.pto4j.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/**
 * The default patterns of the test runner skip, without a word, test classes that are not named
 * {@code *Test}.
 */
class TestNamesTest {
  @Test
  void classesWithTestsEndInTest() {
    // The annotations of JUnit and of jqwik that mark a test are all themselves marked as Testable.
    methods()
        .that()
        .areMetaAnnotatedWith(Testable.class)
        .should(beInATopLevelClassNamedTest())
        .check(Module.TEST);
  }

  private static ArchCondition<JavaMethod> beInATopLevelClassNamedTest() {
    return new ArchCondition<>("be in a top-level class whose name ends in Test") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        JavaClass top = topLevel(method.getOwner());
        if (!top.getSimpleName().endsWith("Test")) {
          events.add(
              SimpleConditionEvent.violated(
                  method,
                  method.getFullName()
                      + " never runs: rename "
                      + top.getSimpleName()
                      + " to end in Test"));
        }
      }
    };
  }

  private static JavaClass topLevel(JavaClass type) {
    return type.getEnclosingClass().map(TestNamesTest::topLevel).orElse(type);
  }
}
