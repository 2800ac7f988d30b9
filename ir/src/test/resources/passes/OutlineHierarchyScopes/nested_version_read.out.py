# pypto.program: NestedVersionRead
import pypto.language as pl

@pl.program
class NestedVersionRead:
    @pl.function(level=pl.Level.CHIP)
    def chip(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        z1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], z)
        z__store: pl.Tensor[[64, 64], pl.FP32] = z1
        return y, z
    @pl.function(level=pl.Level.CHIP)
    def other(self, y__ssa_v0: pl.Tensor[[64, 64], pl.FP32], z__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y__ssa_v0, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        z2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(u, [0, 0], z__ssa_v0)
        z__store: pl.Tensor[[64, 64], pl.FP32] = z2
        return z__ssa_v0
    @pl.function(level=pl.Level.HOST)
    def host(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        ret__tmp_v0: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]] = self.chip(x, y, z)
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[0]
        z__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[1]
        z__ssa_v1: pl.Tensor[[64, 64], pl.FP32] = self.other(y__ssa_v0, z__ssa_v0)
        return y__ssa_v0, z__ssa_v1
    @pl.function
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        ret__tmp_v1: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]] = self.host(x, y, z)
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v1[0]
        z__ssa_v1: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v1[1]
        return y__ssa_v0, z__ssa_v1
