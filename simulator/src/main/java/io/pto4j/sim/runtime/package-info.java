/**
 * The task runtime: runs an orchestration function, orders its tasks by the rules of the device
 * runtime and lays them out on the cores of the machine.
 */
package io.pto4j.sim.runtime;
