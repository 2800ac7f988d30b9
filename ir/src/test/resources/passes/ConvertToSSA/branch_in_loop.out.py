# pypto.program: Carry
import pypto.language as pl

@pl.program
class Carry:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x__ssa_v0: pl.Tensor[[32, 32], pl.FP32], n__ssa_v0: pl.Scalar[pl.INDEX], y__ssa_v0: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        acc__ssa_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        for i__idx_v0, (acc__iter_v1,) in pl.range(n__ssa_v0, init_values=(acc__ssa_v0,)):
            if i__idx_v0 > 2:
                acc__ssa_v3: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc__iter_v1, acc__iter_v1)
                acc__phi_v4: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(acc__ssa_v3)
            else:
                acc__phi_v4: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(acc__iter_v1)
            acc__rv_v2: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(acc__phi_v4)
        y__ssa_v1: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(acc__rv_v2, [0, 0], y__ssa_v0)
        return y__ssa_v1
