package io.pto4j.op;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import java.util.EnumSet;
import java.util.Set;

/**
 * On which machines an operator can be executed, and on which element types there.
 *
 * @param a2a3 element types on Ascend 910B; empty: cannot be executed
 * @param a5 element types on Ascend 950; empty: cannot be executed
 *     <p>Source: PTO ISA, element types of the instructions.
 */
public record Support(ImmutableSet<DataType> a2a3, ImmutableSet<DataType> a5) {
  private static final ImmutableSet<DataType> ANY =
      ImmutableSet.copyOf(EnumSet.allOf(DataType.class));
  private static final ImmutableSet<DataType> NONE = ImmutableSet.of();
  private static final ImmutableSet<DataType> FLOATS = Defs.FLOATS;
  private static final ImmutableSet<DataType> ARITHMETIC = Defs.DIVISIBLE;
  private static final ImmutableSet<DataType> WITH_BYTES = plus(ARITHMETIC, DataType.INT8);
  private static final ImmutableSet<DataType> WITH_BF16 = plus(WITH_BYTES, DataType.BF16);
  private static final ImmutableSet<DataType> SHORT_BITS =
      ImmutableSet.of(DataType.INT8, DataType.INT16);
  private static final ImmutableSet<DataType> BITS = plus(SHORT_BITS, DataType.INT32);
  private static final ImmutableSet<DataType> FP8 =
      ImmutableSet.of(DataType.FP8E4M3FN, DataType.FP8E5M2, DataType.FP8E8M0, DataType.HF8);
  private static final ImmutableSet<DataType> FACTORS =
      ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT8);
  private static final ImmutableSet<DataType> RANDOM =
      ImmutableSet.of(DataType.INT32, DataType.UINT32);
  private static final ImmutableSet<DataType> PRODUCTS =
      plus(ARITHMETIC, DataType.UINT16, DataType.UINT32, DataType.BF16);
  private static final ImmutableSet<DataType> REPEATED =
      ImmutableSet.of(
          DataType.INT8,
          DataType.UINT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32,
          DataType.FP16,
          DataType.FP32,
          DataType.BF16);
  private static final ImmutableSet<DataType> SIGNED_TRIANGLES =
      ImmutableSet.of(
          DataType.INT16,
          DataType.INT32,
          DataType.UINT16,
          DataType.UINT32,
          DataType.FP16,
          DataType.FP32);

  private static ImmutableSet<DataType> plus(Set<DataType> types, DataType... more) {
    return ImmutableSet.<DataType>builder().addAll(types).add(more).build();
  }

  private static Support everywhere(ImmutableSet<DataType> types) {
    return new Support(types, types);
  }

  /** The support of the operator of a name, tensor operators by the instruction they become. */
  static Support of(String name) {
    String operator = name.substring(name.lastIndexOf('.') + 1);
    return switch (name.substring(0, name.indexOf('.'))) {
      case "tile", "tensor" -> computing(operator);
      case "prefetch" -> new Support(ANY, NONE);
      case "system" -> operator.equals("set_ffts") ? new Support(ANY, NONE) : everywhere(ANY);
      default -> everywhere(ANY);
    };
  }

  private static Support computing(String operator) {
    return switch (operator) {
      case "add",
          "adds",
          "part_add",
          "part_mul",
          "part_max",
          "part_min",
          "subs",
          "muls",
          "neg",
          "col_sum",
          "col_max",
          "col_min" ->
          new Support(ARITHMETIC, WITH_BF16);
      case "sub",
          "divs",
          "maximum",
          "minimum",
          "maximums",
          "minimums",
          "cmps",
          "row_expand_add",
          "row_expand_sub",
          "row_expand_mul",
          "row_expand_max",
          "row_expand_min",
          "col_expand_add",
          "col_expand_sub",
          "col_expand_mul",
          "col_expand_max",
          "col_expand_min",
          "expands",
          "full" ->
          new Support(ARITHMETIC, WITH_BYTES);
      case "mul",
          "fmod",
          "fmods",
          "row_sum",
          "row_max",
          "row_min",
          "row_prod",
          "row_argmax",
          "row_argmin" ->
          everywhere(ARITHMETIC);
      case "div" -> new Support(FLOATS, ARITHMETIC);
      case "cmp" -> new Support(plus(FLOATS, DataType.INT32), WITH_BF16);
      case "and", "or", "xor", "ands", "ors", "xors" -> new Support(SHORT_BITS, BITS);
      case "shl", "shr", "shls" -> everywhere(BITS);
      case "shrs" -> new Support(ImmutableSet.of(DataType.INT16, DataType.INT32), BITS);
      case "not" -> everywhere(ImmutableSet.of(DataType.INT16, DataType.UINT16));
      case "abs",
          "exp",
          "log",
          "sqrt",
          "rsqrt",
          "recip",
          "relu",
          "prelu",
          "lrelu",
          "row_expand_div",
          "row_expand_expdif",
          "col_expand_div",
          "col_expand_expdif",
          "col_argmax",
          "col_argmin",
          "sort32",
          "mrgsort_format1",
          "mrgsort_format2" ->
          everywhere(FLOATS);
      case "sin", "cos" -> everywhere(ImmutableSet.of(DataType.FP32));
      case "col_prod" -> new Support(ARITHMETIC, PRODUCTS);
      case "row_expand", "col_expand" -> everywhere(REPEATED);
      case "concat", "transpose", "scatter", "scatter_update" -> everywhere(Defs.SCATTERED);
      case "scatter_mask" -> new Support(Defs.SCATTERED, NONE);
      case "ci" -> everywhere(ImmutableSet.of(DataType.INT16, DataType.INT32));
      case "tri" -> new Support(SIGNED_TRIANGLES, REPEATED);
      case "random" -> new Support(NONE, RANDOM);
      case "matmul", "matmul_acc", "matmul_bias", "batch_matmul", "batch_matmul_acc" ->
          new Support(FACTORS, plus(FACTORS, DataType.FP8E4M3FN, DataType.FP8E5M2));
      case "gemv", "gemv_acc", "gemv_bias" -> everywhere(FACTORS);
      case "matmul_mx", "matmul_mx_acc", "matmul_mx_bias", "tget_scale_addr" ->
          new Support(NONE, FP8);
      case "gather", "gather_mask" -> everywhere(Defs.GATHERED);
      case "gather_compare" -> new Support(plus(FLOATS, DataType.INT32), Defs.GATHERED);
      case "mgather" -> new Support(REPEATED, plus(REPEATED, FP8.toArray(new DataType[0])));
      case "mscatter" -> everywhere(Defs.GATHERED);
      default -> everywhere(ANY);
    };
  }

  /** Whether there are element types on which a machine with these instructions executes it. */
  public boolean on(Isa isa) {
    return !types(isa).isEmpty();
  }

  /** The element types on machines with these instructions. */
  public ImmutableSet<DataType> types(Isa isa) {
    return switch (isa) {
      case A2A3 -> a2a3;
      case A5 -> a5;
    };
  }

  /** Whether every element type is supported on both machines. */
  public boolean isComplete() {
    return a2a3.size() == ANY.size() && a5.size() == ANY.size();
  }

  /** Whether {@code types} are all that there are. */
  static boolean isAny(Set<DataType> types) {
    return types.size() == ANY.size();
  }
}
