# pypto.program: ReturnedCall
import pypto.language as pl

@pl.program
class ReturnedCall:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        return pl.tile.store(pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec), [0, 0], y)
