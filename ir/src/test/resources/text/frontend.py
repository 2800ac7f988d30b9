# pypto.program: Rows
import pypto.language as pl

N = pl.dynamic("N")

@pl.program
class Rows:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(x: pl.Tensor[[N, 64], pl.FP32], rows: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]) -> pl.Tensor[[N, 64], pl.FP32]:
        # the last block may be shorter
        for i in pl.range((rows + 31) // 32):
            n: pl.Scalar[pl.INDEX] = pl.min(rows - i * 32, 32)
            a: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 64])] = pl.tile.load(x, [i * 32, 0], [32, 64], [n, 64], target_memory=pl.Mem.Vec)
            if n < 32:
                y: pl.Tensor[[N, 64], pl.FP32] = pl.tile.store(pl.tile.abs(a), [i * 32, 0], y)
            else:
                y: pl.Tensor[[N, 64], pl.FP32] = pl.tile.store(a, [i * 32, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[N, 64], pl.FP32], rows: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]) -> pl.Tensor[[N, 64], pl.FP32]:
        with pl.spmd(4, name_hint="rows_spmd"):
            y: pl.Tensor[[N, 64], pl.FP32] = self.k(x, rows, y)
        for b in pl.spmd(8, sync_start=True, optimizations=[pl.cross_core_slot(slot_num=4)]):
            t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [b, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
                u: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(t, -0.5)
        return y
