/**
 * Memories of the simulated machine and what lies in them: tiles, tensors, defined and undefined
 * bytes.
 */
package io.pto4j.sim.machine;
