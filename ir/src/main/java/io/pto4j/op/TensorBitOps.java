package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.rule.BitRules;
import io.pto4j.op.rule.CompareRules;
import io.pto4j.op.rule.ElementwiseRules;
import io.pto4j.op.rule.GeneratorRules;

/** Tensor operators on bits, comparisons and counting. Source: PyPTO tensor operators. */
@AutoService(OpFamily.class)
public final class TensorBitOps implements OpFamily {
  /** Integers that a scalar operand of a bit operator may have; an index is told to be cast. */
  static final ImmutableSet<DataType> SCALARS =
      ImmutableSet.<DataType>builder().addAll(Defs.INTEGERS).add(DataType.INDEX).build();

  private static final Operand LHS = Operand.tensor("lhs").of(Defs.INTEGERS);
  private static final Operand RHS = Operand.tensor("rhs").of(Defs.INTEGERS);
  private static final Operand SCALAR = Operand.element("rhs").of(SCALARS);

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        bits("tensor.and", "Bits set in both"),
        bits("tensor.or", "Bits set in one or both"),
        bits("tensor.xor", "Bits set in one of the two"),
        bits("tensor.shl", "lhs shifted left by rhs bits"),
        bits("tensor.shr", "lhs shifted right by rhs bits"),
        scalar("tensor.ands", "Bits set in both lhs and a scalar", BitRules::tensorScalar),
        scalar("tensor.ors", "Bits set in lhs or a scalar", BitRules::tensorScalar),
        scalar("tensor.xors", "Bits set in one of lhs and a scalar", BitRules::tensorScalar),
        scalar("tensor.shls", "lhs shifted left", BitRules.shift(BitRules::tensorScalar)),
        scalar("tensor.shrs", "lhs shifted right", BitRules.shift(BitRules::tensorScalar)),
        tensor(
                "tensor.not",
                "Every bit flipped",
                ElementwiseRules::tensor,
                Operand.tensor("input").of(ImmutableSet.of(DataType.INT16, DataType.UINT16)))
            .build(),
        tensor(
                "tensor.cmp",
                "1 where lhs and rhs compare so, else 0, in the operands' type",
                CompareRules::tensor,
                Operand.tensor("lhs"),
                Operand.of("rhs", Operand.Kind.TENSOR_OR_SCALAR).withElementLiteral())
            .addAttributes(Defs.CMP_TYPE)
            .build(),
        tensor(
                "tensor.ci",
                "start, start + 1, ... along the last axis",
                GeneratorRules.ofDtype(Defs.COUNTERS, GeneratorRules::tensorCounting),
                Operand.element("start"),
                Operand.indices("shape"))
            .addAttributes(
                Defs.DTYPE,
                AttrDef.withDefault("descending", AttrValue.of(false), "count down instead"))
            .build());
  }

  private static OpDef bits(String name, String doc) {
    return tensor(name, doc, BitRules::tensors, LHS, RHS).build();
  }

  private static OpDef scalar(String name, String doc, TypeRule rule) {
    return tensor(name, doc, rule, LHS, SCALAR).build();
  }
}
