# pypto.program: ConstantsAndDeadScalars
import pypto.language as pl

@pl.program
class ConstantsAndDeadScalars:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[128, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        rows: pl.Scalar[pl.INDEX] = 16 * 4
        unused: pl.Scalar[pl.INDEX] = n * rows
        half: pl.Scalar[pl.INDEX] = rows // 2
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [n * 4 // 4 + half, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        if n < 3:
            m1: pl.Scalar[pl.INDEX] = n + 3 - n
            unread: pl.Scalar[pl.INDEX] = pl.yield_(m1)
        else:
            unread: pl.Scalar[pl.INDEX] = pl.yield_(n)
        y1: pl.Tensor[[128, 64], pl.FP32] = pl.tile.store(t, [rows - 32, 0], y)
        return y1
