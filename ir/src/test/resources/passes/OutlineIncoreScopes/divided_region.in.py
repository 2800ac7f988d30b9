# pypto.program: Divided
import pypto.language as pl

@pl.program
class Divided:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=4)], name_hint="one"):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="two"):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
                y2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(u, [0, 0], y1)
        return y2
