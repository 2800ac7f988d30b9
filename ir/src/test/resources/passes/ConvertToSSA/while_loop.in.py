# pypto.program: WhileLoop
import pypto.language as pl

@pl.program
class WhileLoop:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:
        row: pl.Scalar[pl.INDEX] = n
        while row < 64:
            t: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [row, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
            y: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(t, [row, 0], y)
            row: pl.Scalar[pl.INDEX] = row + 8
        return y
