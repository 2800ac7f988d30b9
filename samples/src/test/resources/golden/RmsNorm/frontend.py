# pypto.program: RmsNorm
import pypto.language as pl

@pl.program
class RmsNorm:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[32, 256], pl.FP32], gain: pl.Tensor[[1, 256], pl.FP32], y: pl.Out[pl.Tensor[[32, 256], pl.FP32]]) -> pl.Tensor[[32, 256], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            meanSquare: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.muls(pl.tensor.row_sum(pl.tensor.mul(x, x)), 0.00390625)
            rms: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.sqrt(pl.tensor.adds(meanSquare, 1.0000000000000001e-05))
            y: pl.Tensor[[32, 256], pl.FP32] = pl.tensor.assemble(y, pl.tensor.col_expand_mul(pl.tensor.row_expand_div(x, rms), gain), [0, 0])
        return y