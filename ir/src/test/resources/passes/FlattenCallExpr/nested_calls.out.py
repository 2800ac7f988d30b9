# pypto.program: Nested
import pypto.language as pl

@pl.program
class Nested:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        t__tmp_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, a)
        t__tmp_v1: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.exp(t__tmp_v0)
        r: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(t__tmp_v1, [0, 0], y)
        return r
