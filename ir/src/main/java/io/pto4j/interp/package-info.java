/**
 * The reference meaning of the operators, on values in plain memory. {@link
 * io.pto4j.interp.OpSemantics} has a function per operator; {@link io.pto4j.interp.TensorValue} is
 * what tiles and tensors are here, without layouts or memory spaces, which have no influence on
 * results.
 */
package io.pto4j.interp;
