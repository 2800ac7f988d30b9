# pypto.program: SymbolicExtents
import pypto.language as pl

@pl.program
class SymbolicExtents:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[n, 16], pl.FP32], w: pl.Tensor[[4, n, 16], pl.FP32, pl.TensorView(stride=[], layout=pl.TensorLayout.DN)], v: pl.Tensor[[4, n, 16], pl.FP32, pl.TensorView(valid_shape=[2, n, 16], layout=pl.TensorLayout.ND)]):
        s: pl.Tensor[[8, 16], pl.FP32, pl.TensorView(valid_shape=[n, 16], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x, [8, 16], [0, 0], [n, 16])
        u = s
