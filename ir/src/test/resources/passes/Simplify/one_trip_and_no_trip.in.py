# pypto.program: OneTripAndNoTrip
import pypto.language as pl

@pl.program
class OneTripAndNoTrip:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for i, (once,) in pl.range(0, 64, 64, init_values=(y,)):
            t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i + 32, 0], once)
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
        for j, (never,) in pl.range(4, 4, init_values=(y2,)):
            u: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [j, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
            y3: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(u, [j, 0], never)
            y4: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y3)
        return y4
