# pypto.program: DemandDecidesALoad
import pypto.language as pl

@pl.program
class DemandDecidesALoad:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        a: pl.Tile[[32, 64], pl.FP32] = pl.tile.load(x, [0, 0], [32, 64], [32, 64])
        for i, (acc,) in pl.range(4, init_values=(a,)):
            b: pl.Tile[[32, 64], pl.FP32] = pl.tile.adds(acc, 1.0)
            c: pl.Tile[[32, 64], pl.FP32] = pl.yield_(b)
        r: pl.Tensor[[32, 64], pl.FP32] = pl.tile.store(c, [0, 0], y)
        return r
