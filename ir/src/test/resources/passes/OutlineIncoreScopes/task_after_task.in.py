# pypto.program: TaskAfterTask
import pypto.language as pl

@pl.program
class TaskAfterTask:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            with pl.at(level=pl.Level.CORE_GROUP) as first:
                t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="again", deps=[first], no_dep_args=[y1]):
                u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y1, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
                v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(u)
                y2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(v, [0, 0], y1)
        return y2
