package io.pto4j.op;

import static io.pto4j.op.Defs.cube;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Pipe;
import io.pto4j.op.Operand.Effect;

/** Tile operators of the matrix unit. Source: PTO ISA, TMATMUL. */
@AutoService(OpFamily.class)
public final class TileCubeOps implements OpFamily {
  private static final Operand LHS = Operand.tile("lhs", MemorySpace.LEFT);
  private static final Operand RHS = Operand.tile("rhs", MemorySpace.RIGHT);

  private static final ImmutableSet<DataType> VECTOR_TYPES =
      ImmutableSet.of(DataType.INT8, DataType.FP16, DataType.BF16, DataType.FP32);
  private static final Operand VECTOR = LHS.of(VECTOR_TYPES);
  private static final Operand MATRIX = RHS.of(VECTOR_TYPES);
  private static final ImmutableSet<DataType> FP8 = ImmutableSet.of(DataType.FP8E4M3FN);
  private static final ImmutableSet<DataType> SCALE = ImmutableSet.of(DataType.FP8E8M0);
  private static final Operand SCALED_LHS = LHS.of(FP8);
  private static final Operand SCALED_RHS = RHS.of(FP8);
  private static final Operand LHS_SCALE =
      Operand.tile("lhs_scale", MemorySpace.LEFT_SCALE).of(SCALE);
  private static final Operand RHS_SCALE =
      Operand.tile("rhs_scale", MemorySpace.RIGHT_SCALE).of(SCALE);
  private static final AttrDef PHASE =
      AttrDef.withDefault(
          "acc_phase", AttrValue.of("unspecified"), "unspecified, partial or final");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        cube("tile.matmul", "The matrix product lhs x rhs", Rule.MATMUL_TILE, LHS, RHS).build(),
        cube(
                "tile.matmul_acc",
                "acc + lhs x rhs; just lhs x rhs where init_cond holds",
                Rule.MATMUL_TILE_ACC,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                LHS,
                RHS,
                Operand.scalar("init_cond").asOptional())
            .reusesInput(0)
            .build(),
        cube(
                "tile.matmul_bias",
                "lhs x rhs with the bias row added to every row",
                Rule.MATMUL_TILE_BIAS,
                LHS,
                RHS,
                Operand.tile("bias", MemorySpace.BIAS))
            .build(),
        cube(
                "tile.batch_matmul",
                "One matrix product per index of the leading dimensions",
                Rule.MATMUL_TILE_BATCH,
                LHS,
                RHS)
            .build(),
        cube(
                "tile.batch_matmul_acc",
                "acc + lhs x rhs per index of the leading dimensions",
                Rule.MATMUL_TILE_BATCH_ACC,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                LHS,
                RHS)
            .reusesInput(0)
            .build(),
        cube("tile.gemv", "A row times a matrix", Rule.MATMUL_VECTOR, VECTOR, MATRIX)
            .addAttributes(PHASE)
            .build(),
        cube(
                "tile.gemv_acc",
                "acc + a row times a matrix",
                Rule.MATMUL_VECTOR_ACC,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                VECTOR,
                MATRIX)
            .addAttributes(PHASE)
            .reusesInput(0)
            .build(),
        cube(
                "tile.gemv_bias",
                "A row times a matrix, with the bias row added",
                Rule.MATMUL_VECTOR_BIAS,
                VECTOR,
                MATRIX,
                Operand.tile("bias", MemorySpace.BIAS))
            .addAttributes(PHASE)
            .build(),
        scaled("tile.matmul_mx", "lhs x rhs, each with a scale per 32 factors", Rule.MX_PRODUCT)
            .build(),
        cube(
                "tile.matmul_mx_acc",
                "acc + lhs x rhs, each with a scale per 32 factors",
                Rule.MX_ACC,
                Operand.tile("acc", MemorySpace.ACC).with(Effect.READ_WRITE),
                SCALED_LHS,
                LHS_SCALE,
                SCALED_RHS,
                RHS_SCALE)
            .reusesInput(0)
            .build(),
        scaled(
                "tile.matmul_mx_bias",
                "lhs x rhs, each with a scale per 32 factors, with the bias row added",
                Rule.MX_BIAS)
            .addOperands(Operand.tile("bias", MemorySpace.BIAS))
            .build(),
        Defs.tile(
                "tile.tget_scale_addr",
                "Ties the scales to the data they belong to",
                Rule.MX_SCALE_ADDRESS,
                Operand.tile("dst_scale", MemorySpace.LEFT_SCALE, MemorySpace.RIGHT_SCALE)
                    .with(Effect.WRITE),
                Operand.tile("src", MemorySpace.LEFT, MemorySpace.RIGHT))
            .outputSpace(new OutputSpace.Inherited())
            .reusesInput(0)
            .affinity(Affinity.CUBE)
            .pipe(PipeUse.of(Pipe.S))
            .internal(true)
            .build());
  }

  private static OpDefBuilder scaled(String name, String doc, Rule rule) {
    return cube(name, doc, rule, SCALED_LHS, LHS_SCALE, SCALED_RHS, RHS_SCALE);
  }
}
