package io.pto4j.ir;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The functions of a program in the order of their names. Source: PyPTO IR hierarchy, Program. */
public record Program(
    @Ignore Span span, @Ignore String name, ImmutableSortedMap<String, Function> functions)
    implements IrNode {
  public Program {
    functions.forEach(
        (key, function) -> {
          if (key.isEmpty() || !key.equals(function.name())) {
            throw ConstructionRule.PROGRAM_KEY.broken(
                "function '" + function.name() + "' is filed under the name '" + key + "'",
                function.span());
          }
        });
  }

  public static Program of(String name, Iterable<Function> functions, Span span) {
    TreeMap<String, Function> byName = new TreeMap<>();
    for (Function function : functions) {
      if (byName.put(function.name(), function) != null) {
        throw ConstructionRule.PROGRAM_NAMES.broken("'" + function.name() + "'", function.span());
      }
    }
    return new Program(span, name, ImmutableSortedMap.copyOf(byName));
  }

  public Optional<Function> function(String functionName) {
    return Optional.ofNullable(functions.get(functionName));
  }

  public Optional<Function> function(GlobalVar callee) {
    return function(callee.name());
  }

  /** The program with every function replaced; this object when none changed. */
  public Program mapFunctions(UnaryOperator<Function> mapper) {
    ImmutableSortedMap.Builder<String, Function> mapped = ImmutableSortedMap.naturalOrder();
    boolean changed = false;
    for (Function function : functions.values()) {
      Function result = mapper.apply(function);
      changed |= result != function;
      mapped.put(result.name(), result);
    }
    return changed ? new Program(span, name, mapped.buildOrThrow()) : this;
  }
}
