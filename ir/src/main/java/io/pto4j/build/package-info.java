/**
 * Builds programs statement by statement: {@link io.pto4j.build.IrBuilder} collects them in blocks
 * that are opened and closed with try-with-resources, and says at once what cannot be meant.
 * Source: PyPTO IR builder.
 */
package io.pto4j.build;
