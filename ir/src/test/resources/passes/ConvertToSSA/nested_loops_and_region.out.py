# pypto.program: NestedLoopsAndRegion
import pypto.language as pl

@pl.program
class NestedLoopsAndRegion:
    @pl.function
    def main(self, x__ssa_v0: pl.Tensor[[64, 64], pl.FP32], n__ssa_v0: pl.Scalar[pl.INDEX], y__ssa_v0: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        steps__ssa_v0: pl.Scalar[pl.INDEX] = 0
        for i__idx_v0, (steps__iter_v1, y__iter_v1) in pl.parallel(2, init_values=(steps__ssa_v0, y__ssa_v0)):
            for j__idx_v0, (y__iter_v3,) in pl.range(n__ssa_v0, init_values=(y__iter_v1,)):
                with pl.at(level=pl.Level.CORE_GROUP):
                    t__ssa_v0: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [i__idx_v0 * 32, j__idx_v0 * 32], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
                    y__ssa_v5: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t__ssa_v0, [i__idx_v0 * 32, steps__iter_v1], y__iter_v3)
                y__rv_v4: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y__ssa_v5)
            steps__ssa_v3: pl.Scalar[pl.INDEX] = steps__iter_v1 + 1
            steps__rv_v2, y__rv_v2 = pl.yield_(steps__ssa_v3, y__rv_v4)
        return y__rv_v2
