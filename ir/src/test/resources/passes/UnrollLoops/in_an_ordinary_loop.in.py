# pypto.program: InAnOrdinaryLoop
import pypto.language as pl

@pl.program
class InAnOrdinaryLoop:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for i in pl.range(n):
            if i < 2:
                for j in pl.unroll(1, 4, 2):
                    t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 32 + j, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
                    y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [j, 0], y)
        return y
