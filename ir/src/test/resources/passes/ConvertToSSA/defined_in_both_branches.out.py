# pypto.program: DefinedInBothBranches
import pypto.language as pl

@pl.program
class DefinedInBothBranches:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x__ssa_v0: pl.Tensor[[32, 32], pl.FP32], n__ssa_v0: pl.Scalar[pl.INDEX], y__ssa_v0: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a__ssa_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        if n__ssa_v0 == 0:
            local__ssa_v0: pl.Scalar[pl.INDEX] = n__ssa_v0 + 1
            b__ssa_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.exp(a__ssa_v0)
            m__ssa_v0: pl.Scalar[pl.INDEX] = local__ssa_v0
            a__phi_v2, b__phi_v2, m__phi_v2 = pl.yield_(a__ssa_v0, b__ssa_v0, m__ssa_v0)
        else:
            b__ssa_v1: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.abs(a__ssa_v0)
            m__ssa_v1: pl.Scalar[pl.INDEX] = n__ssa_v0
            a__ssa_v1: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__ssa_v0, b__ssa_v1)
            a__phi_v2, b__phi_v2, m__phi_v2 = pl.yield_(a__ssa_v1, b__ssa_v1, m__ssa_v1)
        c__ssa_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a__phi_v2, b__phi_v2)
        y__ssa_v1: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(c__ssa_v0, [m__phi_v2, 0], y__ssa_v0)
        return y__ssa_v1
