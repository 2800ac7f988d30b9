# pypto.program: DemandDecidesALoad
import pypto.language as pl

@pl.program
class DemandDecidesALoad:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        a: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        for i, (acc,) in pl.range(4, init_values=(a,)):
            b: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(acc, 1.0)
            c: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(b)
        r: pl.Tensor[[32, 64], pl.FP32] = pl.tile.store(c, [0, 0], y)
        return r
