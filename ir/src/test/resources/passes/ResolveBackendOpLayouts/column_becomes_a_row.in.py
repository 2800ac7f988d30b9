# pypto.program: ColumnBecomesARow
import pypto.language as pl

@pl.program
class ColumnBecomesARow:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]) -> pl.Tensor[[16, 1], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        s: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        v: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.row_max(t, s)
        u: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec] = pl.tile.muls(v, 2.0)
        r: pl.Tensor[[16, 1], pl.FP32] = pl.tile.store(u, [0, 0], y)
        return r
