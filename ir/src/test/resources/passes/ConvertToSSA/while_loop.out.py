# pypto.program: WhileLoop
import pypto.language as pl

@pl.program
class WhileLoop:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x__ssa_v0: pl.Tensor[[64, 32], pl.FP32], n__ssa_v0: pl.Scalar[pl.INDEX], y__ssa_v0: pl.Out[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:
        row__ssa_v0: pl.Scalar[pl.INDEX] = n__ssa_v0
        for (row__iter_v1, y__iter_v1) in pl.while_(init_values=(row__ssa_v0, y__ssa_v0)):
            pl.cond(row__iter_v1 < 64)
            t__ssa_v0: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [row__iter_v1, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
            y__ssa_v3: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(t__ssa_v0, [row__iter_v1, 0], y__iter_v1)
            row__ssa_v3: pl.Scalar[pl.INDEX] = row__iter_v1 + 8
            row__rv_v2, y__rv_v2 = pl.yield_(row__ssa_v3, y__ssa_v3)
        return y__rv_v2
