# pypto.program: CapturedAndStored
import pypto.language as pl

@pl.program
class CapturedAndStored:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def main_incore_0(x: pl.Tensor[[64, 64], pl.FP32], k: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [k, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [n, 0], y)
        y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], k: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = self.main_incore_0(x, k, n, y)
        return y__ssa_v0
