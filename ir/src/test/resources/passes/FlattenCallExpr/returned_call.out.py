# pypto.program: ReturnedCall
import pypto.language as pl

@pl.program
class ReturnedCall:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t__tmp_v0: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        t__tmp_v1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t__tmp_v0, [0, 0], y)
        return t__tmp_v1
