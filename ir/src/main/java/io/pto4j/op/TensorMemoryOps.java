package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;
import static io.pto4j.op.Defs.tensorView;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.rule.SystemRules;

/**
 * Tensor operators that create, place, read and look at tensors. Source: PyPTO tensor operators.
 */
@AutoService(OpFamily.class)
public final class TensorMemoryOps implements OpFamily {
  private static final Operand INPUT = Operand.tensor("input");
  private static final Operand WINDOWED = Operand.anyTensor("input");
  private static final AttrDef PAD_VALUE =
      AttrDef.withDefault("pad_value", new AttrValue.OfPadValue(PadValue.ZERO), "zero, max or min");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tensor");
  }

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
                Rule.TENSOR_VIEW_CREATE,
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
            .result(OpDef.Result.ALLOCATION)
            .build(),
        tensor(
                "tensor.full",
                "A tensor with one value in every element",
                Rule.TENSOR_VIEW_FULL,
                Operand.indices("shape"),
                Operand.element("value"))
            .addAttributes(Defs.DTYPE)
            .build(),
        tensor(
                "tensor.alloc",
                "The base of an allocation of global memory",
                Rule.SYSTEM_ALLOC,
                Operand.scalar("memory_space"),
                Operand.scalar("size"))
            .result(OpDef.Result.ALLOCATION)
            .build(),
        tensor(
                "tensor.create_l1",
                "A tensor in on-chip memory that gather_row fills",
                Rule.INDEXED_CREATE_L1,
                Operand.written("shape"))
            .addAttributes(
                Defs.DTYPE,
                AttrDef.withDefault(
                    "transpose", AttrValue.of(false), "boxes of columns instead of rows"))
            .result(OpDef.Result.ALLOCATION)
            .build(),
        tensor(
                "tensor.ci",
                "start, start + 1, ... along the last axis",
                Rule.GENERATOR_TENSOR_COUNTING,
                Operand.element("start"),
                Operand.indices("shape"))
            .addAttributes(Defs.DTYPE, Defs.DESCENDING)
            .build(),
        tensor(
                "tensor.random",
                "Random bits of the counter-based generator Philox, from a key and a counter",
                Rule.GENERATOR_TENSOR_RANDOM,
                Defs.seeds(Operand.indices("shape")))
            .addAttributes(Defs.DTYPE, Defs.ROUNDS)
            .build());
  }

  private static ImmutableList<OpDef> views() {
    return ImmutableList.of(
        tensorView(
                "tensor.slice",
                "A window of the tensor",
                Rule.TENSOR_VIEW_SLICE,
                WINDOWED,
                Operand.indices("shape"),
                Operand.indices("offset"),
                Operand.written("valid_shape").asOptional(),
                Operand.written("drop_dims").asOptional())
            .addAttributes(
                AttrDef.optional(
                    "pad_value", AttrValue.OfPadValue.class, "what lies outside the valid part"),
                Defs.CLAMP)
            .build(),
        tensorView(
                "tensor.reshape",
                "The same elements in another shape, without a copy",
                Rule.TENSOR_VIEW_RESHAPE,
                INPUT,
                Operand.indices("shape"),
                Operand.written("valid_shape").asOptional())
            .build(),
        tensorView(
                "tensor.view",
                "The same memory in another shape, or with rows and columns exchanged",
                Rule.REINTERPRET_VIEW,
                WINDOWED,
                Operand.indices("shape").asOptional(),
                Operand.written("valid_shape").asOptional())
            .addAttributes(
                AttrDef.optional(
                    "layout", AttrValue.OfTensorLayout.class, "ND or DN; absent: the input's"))
            .build(),
        tensorView(
                "tensor.reinterpret_view",
                "The same bytes as another element type",
                Rule.REINTERPRET_TENSOR,
                Operand.tensor("data"),
                Operand.indices("shape").asOptional())
            .addAttributes(Defs.DTYPE)
            .build(),
        tensor(
                "tensor.transpose",
                "Two axes exchanged by their strides",
                Rule.TENSOR_VIEW_TRANSPOSE,
                INPUT,
                Operand.scalar("axis1"),
                Operand.scalar("axis2"),
                Operand.written("valid_shape").asOptional())
            .build(),
        tensorView(
                "tensor.set_validshape",
                "The same tensor with another valid region",
                Rule.TENSOR_VIEW_SET_VALID_SHAPE,
                Operand.tensor("tensor"),
                Operand.scalar("valid_rows"),
                Operand.scalar("valid_cols"))
            .build());
  }

  private static ImmutableList<OpDef> placements() {
    return ImmutableList.of(
        tensor(
                "tensor.assemble",
                "The target with the source written at the offset",
                Rule.TENSOR_VIEW_ASSEMBLE,
                Operand.anyTensor("target").with(Effect.WRITE),
                Operand.anyTensor("source"),
                Operand.indices("offset"))
            .addAttributes(Defs.ATOMIC)
            .writing(OpDef.Writing.ATOMIC)
            .reusesInput(0)
            .writeChannel(OpDef.WriteChannel.DMA)
            .build(),
        tensor(
                "tensor.concat",
                "Two matrices side by side",
                Rule.TENSOR_VIEW_CONCAT,
                Operand.tensor("src0"),
                Operand.tensor("src1"))
            .build(),
        tensor(
                "tensor.fillpad",
                "The tensor with a value in every element that was not valid",
                Rule.TENSOR_VIEW_FILL_PAD,
                Operand.tensor("tensor"))
            .addAttributes(PAD_VALUE)
            .build(),
        tensor(
                "tensor.fillpad_expand",
                "The tensor in a larger shape, with a value in every added element",
                Rule.TENSOR_VIEW_FILL_PAD_EXPAND,
                Operand.tensor("tensor"),
                Operand.written("shape"))
            .addAttributes(PAD_VALUE)
            .build());
  }

  private static ImmutableList<OpDef> access() {
    return ImmutableList.of(
        tensor(
                "tensor.read",
                "One element of the tensor",
                Rule.ACCESS_READ,
                Operand.anyTensor("tensor"),
                Operand.indices("indices"))
            .build(),
        tensor(
                "tensor.write",
                "The tensor with one element replaced",
                Rule.ACCESS_WRITE,
                Operand.anyTensor("tensor").with(Effect.WRITE),
                Operand.indices("indices"),
                Operand.element("value"))
            .reusesInput(0)
            .writeChannel(OpDef.WriteChannel.SCALAR)
            .build(),
        tensor(
                "tensor.dim",
                "The extent of an axis",
                Rule.ACCESS_DIM,
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
