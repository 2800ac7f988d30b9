package io.pto4j.sim.exec;

/** What a decoded operation does. */
@FunctionalInterface
interface Body {
  void run(Frame frame);
}
