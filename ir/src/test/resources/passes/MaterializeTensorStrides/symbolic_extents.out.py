# pypto.program: SymbolicExtents
import pypto.language as pl

n = pl.dynamic("n")

@pl.program
class SymbolicExtents:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, n: pl.Scalar[pl.INDEX], x: pl.Tensor[[n, 16], pl.FP32], w: pl.Tensor[[4, n, 16], pl.FP32, pl.TensorView(stride=[n * pl.const(16, pl.INDEX), 1, n], layout=pl.TensorLayout.DN)], v: pl.Tensor[[4, n, 16], pl.FP32, pl.TensorView(valid_shape=[2, n, 16], stride=[n * pl.const(16, pl.INDEX), 16, 1], layout=pl.TensorLayout.ND)]):
        s: pl.Tensor[[8, 16], pl.FP32, pl.TensorView(valid_shape=[n, 16], stride=[16, 1], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x, [8, 16], [0, 0], [n, 16])
        u: pl.Tensor[[8, 16], pl.FP32, pl.TensorView(valid_shape=[n, 16], stride=[16, 1], layout=pl.TensorLayout.ND)] = s
