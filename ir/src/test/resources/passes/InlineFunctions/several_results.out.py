# pypto.program: SeveralResults
import pypto.language as pl

@pl.program
class SeveralResults:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        upper_inline0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        lower_inline1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        upper: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = upper_inline0
        lower: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = lower_inline1
        y: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(pl.tile.add(upper, lower), [0, 0], y)
        return y
