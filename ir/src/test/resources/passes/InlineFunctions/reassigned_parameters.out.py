# pypto.program: ReassignedParameters
import pypto.language as pl

@pl.program
class ReassignedParameters:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        n_inline0: pl.Scalar[pl.INDEX] = n
        if n_inline0 > 24:
            n_inline0: pl.Scalar[pl.INDEX] = 24
        m: pl.Scalar[pl.INDEX] = n_inline0
        t_inline1: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [m + 0, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(t_inline1, [m + 0, 0], y)
        t_inline2: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [n, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(t_inline2, [n, 0], y)
        return y
