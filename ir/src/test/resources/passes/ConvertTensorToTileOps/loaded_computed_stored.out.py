# pypto.program: LoadedComputedStored
import pypto.language as pl

@pl.program
class LoadedComputedStored:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], i: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        s__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        e__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(s__tile)
        y1__tile: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(e__tile, [i, 0], y)
        return y1__tile
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y1: pl.Tensor[[64, 64], pl.FP32] = self.k(x, 16, y)
        return y1
