package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Pipe;
import java.util.Optional;

/** The usual beginnings of operator definitions, and the parts that recur in them. */
final class Defs {
  static final ImmutableSet<DataType> FLOATS = ImmutableSet.of(DataType.FP16, DataType.FP32);
  static final ImmutableSet<DataType> DIVISIBLE =
      ImmutableSet.of(DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);
  static final ImmutableSet<DataType> SUBTRACTABLE =
      ImmutableSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.FP16,
          DataType.FP32,
          DataType.BF16);

  static final ImmutableSet<DataType> INTEGERS =
      ImmutableSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64);

  static final ImmutableSet<DataType> GATHERED = DIVISIBLE;
  static final ImmutableSet<DataType> SCATTERED = SUBTRACTABLE;

  static final AttrDef CMP_TYPE =
      AttrDef.required("cmp_type", AttrValue.OfInt.class, "0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge");
  static final AttrDef HIGH_PRECISION =
      AttrDef.withDefault(
          "high_precision", AttrValue.of(false), "slower, with a smaller error; fp16 and fp32");
  static final AttrDef DTYPE =
      AttrDef.required("dtype", AttrValue.OfDataType.class, "element type of the result");
  static final AttrDef TARGET_TYPE =
      AttrDef.required("target_type", AttrValue.OfDataType.class, "element type of the result");
  static final AttrDef CAST_MODE =
      AttrDef.required(
          "mode",
          AttrValue.OfInt.class,
          "rounding: 0 none, 1 rint, 2 round, 3 floor, 4 ceil, 5 trunc, 6 odd");
  static final AttrDef ATOMIC =
      AttrDef.withDefault("atomic", AttrValue.of(0), "0 overwrites, 1 adds to what is there");
  static final AttrDef CLAMP =
      AttrDef.withDefault(
          "clamp", AttrValue.of(false), "cut the window where it leaves the tensor");

  static final AttrDef DESCENDING =
      AttrDef.withDefault("descending", AttrValue.of(false), "count down instead");
  static final AttrDef ROUNDS =
      AttrDef.withDefault("rounds", AttrValue.of(10), "rounds of the generator: 7 or 10");
  static final AttrDef TRANSPOSE_ROWS =
      AttrDef.withDefault("transpose", AttrValue.of(false), "the rows become columns");
  static final AttrDef ROW_DIM =
      AttrDef.withDefault("dim", AttrValue.of(-2), "the axis that is indexed: -2 only");

  private Defs() {}

  /** Key and counter of a random generator, and then {@code more}. */
  static Operand[] seeds(Operand... more) {
    Operand[] all = new Operand[6 + more.length];
    for (int i = 0; i < 6; i++) {
      String name = i < 2 ? "key" + i : "counter" + (i - 2);
      all[i] =
          Operand.scalar(name).of(ImmutableList.of(DataType.INT32)).with(Operand.Literal.INT32);
    }
    System.arraycopy(more, 0, all, 6, more.length);
    return all;
  }

  private static OpDefBuilder base(
      String name, OpDef.Category category, String doc, TypeRule rule, Operand... operands) {
    return new OpDefBuilder()
        .name(name)
        .category(category)
        .doc(doc)
        .typeRule(rule)
        .addOperands(operands)
        .variadic(false)
        .outputSpace(new OutputSpace.None())
        .inPlaceSafe(true)
        .writing(OpDef.Writing.AS_DECLARED)
        .pipe(PipeUse.None.INSTANCE)
        .rowMajorResult(false)
        .result(OpDef.Result.VALUE)
        .internal(false)
        .once(false);
  }

  /** A tile operator without a fixed place. */
  static OpDefBuilder tile(String name, String doc, TypeRule rule, Operand... operands) {
    return base(name, OpDef.Category.TILE, doc, rule, operands);
  }

  /** An instruction of the vector unit: its result is in Vec. */
  static OpDefBuilder vector(String name, String doc, TypeRule rule, Operand... operands) {
    return tile(name, doc, rule, operands)
        .outputSpace(new OutputSpace.Fixed(MemorySpace.VEC))
        .affinity(Affinity.VECTOR)
        .pipe(PipeUse.of(Pipe.V));
  }

  /** An instruction of the matrix unit: its result is in Acc. */
  static OpDefBuilder cube(String name, String doc, TypeRule rule, Operand... operands) {
    return tile(name, doc, rule, operands)
        .outputSpace(new OutputSpace.Fixed(MemorySpace.ACC))
        .affinity(Affinity.CUBE)
        .pipe(PipeUse.of(Pipe.M));
  }

  /** Another look at the first operand's buffer: nothing is read or written. */
  static OpDefBuilder view(String name, String doc, TypeRule rule, Operand... operands) {
    return tile(name, doc, rule, operands)
        .outputSpace(new OutputSpace.Inherited())
        .viewOf(0)
        .result(OpDef.Result.ALIAS)
        .pipe(PipeUse.of(Pipe.S));
  }

  static OpDefBuilder tensor(String name, String doc, TypeRule rule, Operand... operands) {
    return base(name, OpDef.Category.TENSOR, doc, rule, operands);
  }

  static OpDefBuilder of(
      OpDef.Category category, String name, String doc, TypeRule rule, Operand... operands) {
    return base(name, category, doc, rule, operands);
  }

  /** A tensor that is another look at the first operand. */
  static OpDefBuilder tensorView(String name, String doc, TypeRule rule, Operand... operands) {
    return tensor(name, doc, rule, operands)
        .outputSpace(new OutputSpace.Inherited())
        .viewOf(0)
        .result(OpDef.Result.ALIAS);
  }

  /** An operator that stands for its effect. */
  static OpDefBuilder effect(
      OpDef.Category category, String name, String doc, TypeRule rule, Operand... operands) {
    return base(name, category, doc, rule, operands).result(OpDef.Result.NONE);
  }

  /** A tile operand in Vec. */
  static Operand vec(String name) {
    return Operand.tile(name, MemorySpace.VEC);
  }

  /** A tile operand in Vec that must be row-major. */
  static Operand rowVec(String name) {
    return vec(name).asRowMajor();
  }

  /** The place of a result that a keyword argument names. */
  static OutputSpace targetMemory(Optional<MemorySpace> absent) {
    return new OutputSpace.FromAttr("target_memory", absent);
  }

  static AttrDef targetMemoryAttr(String doc) {
    return AttrDef.optional("target_memory", AttrValue.OfMemorySpace.class, doc);
  }
}
