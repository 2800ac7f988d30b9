# pypto.program: LeadingAxesMerge
import pypto.language as pl

@pl.program
class LeadingAxesMerge:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 8, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 8, 64], pl.FP32]]) -> pl.Tensor[[4, 8, 64], pl.FP32]:
        t: pl.Tile[[2, 8, 64], pl.FP32] = pl.tile.load(x, [1, 0, 0], [2, 8, 64], [2, 8, 64])
        u: pl.Tile[[2, 8, 64], pl.FP32] = pl.tile.exp(t)
        r: pl.Tensor[[4, 8, 64], pl.FP32] = pl.tile.store(u, [1, 0, 0], y)
        return r
