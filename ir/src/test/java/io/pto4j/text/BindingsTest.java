package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BindingsTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final int STEPS = 60;

  /** One map of variables and one of values for each scope. */
  private static final class Model {
    private final List<Map<String, Var>> vars = new ArrayList<>(List.of(new HashMap<>()));
    private final List<Map<String, Expr>> values = new ArrayList<>(List.of(new HashMap<>()));

    void define(String name, Var var) {
      values.getLast().remove(name);
      vars.getLast().put(name, var);
    }

    void pop(boolean leak) {
      Map<String, Var> inner = vars.removeLast();
      values.removeLast();
      if (leak) {
        inner.forEach(this::define);
      }
    }

    Optional<Var> find(String name) {
      return vars.reversed().stream()
          .flatMap(v -> Optional.ofNullable(v.get(name)).stream())
          .findFirst();
    }

    Optional<Expr> value(String name) {
      for (int i = vars.size() - 1; i >= 0; i--) {
        Expr value = values.get(i).getOrDefault(name, vars.get(i).get(name));
        if (value != null) {
          return Optional.of(value);
        }
      }
      return Optional.empty();
    }
  }

  @Property
  void namesAreThoseOfTheInnermostScopeThatHasThem(@ForAll long seed) {
    Random random = new Random(seed);
    Bindings bindings = new Bindings();
    Model model = new Model();
    for (int i = 0; i < STEPS; i++) {
      step(random, bindings, model);
      for (String name : NAMES) {
        assertThat(bindings.find(name)).isEqualTo(model.find(name));
        assertThat(bindings.value(name)).isEqualTo(model.value(name));
        assertThat(bindings.findHere(name))
            .isEqualTo(Optional.ofNullable(model.vars.getLast().get(name)));
      }
      TreeSet<String> names = new TreeSet<>();
      model.vars.forEach(scope -> names.addAll(scope.keySet()));
      assertThat(bindings.names()).isEqualTo(names);
      assertThat(bindings.depth()).isEqualTo(model.vars.size());
    }
  }

  private static void step(Random random, Bindings bindings, Model model) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    Var var = new Var(name, ScalarType.of(DataType.INDEX), Span.unknown());
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        bindings.define(name, var);
        model.define(name, var);
      }
      case 2 -> {
        bindings.alias(name, var);
        model.values.getLast().put(name, var);
      }
      case 3 -> {
        ConstInt number = ConstInt.index(random.nextInt(4));
        bindings.substitute(name, number);
        model.values.getLast().put(name, number);
      }
      case 4 -> {
        bindings.forget(name);
        model.vars.getLast().remove(name);
      }
      case 5, 6 -> {
        bindings.push();
        model.vars.add(new HashMap<>());
        model.values.add(new HashMap<>());
      }
      default -> {
        if (model.vars.size() > 1) {
          boolean leak = random.nextInt(3) > 0;
          bindings.pop(leak);
          model.pop(leak);
        }
      }
    }
  }
}
