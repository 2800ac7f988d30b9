package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.rule.AccessRules;
import io.pto4j.op.rule.ReinterpretRules;
import io.pto4j.op.rule.SystemRules;
import io.pto4j.op.rule.TensorViewRules;

/**
 * Tensor operators that create, place, read and look at tensors. Source: PyPTO tensor operators.
 */
@AutoService(OpFamily.class)
public final class TensorMemoryOps implements OpFamily {
  private static final Operand INPUT = Operand.tensor("input");
  private static final AttrDef PAD_VALUE =
      AttrDef.withDefault("pad_value", new AttrValue.OfPadValue(PadValue.ZERO), "zero, max or min");

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(creations())
        .addAll(views())
        .addAll(placements())
        .addAll(access())
        .build();
  }

  private static ImmutableList<OpDef> creations() {
    return ImmutableList.of(
        tensor(
                "tensor.create",
                "A tensor in global memory, undefined unless it has an initial value",
                TensorViewRules::create,
                Operand.indices("shape"))
            .addAttributes(
                Defs.DTYPE,
                AttrDef.withDefault(
                    "layout",
                    new AttrValue.OfTensorLayout(TensorLayout.ND),
                    "order of the elements"),
                AttrDef.withDefault(
                    "manual_dep",
                    AttrValue.of(false),
                    "tasks that touch it get no automatic dependencies"),
                AttrDef.optional(
                    "init_value", AttrValue.OfDouble.class, "value of every element at first"))
            .build(),
        tensor(
                "tensor.full",
                "A tensor with one value in every element",
                TensorViewRules::full,
                Operand.indices("shape"),
                Operand.element("value"))
            .addAttributes(Defs.DTYPE)
            .build(),
        tensor(
                "tensor.alloc",
                "The base of an allocation of global memory",
                SystemRules::alloc,
                Operand.scalar("memory_space"),
                Operand.scalar("size"))
            .build());
  }

  private static ImmutableList<OpDef> views() {
    return ImmutableList.of(
        tensor(
                "tensor.slice",
                "A window of the tensor",
                TensorViewRules::slice,
                INPUT,
                Operand.indices("shape"),
                Operand.indices("offset"),
                Operand.indices("valid_shape").asOptional(),
                Operand.indices("drop_dims").asOptional())
            .addAttributes(
                AttrDef.optional(
                    "pad_value", AttrValue.OfPadValue.class, "what lies outside the valid part"),
                Defs.CLAMP)
            .outputSpace(new OutputSpace.Inherited())
            .viewOf(0)
            .build(),
        tensor(
                "tensor.reshape",
                "The same elements in another shape, without a copy",
                TensorViewRules::reshape,
                INPUT,
                Operand.indices("shape"),
                Operand.indices("valid_shape").asOptional())
            .outputSpace(new OutputSpace.Inherited())
            .viewOf(0)
            .build(),
        tensor(
                "tensor.view",
                "The same memory in another shape, or with rows and columns exchanged",
                ReinterpretRules::view,
                INPUT,
                Operand.indices("shape").asOptional(),
                Operand.indices("valid_shape").asOptional())
            .addAttributes(
                AttrDef.optional(
                    "layout", AttrValue.OfTensorLayout.class, "ND or DN; absent: the input's"))
            .outputSpace(new OutputSpace.Inherited())
            .viewOf(0)
            .build(),
        tensor(
                "tensor.reinterpret_view",
                "The same bytes as another element type",
                ReinterpretRules::tensor,
                Operand.tensor("data"),
                Operand.indices("shape").asOptional())
            .addAttributes(Defs.DTYPE)
            .outputSpace(new OutputSpace.Inherited())
            .viewOf(0)
            .build(),
        tensor(
                "tensor.transpose",
                "Two axes exchanged by their strides",
                TensorViewRules::transpose,
                INPUT,
                Operand.scalar("axis1"),
                Operand.scalar("axis2"),
                Operand.indices("valid_shape").asOptional())
            .build(),
        tensor(
                "tensor.set_validshape",
                "The same tensor with another valid region",
                TensorViewRules::setValidShape,
                Operand.tensor("tensor"),
                Operand.scalar("valid_rows"),
                Operand.scalar("valid_cols"))
            .outputSpace(new OutputSpace.Inherited())
            .viewOf(0)
            .build());
  }

  private static ImmutableList<OpDef> placements() {
    return ImmutableList.of(
        tensor(
                "tensor.assemble",
                "The target with the source written at the offset",
                TensorViewRules::assemble,
                Operand.tensor("target").with(Effect.WRITE),
                Operand.tensor("source"),
                Operand.indices("offset"))
            .addAttributes(Defs.ATOMIC)
            .reusesInput(0)
            .writeChannel(OpDef.WriteChannel.DMA)
            .build(),
        tensor(
                "tensor.concat",
                "Two matrices side by side",
                TensorViewRules::concat,
                Operand.tensor("src0"),
                Operand.tensor("src1"))
            .build(),
        tensor(
                "tensor.fillpad",
                "The tensor with a value in every element that was not valid",
                TensorViewRules::fillPad,
                Operand.tensor("tensor"))
            .addAttributes(PAD_VALUE)
            .build(),
        tensor(
                "tensor.fillpad_expand",
                "The tensor in a larger shape, with a value in every added element",
                TensorViewRules::fillPadExpand,
                Operand.tensor("tensor"),
                Operand.indices("shape"))
            .addAttributes(PAD_VALUE)
            .build());
  }

  private static ImmutableList<OpDef> access() {
    return ImmutableList.of(
        tensor(
                "tensor.read",
                "One element of the tensor",
                AccessRules::read,
                Operand.tensor("tensor"),
                Operand.indices("indices"))
            .build(),
        tensor(
                "tensor.write",
                "The tensor with one element replaced",
                AccessRules::write,
                Operand.tensor("tensor").with(Effect.WRITE),
                Operand.indices("indices"),
                Operand.element("value"))
            .reusesInput(0)
            .writeChannel(OpDef.WriteChannel.SCALAR)
            .build(),
        tensor(
                "tensor.dim",
                "The extent of an axis",
                AccessRules::dim,
                Operand.tensor("tensor"),
                Operand.scalar("axis"))
            .build(),
        tensor(
                "tensor.get_block_idx",
                "The number of this block among those launched together",
                SystemRules.scalar(DataType.INDEX))
            .build(),
        tensor(
                "tensor.get_block_num",
                "How many blocks were launched together",
                SystemRules.scalar(DataType.INDEX))
            .build(),
        tensor(
                "tensor.get_subblock_idx",
                "The number of this vector core in its cluster",
                SystemRules.scalar(DataType.INDEX))
            .build());
  }
}
