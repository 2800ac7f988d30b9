# pypto.program: Steps
import pypto.language as pl

@pl.program
class Steps:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.BF16], y: pl.Out[pl.Tensor[[64, 64], pl.INT8]]) -> pl.Tensor[[64, 64], pl.INT8]:
        for i, (y__iter_v0,) in pl.range(0, 64, 16, init_values=(y,)):
            t__ssa_v0: pl.Tile[[16, 64], pl.BF16] = pl.tile.load(x, [i, 0], [16, 64], [16, 64])
            f__ssa_v0: pl.Tile[[16, 64], pl.FP32] = pl.tile.cast(t__ssa_v0, target_type=pl.FP32, mode='none')
            q__cast_fp32_tmp_v0: pl.Tile[[16, 64], pl.FP32] = pl.tile.cast(t__ssa_v0, target_type=pl.FP32, mode='round')
            q__cast_fp16_tmp_v1: pl.Tile[[16, 64], pl.FP16] = pl.tile.cast(q__cast_fp32_tmp_v0, target_type=pl.FP16, mode='round')
            q__ssa_v0: pl.Tile[[16, 64], pl.INT8] = pl.tile.cast(q__cast_fp16_tmp_v1, target_type=pl.INT8, mode='round')
            h__cast_fp32_tmp_v2: pl.Tile[[16, 64], pl.FP32] = pl.tile.cast(t__ssa_v0, target_type=pl.FP32, mode='floor')
            h__ssa_v0: pl.Tile[[16, 64], pl.FP16] = pl.tile.cast(h__cast_fp32_tmp_v2, target_type=pl.FP16, mode='floor')
            y__ssa_v1: pl.Tensor[[64, 64], pl.INT8] = pl.tile.store(q__ssa_v0, [i, 0], y__iter_v0)
            y__rv_v1 = pl.yield_(y__ssa_v1)
        return y__rv_v1
