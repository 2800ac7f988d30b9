package io.pto4j.sim.exec;

/**
 * A decoded operation.
 *
 * @param place where it stands in the text and how it reads, for messages
 */
record Step(Body body, String place) {}
