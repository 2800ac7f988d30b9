# pypto.program: DefinedInBothBranches
import pypto.language as pl

@pl.program
class DefinedInBothBranches:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        if n == 0:
            local: pl.Scalar[pl.INDEX] = n + 1
            b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.exp(a)
            m: pl.Scalar[pl.INDEX] = local
        else:
            b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.abs(a)
            m: pl.Scalar[pl.INDEX] = n
            a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, b)
        c: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a, b)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(c, [m, 0], y)
        return y
