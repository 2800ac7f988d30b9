/** Writes in-core functions as {@code .pto} text, one construct at a time. Source: PTO dialect. */
package io.pto4j.backend.pto;
