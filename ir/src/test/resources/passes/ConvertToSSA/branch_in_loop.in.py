# pypto.program: Carry
import pypto.language as pl

@pl.program
class Carry:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        acc: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(n):
            if i > 2:
                acc: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, acc)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(acc, [0, 0], y)
        return y
