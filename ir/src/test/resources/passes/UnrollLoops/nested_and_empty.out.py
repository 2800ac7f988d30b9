# pypto.program: NestedAndEmpty
import pypto.language as pl

@pl.program
class NestedAndEmpty:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        # every half
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.const(0, pl.INDEX) * pl.const(32, pl.INDEX) + pl.const(32, pl.INDEX) - pl.const(16, pl.INDEX), 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [pl.const(0, pl.INDEX) * pl.const(32, pl.INDEX), 0], y)
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.const(0, pl.INDEX) * pl.const(32, pl.INDEX) + pl.const(16, pl.INDEX) - pl.const(16, pl.INDEX), 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [pl.const(0, pl.INDEX) * pl.const(32, pl.INDEX), 0], y)
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.const(1, pl.INDEX) * pl.const(32, pl.INDEX) + pl.const(32, pl.INDEX) - pl.const(16, pl.INDEX), 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [pl.const(1, pl.INDEX) * pl.const(32, pl.INDEX), 0], y)
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.const(1, pl.INDEX) * pl.const(32, pl.INDEX) + pl.const(16, pl.INDEX) - pl.const(16, pl.INDEX), 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [pl.const(1, pl.INDEX) * pl.const(32, pl.INDEX), 0], y)
        return y
