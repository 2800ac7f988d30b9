/** Benchmarks of compilation and simulation. */
package io.pto4j.benchmarks;
