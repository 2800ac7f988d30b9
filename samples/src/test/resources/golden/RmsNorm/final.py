# pypto.program: RmsNorm
import pypto.language as pl

@pl.program
class RmsNorm:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def main_incore_0(x__ssa_v0: pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 32768)], gain__ssa_v0: pl.Tensor[[1, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 1024)], y__ssa_v0: pl.Out[pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 32768)]]) -> pl.Tensor[[32, 256], pl.FP32]:
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        mem_vec_4: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 1024)
        mem_vec_5: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        mem_vec_6: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        mem_vec_7: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 128)
        x__tile: pl.Tile[[32, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [32, 256], [32, 256], target_memory=pl.Mem.Vec)
        gain__tile: pl.Tile[[1, 256], pl.FP32, pl.MemRef(mem_vec_4, pl.const(32768, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.load(gain__ssa_v0, [0, 0], [1, 256], [1, 256], target_memory=pl.Mem.Vec)
        t__tile: pl.Tile[[32, 256], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.mul(x__tile, x__tile)
        tmp_tile: pl.Tile[[32, 256], pl.FP32, pl.MemRef(mem_vec_6, pl.const(66560, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.create([32, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t__tile_1: pl.Tile[[32, 1], pl.FP32, pl.MemRef(mem_vec_7, pl.const(99328, pl.INT64), 128), pl.Mem.Vec] = pl.tile.row_sum(t__tile, tmp_tile)
        meanSquare__rm_a0_tmp_v0: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_7, pl.const(99328, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(t__tile_1, [1, 32])
        meanSquare__row_major_tmp_v1: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.muls(meanSquare__rm_a0_tmp_v0, 0.00390625)
        meanSquare__tile: pl.Tile[[32, 1], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(meanSquare__row_major_tmp_v1, [32, 1])
        t__rm_a0_tmp_v2: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(meanSquare__tile, [1, 32])
        t__row_major_tmp_v3: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.adds(t__rm_a0_tmp_v2, 1.0000000000000001e-05)
        t__tile_2: pl.Tile[[32, 1], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(t__row_major_tmp_v3, [32, 1])
        rms__rm_a0_tmp_v4: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(t__tile_2, [1, 32])
        rms__row_major_tmp_v5: pl.Tile[[1, 32], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.sqrt(rms__rm_a0_tmp_v4)
        rms__tile: pl.Tile[[32, 1], pl.FP32, pl.MemRef(mem_vec_5, pl.const(33792, pl.INT64), 128), pl.Mem.Vec] = pl.tile.reshape(rms__row_major_tmp_v5, [32, 1])
        t__tile_3: pl.Tile[[32, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.row_expand_div(x__tile, rms__tile)
        t__tile_4: pl.Tile[[32, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.col_expand_mul(t__tile_3, gain__tile)
        y__tile: pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 32768)] = pl.tile.store(t__tile_4, [0, 0], y__ssa_v0)
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x__ssa_v0: pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 32768)], gain__ssa_v0: pl.Tensor[[1, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 1024)], y__ssa_v0: pl.Out[pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 32768)]]) -> pl.Tensor[[32, 256], pl.FP32]:
        with pl.scope():
            y__ssa_v1: pl.Tensor[[32, 256], pl.FP32, pl.MemRef("mem_ddr_3", pl.const(0, pl.INT64), 32768)] = self.main_incore_0(x__ssa_v0, gain__ssa_v0, y__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.output_existing]})
            return y__ssa_v1