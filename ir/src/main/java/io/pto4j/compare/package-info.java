/** Structural comparison and hashing of programs. */
package io.pto4j.compare;
