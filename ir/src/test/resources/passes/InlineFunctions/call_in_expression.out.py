# pypto.program: CallInExpression
import pypto.language as pl

@pl.program
class CallInExpression:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        t_inline0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, a)
        b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = t_inline0
        t_inline1: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(b, b)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(pl.tile.mul(t_inline1, a), [0, 0], y)
        return y
