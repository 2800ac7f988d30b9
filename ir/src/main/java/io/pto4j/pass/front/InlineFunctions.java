package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;

/**
 * Replaces every call of an inline function by its body and drops those functions. Source: PyPTO
 * passes, InlineFunctions.
 */
public final class InlineFunctions implements Pass {
  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.INLINE_FUNCTIONS_ELIMINATED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    ImmutableMap<String, Function> inline =
        program.functions().values().stream()
            .filter(f -> f.funcType() == FunctionType.INLINE)
            .collect(ImmutableMap.toImmutableMap(Function::name, f -> f));
    if (inline.isEmpty()) {
      return program;
    }
    checkAcyclic(inline);
    InlineExpander.Counter names = new InlineExpander.Counter();
    return Program.of(
        program.name(),
        program.functions().values().stream()
            .filter(f -> f.funcType() != FunctionType.INLINE)
            .map(f -> new InlineExpander(inline, names).function(f))
            .collect(toImmutableList()),
        program.span());
  }

  private static void checkAcyclic(Map<String, Function> inline) {
    Map<String, Set<String>> callees = new LinkedHashMap<>();
    inline.forEach((name, f) -> callees.put(name, callees(f, inline.keySet())));
    Set<String> done = new LinkedHashSet<>();
    for (String name : inline.keySet()) {
      visit(name, new LinkedHashSet<>(), done, callees, inline);
    }
  }

  private static void visit(
      String name,
      SequencedSet<String> path,
      Set<String> done,
      Map<String, Set<String>> callees,
      Map<String, Function> inline) {
    if (done.contains(name)) {
      return;
    }
    if (!path.add(name)) {
      ImmutableList<String> all = ImmutableList.copyOf(path);
      String cycle = String.join(" -> ", all.subList(all.indexOf(name), all.size()));
      throw new IrException(
          "Cycle detected in FunctionType::Inline call graph: " + cycle + " -> " + name,
          "an inline function cannot call itself; write a loop",
          inline.get(name).span());
    }
    callees.get(name).forEach(callee -> visit(callee, path, done, callees, inline));
    path.removeLast();
    done.add(name);
  }

  private static Set<String> callees(Function function, Set<String> names) {
    Set<String> callees = new LinkedHashSet<>();
    Walk.exprs(
        function.body(),
        e -> {
          if (e instanceof Call c
              && c.op() instanceof GlobalVar(String name)
              && names.contains(name)) {
            callees.add(name);
          }
        });
    return callees;
  }
}
