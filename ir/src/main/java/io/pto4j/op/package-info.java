/**
 * The operator table: every operator as data. Front ends, verifier, interpreter, emitters and the
 * operator reference read the same {@link io.pto4j.op.OpDef}s, found through {@link
 * io.pto4j.op.Operators}.
 */
package io.pto4j.op;
