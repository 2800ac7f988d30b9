package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Function;

/**
 * A translated function.
 *
 * @param returnedParameters for each result, the parameter that it is
 * @param resultNames names of the results in the record that the method returns; empty when it
 *     returns no record
 * @param hasResult whether a call of the method has a value in Java
 */
record FunctionInfo(
    Function function,
    ImmutableList<Integer> returnedParameters,
    ImmutableList<String> resultNames,
    boolean hasResult) {}
