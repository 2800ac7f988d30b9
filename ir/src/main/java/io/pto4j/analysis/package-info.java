/** Analyses of programs that passes, files and tests share. */
package io.pto4j.analysis;
