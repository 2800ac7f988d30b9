package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.Operand.Kind;
import io.pto4j.op.rule.ArrayRules;

/** Operators on small arrays in scalar registers. Source: PyPTO array operators. */
@AutoService(OpFamily.class)
public final class ArrayOps implements OpFamily {
  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        Defs.of(
                Category.ARRAY,
                "array.create",
                "An array of a constant number of elements",
                ArrayRules::create,
                Operand.scalar("extent"))
            .addAttributes(
                AttrDef.required(
                    "dtype", AttrValue.OfDataType.class, "an integer, bool or task id"))
            .build(),
        Defs.of(
                Category.ARRAY,
                "array.get_element",
                "One element of the array",
                ArrayRules::get,
                Operand.of("array", Kind.ARRAY),
                Operand.scalar("index"))
            .build(),
        Defs.of(
                Category.ARRAY,
                "array.update_element",
                "The array with one element replaced",
                ArrayRules::update,
                Operand.of("array", Kind.ARRAY).with(Effect.READ_WRITE),
                Operand.scalar("index"),
                Operand.scalar("value"))
            .reusesInput(0)
            .build());
  }
}
