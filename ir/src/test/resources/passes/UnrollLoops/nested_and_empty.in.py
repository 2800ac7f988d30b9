# pypto.program: NestedAndEmpty
import pypto.language as pl

@pl.program
class NestedAndEmpty:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        # every half
        for i in pl.unroll(2):
            for j in pl.unroll(32, 0, -16):
                t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 32 + j - 16, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
                y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i * 32, 0], y)
            for m in pl.unroll(0):
                y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [m, 0], y)
        return y
