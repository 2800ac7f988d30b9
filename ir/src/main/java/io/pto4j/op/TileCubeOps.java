package io.pto4j.op;

import static io.pto4j.op.Defs.cube;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.rule.MatmulRules;

/** Tile operators of the matrix unit. Source: PTO ISA, TMATMUL. */
@AutoService(OpFamily.class)
public final class TileCubeOps implements OpFamily {
  private static final Operand LHS = Operand.tile("lhs", MemorySpace.LEFT);
  private static final Operand RHS = Operand.tile("rhs", MemorySpace.RIGHT);

  private static final ImmutableSet<DataType> VECTOR_TYPES =
      ImmutableSet.of(DataType.INT8, DataType.FP16, DataType.BF16, DataType.FP32);
  private static final Operand VECTOR = LHS.of(VECTOR_TYPES);
  private static final Operand MATRIX = RHS.of(VECTOR_TYPES);
  private static final AttrDef PHASE =
      AttrDef.withDefault(
          "acc_phase", AttrValue.of("unspecified"), "unspecified, partial or final");

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        cube("tile.matmul", "The matrix product lhs x rhs", MatmulRules::tile, LHS, RHS).build(),
        cube(
                "tile.matmul_acc",
                "acc + lhs x rhs; just lhs x rhs where init_cond holds",
                MatmulRules::tileAcc,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                LHS,
                RHS,
                Operand.scalar("init_cond").asOptional())
            .reusesInput(0)
            .build(),
        cube(
                "tile.matmul_bias",
                "lhs x rhs with the bias row added to every row",
                MatmulRules::tileBias,
                LHS,
                RHS,
                Operand.tile("bias", MemorySpace.BIAS))
            .build(),
        cube(
                "tile.batch_matmul",
                "One matrix product per index of the leading dimensions",
                MatmulRules::tileBatch,
                LHS,
                RHS)
            .build(),
        cube(
                "tile.batch_matmul_acc",
                "acc + lhs x rhs per index of the leading dimensions",
                MatmulRules::tileBatchAcc,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                LHS,
                RHS)
            .reusesInput(0)
            .build(),
        cube("tile.gemv", "A row times a matrix", MatmulRules::vector, VECTOR, MATRIX)
            .addAttributes(PHASE)
            .build(),
        cube(
                "tile.gemv_acc",
                "acc + a row times a matrix",
                MatmulRules::vectorAcc,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                VECTOR,
                MATRIX)
            .addAttributes(PHASE)
            .reusesInput(0)
            .build(),
        cube(
                "tile.gemv_bias",
                "A row times a matrix, with the bias row added",
                MatmulRules::vectorBias,
                VECTOR,
                MATRIX,
                Operand.tile("bias", MemorySpace.BIAS))
            .addAttributes(PHASE)
            .build());
  }
}
