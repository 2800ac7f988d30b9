# pypto.program: OneTripAndNoTrip
import pypto.language as pl

@pl.program
class OneTripAndNoTrip:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [32, 0], y)
        y4: pl.Tensor[[64, 64], pl.FP32] = y1
        return y4
