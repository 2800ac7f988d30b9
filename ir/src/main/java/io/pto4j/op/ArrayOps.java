package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.Operand.Kind;

/** Operators on small arrays in scalar registers. Source: PyPTO array operators. */
@AutoService(OpFamily.class)
public final class ArrayOps implements OpFamily {
  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("array");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        Defs.of(
                Category.ARRAY,
                "array.create",
                "An array of a constant number of elements",
                Rule.ARRAY_CREATE,
                Operand.scalar("extent"))
            .addAttributes(
                AttrDef.required(
                    "dtype", AttrValue.OfDataType.class, "an integer, bool or task id"))
            .result(OpDef.Result.ALLOCATION)
            .build(),
        Defs.of(
                Category.ARRAY,
                "array.get_element",
                "One element of the array",
                Rule.ARRAY_GET,
                Operand.of("array", Kind.ARRAY),
                Operand.scalar("index"))
            .build(),
        Defs.of(
                Category.ARRAY,
                "array.update_element",
                "The array with one element replaced",
                Rule.ARRAY_UPDATE,
                Operand.of("array", Kind.ARRAY).with(Effect.READ_WRITE),
                Operand.scalar("index"),
                Operand.scalar("value"))
            .reusesInput(0)
            .build());
  }
}
