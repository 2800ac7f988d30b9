package io.pto4j.op;

import io.pto4j.ir.AttrValue;
import java.util.Optional;

/**
 * A keyword argument of an operator.
 *
 * @param type the kind of value it takes
 * @param defaultValue what an absent one means; never written into the IR
 */
public record AttrDef(
    String name,
    Class<? extends AttrValue> type,
    boolean required,
    Optional<AttrValue> defaultValue,
    String doc) {}
