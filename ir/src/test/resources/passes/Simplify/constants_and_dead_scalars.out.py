# pypto.program: ConstantsAndDeadScalars
import pypto.language as pl

@pl.program
class ConstantsAndDeadScalars:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[128, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [n + 32, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        if n < 3:
            pass
        y1: pl.Tensor[[128, 64], pl.FP32] = pl.tile.store(t, [32, 0], y)
        return y1
