# pypto.program: Divided
import pypto.language as pl

@pl.program
class Divided:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def one(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        pl.func_attr({"slot_num": 4, "split_aiv": True, "split": pl.SplitMode.UP_DOWN})
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
            y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        return y
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def two(x: pl.Tensor[[64, 64], pl.FP32], y1: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        pl.func_attr({"split_aiv": True})
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(u, [0, 0], y1)
            y1__store: pl.Tensor[[64, 64], pl.FP32] = y2
        return y1
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y1: pl.Tensor[[64, 64], pl.FP32] = self.one(x, y)
        y2: pl.Tensor[[64, 64], pl.FP32] = self.two(x, y1)
        return y2
