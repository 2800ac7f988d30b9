package io.pto4j.gen;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Op;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Walk;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Generated programs hold every kind of node, type and attribute and every enum constant. */
class GeneratedKindsTest {
  private static final int PROGRAMS = 500;
  private static final int SIZE = 12;

  @Test
  void everyKindOccurs() {
    Seen seen = new Seen();
    for (int seed = 0; seed < PROGRAMS; seed++) {
      seen.visit(Programs.whole(seed, SIZE));
    }

    assertThat(seen.classes).containsAll(NodeFields.classes());
    for (Class<?> family : Set.of(Expr.class, Stmt.class, Type.class, Op.class, AttrValue.class)) {
      assertThat(seen.classes).containsAll(leaves(family).toList());
    }
    assertThat(seen.constants).containsAll(declaredConstants());
    assertThat(seen.scalars).containsExactlyInAnyOrder(DataType.values());
    assertThat(seen.elements)
        .containsExactlyInAnyOrderElementsOf(
            Sets.difference(ImmutableSet.copyOf(DataType.values()), Set.of(DataType.TASK_ID)));
  }

  /** The classes of a sealed family that have instances. */
  private static Stream<Class<?>> leaves(Class<?> family) {
    Stream<Class<?>> own = family.isInterface() ? Stream.empty() : Stream.of(family);
    return family.isSealed()
        ? Stream.concat(own, Arrays.stream(family.getPermittedSubclasses()).flatMap(c -> leaves(c)))
        : own;
  }

  /** The constants of all enums that a field of a node, type, view or attribute may hold. */
  private static Set<Object> declaredConstants() {
    Set<Class<?>> records = new HashSet<>();
    Set<Object> constants = new HashSet<>();
    for (Class<?> family : Set.of(Expr.class, Stmt.class, Type.class, AttrValue.class)) {
      leaves(family).forEach(c -> declared(c, records, constants));
    }
    declared(Function.class, records, constants);
    // the scopes that may be split say nothing when they are not
    constants.remove(SplitMode.NONE);
    return constants;
  }

  private static void declared(
      java.lang.reflect.Type type, Set<Class<?>> records, Set<Object> constants) {
    switch (type) {
      case ParameterizedType p ->
          Arrays.stream(p.getActualTypeArguments()).forEach(a -> declared(a, records, constants));
      case Class<?> c when c.isEnum() -> constants.addAll(Arrays.asList(c.getEnumConstants()));
      case Class<?> c when c.isRecord() && records.add(c) -> {
        for (RecordComponent component : c.getRecordComponents()) {
          declared(component.getGenericType(), records, constants);
        }
      }
      default -> {}
    }
  }

  /** What occurs in programs, whichever field holds it. */
  private static final class Seen {
    private final Set<Class<?>> classes = new HashSet<>();
    private final Set<Object> constants = new HashSet<>();
    private final Set<DataType> scalars = new HashSet<>();
    private final Set<DataType> elements = new HashSet<>();
    private final Set<IrNode> visited = Walk.nodeSet();

    void visit(Object value) {
      switch (value) {
        case Enum<?> constant -> {
          constants.add(constant);
          classes.add(constant.getDeclaringClass());
        }
        case Collection<?> elements -> elements.forEach(this::visit);
        case Optional<?> optional -> optional.ifPresent(this::visit);
        case Map<?, ?> map -> map.values().forEach(this::visit);
        case Program program -> {
          classes.add(Program.class);
          visit(program.functions());
        }
        case IrNode node -> node(node);
        case Attrs attrs -> visit(attrs.entries());
        case Record r -> components(r);
        default -> {}
      }
    }

    private void node(IrNode node) {
      if (!visited.add(node)) {
        return;
      }
      if (node instanceof Record r) {
        components(r);
        return;
      }
      classes.add(node.getClass());
      NodeFields.of(node).forEach(f -> visit(f.get(node)));
    }

    private void components(Record r) {
      if (r.getClass().getPackage() != IrNode.class.getPackage()) {
        return;
      }
      classes.add(r.getClass());
      switch (r) {
        case ScalarType(DataType dtype) -> scalars.add(dtype);
        case ShapedType shaped -> elements.add(shaped.dtype());
        default -> {}
      }
      for (RecordComponent component : r.getClass().getRecordComponents()) {
        try {
          visit(component.getAccessor().invoke(r));
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(e.getMessage(), e);
        }
      }
    }
  }
}
