/**
 * What the methods of the language mean in the IR, as annotations that the annotation processor and
 * the tests read. There is no second list: an operator of the language is a method of {@code Pl}
 * with {@link io.pto4j.dsl.meta.Op}, a construct one with {@link io.pto4j.dsl.meta.Construct}.
 */
package io.pto4j.dsl.meta;
