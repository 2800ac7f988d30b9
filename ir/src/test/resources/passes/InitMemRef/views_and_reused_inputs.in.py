# pypto.program: ViewsAndReusedInputs
import pypto.language as pl

@pl.program
class ViewsAndReusedInputs:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        s: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.slice(t, [16, 16], [8, 16])
        f: pl.Tile[[64, 32], pl.FP32, pl.Mem.Vec] = pl.tile.reshape(t, [64, 32])
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = s
        r: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(c, [0, 0], y)
        return y
