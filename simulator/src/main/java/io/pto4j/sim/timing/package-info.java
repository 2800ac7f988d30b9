/** Cycles: what an instruction costs, on which pipe, and how pipes overlap. */
package io.pto4j.sim.timing;
