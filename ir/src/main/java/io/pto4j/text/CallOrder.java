package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.Program;
import io.pto4j.ir.Submit;
import io.pto4j.ir.Walk;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** The order of the functions in the text. */
final class CallOrder {
  private final Program program;
  private final Set<String> done = new LinkedHashSet<>();
  private final Set<String> underWay = new LinkedHashSet<>();
  private boolean cyclic;

  private CallOrder(Program program) {
    this.program = program;
  }

  /** Each function after those it calls; by name if functions call each other in a circle. */
  static ImmutableList<Function> calleesFirst(Program program) {
    CallOrder order = new CallOrder(program);
    program.functions().keySet().forEach(order::visit);
    return order.cyclic
        ? program.functions().values().asList()
        : order.done.stream()
            .map(program.functions()::get)
            .collect(ImmutableList.toImmutableList());
  }

  private void visit(String name) {
    Function function = program.functions().get(name);
    if (function == null || done.contains(name)) {
      return;
    }
    if (!underWay.add(name)) {
      cyclic = true;
      return;
    }
    callees(function).forEach(this::visit);
    underWay.remove(name);
    done.add(name);
  }

  private static Set<String> callees(Function function) {
    Set<String> names = new TreeSet<>();
    Walk.exprs(
        function.body(),
        e -> {
          Op op =
              switch (e) {
                case Call c -> c.op();
                case Submit s -> s.op();
                default -> null;
              };
          if (op instanceof GlobalVar(String name)) {
            names.add(name);
          }
        });
    return names;
  }
}
