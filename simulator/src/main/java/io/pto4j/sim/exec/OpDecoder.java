package io.pto4j.sim.exec;

import java.util.Optional;

/**
 * Decodes the operations of one name. Gives no body for an operation that has nothing to do at run
 * time.
 */
@FunctionalInterface
interface OpDecoder {
  Optional<Body> decode(Operands op);
}
