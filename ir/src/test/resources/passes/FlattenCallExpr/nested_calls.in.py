# pypto.program: Nested
import pypto.language as pl

@pl.program
class Nested:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(pl.tile.exp(pl.tile.add(a, a)), [0, 0], y)
        return r
