# pypto.program: ReadBeforeStored
import pypto.language as pl

@pl.program
class ReadBeforeStored:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def main_incore_0(y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], x: pl.Tensor[[64, 64], pl.FP32], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        s: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, u)
        z1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], z)
        z__store: pl.Tensor[[64, 64], pl.FP32] = z1
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(s, [0, 0], y)
        y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        return z, y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        ret__tmp_v0: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]] = self.main_incore_0(y, x, z)
        z__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[0]
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[1]
        return y__ssa_v0, z__ssa_v0
