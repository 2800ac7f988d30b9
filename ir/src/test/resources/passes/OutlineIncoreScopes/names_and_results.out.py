# pypto.program: NamesAndResults
import pypto.language as pl

@pl.program
class NamesAndResults:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def main_incore_2(y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], c: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.assemble(y, c, [0, 0])
        return y
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def twice(x: pl.Tensor[[64, 64], pl.FP32]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        a: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.add(x, x)
        b: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.mul(a, x)
        inner: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.mul(b, b)
        return a, b
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def twice_0(a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        c: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.sub(a, b)
        return c
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        ret__tmp_v0: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]] = self.twice(x)
        a: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[0]
        b: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[1]
        c: pl.Tensor[[64, 64], pl.FP32] = self.twice_0(a, b)
        y1: pl.Tensor[[64, 64], pl.FP32] = self.main_incore_2(y, c)
        return y1
