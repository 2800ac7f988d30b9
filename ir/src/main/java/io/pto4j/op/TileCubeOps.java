package io.pto4j.op;

import static io.pto4j.op.Defs.cube;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.rule.MatmulRules;

/** Tile operators of the matrix unit. Source: PTO ISA, TMATMUL. */
@AutoService(OpFamily.class)
public final class TileCubeOps implements OpFamily {
  private static final Operand LHS = Operand.tile("lhs", MemorySpace.LEFT);
  private static final Operand RHS = Operand.tile("rhs", MemorySpace.RIGHT);

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
            .build());
  }
}
