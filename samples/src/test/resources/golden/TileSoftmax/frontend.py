# pypto.program: TileSoftmax
import pypto.language as pl

@pl.program
class TileSoftmax:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def rowSoftmax(x: pl.Tensor[[64, 256], pl.FP32], y: pl.Out[pl.Tensor[[64, 256], pl.FP32]]) -> pl.Tensor[[64, 256], pl.FP32]:
        t: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec)
        _scratch_tmp: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        e: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.exp(pl.tile.row_expand_sub(t, pl.tile.row_max(t, _scratch_tmp)))
        _scratch_tmp_1: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 256], pl.FP32] = pl.tile.store(pl.tile.row_expand_div(e, pl.tile.row_sum(e, _scratch_tmp_1)), [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 256], pl.FP32], y: pl.Out[pl.Tensor[[64, 256], pl.FP32]]) -> pl.Tensor[[64, 256], pl.FP32]:
        y: pl.Tensor[[64, 256], pl.FP32] = self.rowSoftmax(x, y)
        return y