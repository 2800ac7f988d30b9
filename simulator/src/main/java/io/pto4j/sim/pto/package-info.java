/** Reader of {@code .pto} text: lexer, parser and the records they build. */
package io.pto4j.sim.pto;
