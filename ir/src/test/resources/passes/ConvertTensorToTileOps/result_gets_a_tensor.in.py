# pypto.program: ResultGetsATensor
import pypto.language as pl

@pl.program
class ResultGetsATensor:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 64], pl.FP32]) -> tuple[pl.Tensor[[32, 64], pl.FP32], pl.Tensor[[32, 1], pl.FP32]]:
        e: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.muls(x, 2.0)
        m: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.row_max(e)
        return e, m

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[32, 64], pl.FP32]) -> pl.Tensor[[32, 1], pl.FP32]:
        r = self.k(x)
        e: pl.Tensor[[32, 64], pl.FP32] = r[0]
        m: pl.Tensor[[32, 1], pl.FP32] = r[1]
        return m
