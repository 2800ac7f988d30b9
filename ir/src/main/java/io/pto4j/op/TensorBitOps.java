package io.pto4j.op;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.pto4j.op.Defs.tensor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import java.util.Arrays;

/** Tensor operators on bits, comparisons and counting. Source: PyPTO tensor operators. */
@AutoService(OpFamily.class)
public final class TensorBitOps implements OpFamily {
  /** Integers that a scalar operand of a bit operator may have; an index is told to be cast. */
  static final ImmutableSet<DataType> SCALARS =
      ImmutableSet.<DataType>builder().addAll(Defs.INTEGERS).add(DataType.INDEX).build();

  private static final ImmutableSet<DataType> ANY_INTEGERS =
      Arrays.stream(DataType.values()).filter(DataType::isInt).collect(toImmutableSet());

  private static final Operand LHS = Operand.anyTensor("lhs").of(ANY_INTEGERS);
  private static final Operand RHS = Operand.anyTensor("rhs").of(ANY_INTEGERS);
  private static final Operand SCALAR = Operand.element("rhs").of(ANY_INTEGERS);

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tensor");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        bits("tensor.and", "Bits set in both"),
        bits("tensor.or", "Bits set in one or both"),
        bits("tensor.xor", "Bits set in one of the two"),
        tensor("tensor.shl", "lhs shifted left by rhs bits", Rule.BIT_TENSOR_SHIFTS, LHS, RHS)
            .build(),
        tensor("tensor.shr", "lhs shifted right by rhs bits", Rule.BIT_TENSOR_SHIFTS, LHS, RHS)
            .build(),
        scalar("tensor.ands", "Bits set in both lhs and a scalar", Rule.BIT_TENSOR_SCALAR),
        scalar("tensor.ors", "Bits set in lhs or a scalar", Rule.BIT_TENSOR_SCALAR),
        scalar("tensor.xors", "Bits set in one of lhs and a scalar", Rule.BIT_TENSOR_SCALAR),
        scalar("tensor.shls", "lhs shifted left", Rule.BIT_TENSOR_SHIFT),
        scalar("tensor.shrs", "lhs shifted right", Rule.BIT_TENSOR_SHIFT),
        tensor(
                "tensor.not",
                "Every bit flipped",
                Rule.ELEMENTWISE_TENSOR,
                Operand.anyTensor("input").of(ImmutableSet.of(DataType.INT16, DataType.UINT16)))
            .build(),
        tensor(
                "tensor.cmp",
                "1 where lhs and rhs compare so, else 0, in the operands' type",
                Rule.COMPARE_TENSOR,
                Operand.anyTensor("lhs"),
                Operand.of("rhs", Operand.Kind.TENSOR_OR_SCALAR).with(Operand.Literal.ELEMENT))
            .addAttributes(Defs.CMP_TYPE)
            .build());
  }

  private static OpDef bits(String name, String doc) {
    return tensor(name, doc, Rule.BIT_TENSORS, LHS, RHS).build();
  }

  private static OpDef scalar(String name, String doc, TypeRule rule) {
    return tensor(name, doc, rule, LHS, SCALAR).build();
  }
}
