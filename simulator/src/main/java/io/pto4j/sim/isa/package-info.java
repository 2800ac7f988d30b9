/**
 * What each instruction computes, on tiles and tensors of the machine. Values pass through small
 * typed arrays (panels): a stretch of memory is read into a panel, the loop over the panel is one
 * the compiler of the JVM turns into vector code, and the panel is written back.
 */
package io.pto4j.sim.isa;
