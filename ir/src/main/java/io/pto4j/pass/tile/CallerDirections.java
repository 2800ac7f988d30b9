package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.List;

/** Lets a function write those of its parameters that the functions it calls write. */
final class CallerDirections {
  private CallerDirections() {}

  static Program raised(Program program) {
    Program current = program;
    Program next = raisedOnce(current);
    while (next != current) {
      current = next;
      next = raisedOnce(current);
    }
    return current;
  }

  private static Program raisedOnce(Program program) {
    return program.mapFunctions(f -> Kernels.isDevice(f) ? f : raised(f, program));
  }

  private static Function raised(Function caller, Program program) {
    List<ParamDirection> directions = new ArrayList<>(caller.paramDirections());
    Walk.exprs(
        caller.body(),
        e -> {
          if (e instanceof Call call && call.op() instanceof GlobalVar callee) {
            program.function(callee).ifPresent(f -> raise(caller, call, f, directions));
          }
        });
    return directions.equals(caller.paramDirections())
        ? caller
        : caller.withParamDirections(ImmutableList.copyOf(directions));
  }

  private static void raise(
      Function caller, Call call, Function callee, List<ParamDirection> directions) {
    for (int i = 0; i < Math.min(call.args().size(), callee.params().size()); i++) {
      int param = caller.params().indexOf(call.args().get(i));
      if (param >= 0) {
        directions.set(param, stronger(directions.get(param), callee.direction(i)));
      }
    }
  }

  private static ParamDirection stronger(ParamDirection a, ParamDirection b) {
    if (a == ParamDirection.IN || b == ParamDirection.INOUT) {
      return b;
    }
    return a;
  }
}
