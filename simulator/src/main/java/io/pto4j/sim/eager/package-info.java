/**
 * Runs kernels as plain Java, on the operators' reference meaning. The language finds the engine as
 * a service.
 */
package io.pto4j.sim.eager;
