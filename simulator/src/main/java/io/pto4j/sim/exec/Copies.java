package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.SimulationException;
import java.util.List;

/** Copies several scalars at once: all are read before any is written. */
final class Copies {
  private final int[] intFrom;
  private final int[] intTo;
  private final int[] floatFrom;
  private final int[] floatTo;

  Copies(List<Value> from, List<Value> to, String what) {
    if (from.size() != to.size()) {
      throw new SimulationException(what + ": " + from.size() + " values for " + to.size());
    }
    ImmutableList.Builder<int[]> intPairs = ImmutableList.builder();
    ImmutableList.Builder<int[]> floatPairs = ImmutableList.builder();
    for (int i = 0; i < from.size(); i++) {
      int[] pair = {from.get(i).slot(), to.get(i).slot()};
      if (from.get(i) instanceof Value.Int && to.get(i) instanceof Value.Int) {
        intPairs.add(pair);
      } else if (from.get(i) instanceof Value.Real && to.get(i) instanceof Value.Real) {
        floatPairs.add(pair);
      } else {
        throw new SimulationException(
            what + ": a " + from.get(i).type() + " for a " + to.get(i).type());
      }
    }
    intFrom = column(intPairs.build(), 0);
    intTo = column(intPairs.build(), 1);
    floatFrom = column(floatPairs.build(), 0);
    floatTo = column(floatPairs.build(), 1);
  }

  private static int[] column(List<int[]> pairs, int index) {
    return pairs.stream().mapToInt(p -> p[index]).toArray();
  }

  void run(Frame f) {
    if (intFrom.length == 1) {
      f.ints[intTo[0]] = f.ints[intFrom[0]];
    } else if (intFrom.length > 1) {
      long[] values = new long[intFrom.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = f.ints[intFrom[i]];
      }
      for (int i = 0; i < values.length; i++) {
        f.ints[intTo[i]] = values[i];
      }
    }
    if (floatFrom.length > 0) {
      double[] values = new double[floatFrom.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = f.floats[floatFrom[i]];
      }
      for (int i = 0; i < values.length; i++) {
        f.floats[floatTo[i]] = values[i];
      }
    }
  }
}
