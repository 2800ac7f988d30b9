# pypto.program: Kept
import pypto.language as pl

@pl.program
class Kept:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 64], pl.INT16], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.BF16]]) -> pl.Tensor[[16, 64], pl.BF16]:
        t__ssa_v0: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec, pl.TileView(valid_shape=[16, n])] = pl.tile.load(x, [0, 0], [16, 64], [16, n], target_memory=pl.Mem.Vec)
        c__cast_fp32_tmp_v0: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, n])] = pl.tile.cast(t__ssa_v0, target_type=pl.FP32, mode='round')
        c__ssa_v0: pl.Tile[[16, 64], pl.BF16, pl.Mem.Vec, pl.TileView(valid_shape=[16, n])] = pl.tile.cast(c__cast_fp32_tmp_v0, target_type=pl.BF16, mode='round')
        r__ssa_v0: pl.Tensor[[16, 64], pl.BF16] = pl.tile.store(c__ssa_v0, [0, 0], y)
        unused__cast_fp16_tmp_v1: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec, pl.TileView(valid_shape=[16, n])] = pl.tile.cast(t__ssa_v0, target_type=pl.FP16, mode='trunc')
        pl.tile.cast(unused__cast_fp16_tmp_v1, target_type=pl.UINT8, mode='trunc')
        return r__ssa_v0
