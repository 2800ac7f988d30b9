/** Kernels decoded from {@code .pto} text into plans of steps, and the running of them. */
package io.pto4j.sim.exec;
