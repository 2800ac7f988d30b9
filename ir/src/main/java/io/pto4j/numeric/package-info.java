/**
 * What the numbers are: element formats, rounding, casts, elementwise functions, reduction and
 * matrix-product orders. Eager execution, simulator and interpreter compute with these definitions
 * only, so their results are equal bit for bit, on every machine.
 *
 * <p>A floating-point element (FP32, FP16, BF16, FP8E4M3FN, FP8E5M2) is held in a {@code float},
 * which represents all of its values; an integer or truth value is held in a {@code long}, which
 * represents all of its values except that UINT64 is held as its bits. Loops run over arrays,
 * {@code n} elements from a start index, and operands may be the destination.
 *
 * <p>Every operation is computed as if exactly, or for {@code exp} and {@code log} to binary64, and
 * rounded to binary32; results of narrower formats are then rounded once more, to nearest even. For
 * sum, difference, product, quotient and square root that is the correctly rounded result, since
 * binary32 has more than twice their digits.
 */
package io.pto4j.numeric;
