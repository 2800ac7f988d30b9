# pypto.program: CallInExpression
import pypto.language as pl

@pl.program
class CallInExpression:
    @pl.function(type=pl.FunctionType.Inline)
    def twice(x: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec]) -> pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec]:
        t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(x, x)
        return t

    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = self.twice(a)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(pl.tile.mul(self.twice(b), a), [0, 0], y)
        return y
