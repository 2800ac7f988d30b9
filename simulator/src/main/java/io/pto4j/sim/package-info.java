/** The simulator: reader of PTO code, machine, task scheduler and timing. */
package io.pto4j.sim;
