# pypto.program: ReassignedParameters
import pypto.language as pl

@pl.program
class ReassignedParameters:
    @pl.function(type=pl.FunctionType.Inline)
    def clamped(n: pl.Scalar[pl.INDEX], limit: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        if n > limit:
            n: pl.Scalar[pl.INDEX] = limit
        return n

    @pl.function(type=pl.FunctionType.Inline)
    def copied(x: pl.Tensor[[32, 32], pl.FP32], row: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        t: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [row, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(t, [row, 0], y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        m: pl.Scalar[pl.INDEX] = self.clamped(n, 24)
        y: pl.Tensor[[32, 32], pl.FP32] = self.copied(x, m + 0, y)
        y: pl.Tensor[[32, 32], pl.FP32] = self.copied(x, n, y)
        return y
