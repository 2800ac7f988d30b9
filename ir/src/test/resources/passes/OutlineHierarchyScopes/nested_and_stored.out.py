# pypto.program: NestedAndStored
import pypto.language as pl

@pl.program
class NestedAndStored:
    @pl.function(level=pl.Level.CHIP)
    def chip(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
            y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        return y
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def main_host_orch_0(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = self.chip(x, y)
        return y__ssa_v0
    @pl.function
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = self.main_host_orch_0(x, y)
        return y__ssa_v0
