# pypto.program: LoadedComputedStored
import pypto.language as pl

@pl.program
class LoadedComputedStored:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], i: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        s: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.slice(x, [16, 64], [i, 0])
        e: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp(s)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.assemble(y, e, [i, 0])
        return y1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y1: pl.Tensor[[64, 64], pl.FP32] = self.k(x, 16, y)
        return y1
