package io.pto4j.op;

import static io.pto4j.op.Defs.tensor;
import static io.pto4j.op.rule.ReductionRules.Axis.COLUMN;
import static io.pto4j.op.rule.ReductionRules.Axis.ROW;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.rule.ExpandRules;
import io.pto4j.op.rule.ReductionRules;
import io.pto4j.op.rule.ReductionRules.Axis;
import java.util.Optional;

/** Tensor operators that compute. Source: PyPTO tensor operators. */
@AutoService(OpFamily.class)
public final class TensorComputeOps implements OpFamily {
  private static final Operand LHS = Operand.anyTensor("lhs");
  private static final Operand RHS = Operand.anyTensor("rhs");
  private static final Operand INPUT = Operand.anyTensor("input");
  private static final Operand SCALAR = Operand.element("rhs");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tensor");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(binary())
        .addAll(scalar())
        .addAll(unary())
        .addAll(reductions())
        .addAll(expansions())
        .addAll(matrix())
        .build();
  }

  private static ImmutableList<OpDef> binary() {
    return ImmutableList.of(
        binary("tensor.add", "lhs + rhs, element by element"),
        binary("tensor.sub", "lhs - rhs, element by element"),
        binary("tensor.mul", "lhs * rhs, element by element"),
        tensor(
                "tensor.div",
                "lhs / rhs, element by element",
                Rule.PRECISE_QUOTIENT,
                LHS.of(Defs.DIVISIBLE),
                RHS.of(Defs.DIVISIBLE))
            .addAttributes(Defs.HIGH_PRECISION)
            .build(),
        binary("tensor.fmod", "Remainder of lhs / rhs with the sign of lhs"),
        either("tensor.maximum", "The larger of lhs and rhs, element by element"),
        either("tensor.minimum", "The smaller of lhs and rhs, element by element"),
        part("tensor.part_add", "src0 + src1 where both are valid, else the valid one"),
        part("tensor.part_mul", "src0 * src1 where both are valid, else the valid one"),
        part("tensor.part_max", "The larger one where both are valid, else the valid one"),
        part("tensor.part_min", "The smaller one where both are valid, else the valid one"));
  }

  private static OpDef binary(String name, String doc) {
    return tensor(name, doc, Rule.ELEMENTWISE_TENSORS, LHS, RHS).build();
  }

  private static OpDef either(String name, String doc) {
    return tensor(
            name,
            doc,
            Rule.ELEMENTWISE_TENSOR_WITH_ANY,
            LHS,
            Operand.of("rhs", Operand.Kind.TENSOR_OR_SCALAR).with(Operand.Literal.ELEMENT))
        .build();
  }

  private static OpDef part(String name, String doc) {
    return tensor(
            name,
            doc,
            Rule.ELEMENTWISE_TENSOR_PARTS,
            Operand.anyTensor("src0"),
            Operand.anyTensor("src1"))
        .build();
  }

  private static ImmutableList<OpDef> scalar() {
    return ImmutableList.of(
        scalar("tensor.adds", "lhs + scalar, element by element"),
        tensor(
                "tensor.subs",
                "lhs - scalar, element by element",
                Rule.ELEMENTWISE_TENSOR_LESS_SCALAR,
                LHS.of(Defs.SUBTRACTABLE),
                SCALAR.of(Defs.SUBTRACTABLE))
            .build(),
        scalar("tensor.muls", "lhs * scalar, element by element"),
        scalar("tensor.divs", "lhs / scalar, element by element"),
        scalar("tensor.fmods", "Remainder of lhs / scalar with the sign of lhs"));
  }

  private static OpDef scalar(String name, String doc) {
    return tensor(name, doc, Rule.ELEMENTWISE_TENSOR_SCALAR, LHS, SCALAR).build();
  }

  private static ImmutableList<OpDef> unary() {
    Operand fp32 = INPUT.of(ImmutableSet.of(DataType.FP32));
    return ImmutableList.of(
        unary("tensor.neg", "-x", Rule.ELEMENTWISE_TENSOR, INPUT),
        unary("tensor.abs", "|x|", Rule.ELEMENTWISE_TENSOR, INPUT),
        unary("tensor.exp", "e to the power x", Rule.ELEMENTWISE_TENSOR_FLOAT, INPUT),
        unary("tensor.sqrt", "Square root of x", Rule.ELEMENTWISE_TENSOR_FLOAT, INPUT),
        precise(
            "tensor.log", "Natural logarithm of x", Rule.ELEMENTWISE_TENSOR, INPUT.of(Defs.FLOATS)),
        precise("tensor.rsqrt", "1 / sqrt(x)", Rule.ELEMENTWISE_TENSOR_FLOAT, INPUT),
        precise("tensor.recip", "1 / x", Rule.PRECISE_TENSOR_FLOAT, INPUT),
        unary("tensor.sin", "Sine of x in radians", Rule.ELEMENTWISE_TENSOR, fp32),
        unary("tensor.cos", "Cosine of x in radians", Rule.ELEMENTWISE_TENSOR, fp32),
        tensor("tensor.cast", "x in another element type", Rule.CAST_TENSOR, INPUT)
            .addAttributes(Defs.TARGET_TYPE, Defs.CAST_MODE)
            .build());
  }

  private static OpDef unary(String name, String doc, Rule rule, Operand operand) {
    return tensor(name, doc, rule, operand).build();
  }

  private static OpDef precise(String name, String doc, Rule rule, Operand operand) {
    return tensor(name, doc, rule, operand).addAttributes(Defs.HIGH_PRECISION).build();
  }

  private static ImmutableList<OpDef> reductions() {
    Optional<DataType> same = Optional.empty();
    Optional<DataType> position = Optional.of(DataType.INT32);
    return ImmutableList.of(
        reduction("tensor.row_sum", "Sum of each row", ROW, INPUT, same),
        reduction("tensor.row_max", "Largest element of each row", ROW, INPUT, same),
        reduction(
            "tensor.row_min", "Smallest element of each row", ROW, INPUT.of(Defs.DIVISIBLE), same),
        reduction("tensor.row_prod", "Product of each row", ROW, INPUT, same),
        reduction(
            "tensor.row_argmax", "Column of the largest element of each row", ROW, INPUT, position),
        reduction(
            "tensor.row_argmin",
            "Column of the smallest element of each row",
            ROW,
            INPUT,
            position),
        reduction("tensor.col_sum", "Sum of each column", COLUMN, INPUT, same),
        reduction("tensor.col_max", "Largest element of each column", COLUMN, INPUT, same),
        reduction("tensor.col_min", "Smallest element of each column", COLUMN, INPUT, same),
        reduction("tensor.col_prod", "Product of each column", COLUMN, INPUT, same),
        reduction(
            "tensor.col_argmax",
            "Row of the largest element of each column",
            COLUMN,
            INPUT,
            position),
        reduction(
            "tensor.col_argmin",
            "Row of the smallest element of each column",
            COLUMN,
            INPUT,
            position));
  }

  private static OpDef reduction(
      String name, String doc, Axis axis, Operand input, Optional<DataType> result) {
    return tensor(name, doc, ReductionRules.tensor(axis, result), input)
        .addAttributes(
            AttrDef.withDefault(
                "axis", AttrValue.of(axis == ROW ? -1 : -2), "the operator's own axis"),
            AttrDef.withDefault(
                "keep_dim", AttrValue.of(true), "the reduced axis stays with extent 1"))
        .build();
  }

  private static ImmutableList<OpDef> expansions() {
    ImmutableList.Builder<OpDef> result = ImmutableList.builder();
    result.add(
        tensor(
                "tensor.row_expand",
                "The row's value in every element; target gives the shape only",
                ExpandRules.tensor(ROW, true),
                Operand.tensor("target").with(Operand.Effect.NONE),
                Operand.tensor("row_vec"))
            .build(),
        tensor(
                "tensor.col_expand",
                "The column's value in every element; tensor gives the shape only",
                ExpandRules.tensor(COLUMN, true),
                Operand.tensor("tensor").with(Operand.Effect.NONE),
                Operand.tensor("col_vec"))
            .build());
    for (Expansion expansion : Expansion.values()) {
      result.add(expansion.row(), expansion.column());
    }
    return result
        .add(
            tensor(
                    "tensor.expands",
                    "The target's shape with the scalar in every element",
                    Rule.EXPAND_TENSOR_SCALAR,
                    Operand.tensor("target").with(Operand.Effect.NONE),
                    Operand.element("scalar"))
                .build(),
            tensor(
                    "tensor.expand_clone",
                    "The target with the input repeated along an axis of extent 1",
                    Rule.EXPAND_CLONE,
                    Operand.tensor("input"),
                    Operand.tensor("target").with(Operand.Effect.WRITE))
                .reusesInput(1)
                .writeChannel(OpDef.WriteChannel.DMA)
                .build())
        .build();
  }

  /** What a row or column expansion does with the matrix and the repeated value. */
  private enum Expansion {
    ADD("add", "matrix + the %s's value"),
    SUB("sub", "matrix - the %s's value"),
    MUL("mul", "matrix * the %s's value"),
    DIV("div", "matrix / the %s's value"),
    MAX("max", "The larger of matrix and the %s's value"),
    MIN("min", "The smaller of matrix and the %s's value"),
    EXPDIF("expdif", "e to the power (matrix - the %s's value)");

    private final String suffix;
    private final String doc;

    Expansion(String suffix, String doc) {
      this.suffix = suffix;
      this.doc = doc;
    }

    OpDef row() {
      return of("row", ROW, "row_vec");
    }

    OpDef column() {
      return of("column", COLUMN, "col_vec");
    }

    private OpDef of(String what, Axis axis, String vector) {
      // only this instruction has a type rule of its own
      ImmutableSet<DataType> dtypes =
          this == ADD && axis == ROW ? TileReductionOps.ADDABLE : ImmutableSet.of();
      return tensor(
              "tensor." + (axis == ROW ? "row" : "col") + "_expand_" + suffix,
              doc.replace("%s", what),
              ExpandRules.tensor(axis, dtypes.isEmpty()),
              Operand.tensor("tensor").of(dtypes),
              Operand.tensor(vector).of(dtypes))
          .build();
    }
  }

  private static ImmutableList<OpDef> matrix() {
    AttrDef aTrans =
        AttrDef.withDefault("a_trans", AttrValue.of(false), "lhs is stored transposed");
    AttrDef bTrans =
        AttrDef.withDefault("b_trans", AttrValue.of(false), "rhs is stored transposed");
    return ImmutableList.of(
        tensor("tensor.matmul", "The matrix product lhs x rhs", Rule.MATMUL_TENSOR, LHS, RHS)
            .addAttributes(
                AttrDef.optional(
                    "out_dtype",
                    AttrValue.OfDataType.class,
                    "element type of the result; absent: the operands'"),
                aTrans,
                bTrans,
                AttrDef.withDefault(
                    "c_matrix_nz", AttrValue.of(false), "the result in boxes instead of rows"))
            .build(),
        tensor(
                "tensor.matmul_acc",
                "acc + lhs x rhs; just lhs x rhs where init_cond holds",
                Rule.MATMUL_TENSOR_ACC,
                Operand.tensor("acc"),
                LHS,
                RHS,
                Operand.scalar("init_cond").asOptional())
            .addAttributes(aTrans, bTrans)
            .build());
  }
}
