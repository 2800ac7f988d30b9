/** The kernel language: the operators of {@code Pl}, tensors, tiles and the annotations. */
package io.pto4j.dsl;
