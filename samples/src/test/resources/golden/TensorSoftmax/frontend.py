# pypto.program: TensorSoftmax
import pypto.language as pl

@pl.program
class TensorSoftmax:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 256], pl.FP32], y: pl.Out[pl.Tensor[[64, 256], pl.FP32]]) -> pl.Tensor[[64, 256], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            e: pl.Tensor[[64, 256], pl.FP32] = pl.tensor.exp(pl.tensor.row_expand_sub(x, pl.tensor.row_max(x)))
            y: pl.Tensor[[64, 256], pl.FP32] = pl.tensor.assemble(y, pl.tensor.row_expand_div(e, pl.tensor.row_sum(e)), [0, 0])
        return y