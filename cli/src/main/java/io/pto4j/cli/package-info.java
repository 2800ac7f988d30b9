/** The {@code pto4j} command. */
package io.pto4j.cli;
