# pypto.program: OneBaseEach
import pypto.language as pl

@pl.program
class OneBaseEach:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        u: pl.Tile[[64, 64], pl.FP16, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.FP16, mode='round')
        w: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.cast(u, target_type=pl.FP32, mode='round')
        r: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(w, [0, 0], y)
        return y
