/** From kernel trees to the IR of a program, before any pass. */
package io.pto4j.processor.translate;
