package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.PtoAttr;
import io.pto4j.sim.timing.Pipe;
import java.util.Optional;

/**
 * Ordering inside a core. The order of pipes follows the data they touch, so flags between pipes
 * say nothing new; barriers do.
 *
 * <p>Source: PTO dialect, synchronisation.
 */
final class SyncOps {
  private SyncOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    ImmutableMap.Builder<String, OpDecoder> out = ImmutableMap.builder();
    out.put("pto.barrier", SyncOps::barrier);
    for (String name :
        new String[] {
          "pto.set_flag",
          "pto.wait_flag",
          "pto.record_event",
          "pto.wait_event",
          "pto.barrier_sync",
          // terminators are read together with the operation they end
          "scf.yield",
          "scf.condition",
          "return",
          "func.return"
        }) {
      out.put(name, _ -> Optional.empty());
    }
    return out.buildOrThrow();
  }

  private static Optional<Body> barrier(Operands op) {
    String name =
        op.literalOperand() instanceof PtoAttr.KeywordAttr(var _, String keyword) ? keyword : "";
    if (name.equals("PIPE_ALL")) {
      return Optional.of(f -> f.clock.barrierAll());
    }
    for (Pipe pipe : Pipe.values()) {
      if (name.equals("PIPE_" + pipe.name())) {
        return Optional.of(f -> f.clock.barrier(pipe));
      }
    }
    throw new SimulationException("unknown pipe '" + name + "'");
  }
}
