package io.pto4j.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableMultimap;
import com.google.common.collect.ImmutableSet;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.base.HasDescription;
import com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Identity of an IR node is reference identity. The record methods {@code equals} and {@code
 * hashCode} compare deeply, take exponential time on shared graphs, and are never used; structural
 * comparison has its own classes.
 *
 * <p>Seen here are direct calls and declared collections. A call through {@code Object}, such as
 * {@code Objects.equals}, or a generic method is not.
 */
class NodeIdentityTest {
  /** Collections that call {@code equals} and {@code hashCode} of their keys. */
  private static final ImmutableSet<Class<?>> HASHED =
      ImmutableSet.of(
          HashMap.class,
          HashSet.class,
          LinkedHashMap.class,
          LinkedHashSet.class,
          ImmutableMap.class,
          ImmutableBiMap.class,
          ImmutableMultimap.class,
          ImmutableSet.class);

  @Test
  void nobodyCallsEqualsOrHashCodeOfANode() {
    noClasses()
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "equals or hashCode of an IR node", NodeIdentityTest::comparesNodeByContent))
        .check(Module.MAIN);
  }

  @Test
  void noFieldIsAHashedCollectionOfNodes() {
    fields()
        .should(notBeHashedByNodes(field -> ImmutableSet.of(field.getType())))
        .check(Module.MAIN);
  }

  @Test
  void noMethodTakesOrReturnsAHashedCollectionOfNodes() {
    methods()
        .should(
            notBeHashedByNodes(
                method ->
                    ImmutableSet.<JavaType>builder()
                        .add(method.getReturnType())
                        .addAll(method.getParameterTypes())
                        .build()))
        .check(Module.MAIN);
  }

  private static boolean comparesNodeByContent(JavaMethodCall call) {
    MethodCallTarget target = call.getTarget();
    boolean byContent =
        target.getFullName().endsWith(".equals(java.lang.Object)")
            || target.getFullName().endsWith(".hashCode()");
    return byContent && isComparedStructurally(target.getOwner());
  }

  /**
   * Variables compare by reference and scalar types hold no expression, so both are safe as keys.
   */
  private static boolean isComparedStructurally(JavaClass type) {
    boolean node = type.isAssignableTo(IrNode.class) || type.isAssignableTo(Type.class);
    return node && !type.isAssignableTo(Var.class) && !type.isAssignableTo(ScalarType.class);
  }

  private static boolean isHashedByNodes(JavaType type) {
    return type instanceof JavaParameterizedType parameterized
        && HASHED.stream().anyMatch(parameterized.toErasure()::isEquivalentTo)
        && isComparedStructurally(parameterized.getActualTypeArguments().getFirst().toErasure());
  }

  private static <T extends HasDescription> ArchCondition<T> notBeHashedByNodes(
      Function<T, ImmutableSet<JavaType>> types) {
    return new ArchCondition<>("not be hashed by IR nodes") {
      @Override
      public void check(T member, ConditionEvents events) {
        types.apply(member).stream()
            .filter(NodeIdentityTest::isHashedByNodes)
            .forEach(
                type ->
                    events.add(
                        SimpleConditionEvent.violated(
                            member,
                            member.getDescription()
                                + " has type "
                                + type.getName()
                                + ": use an identity-based collection")));
      }
    };
  }
}
