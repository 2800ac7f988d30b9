# pypto.program: TensorSoftmax
import pypto.language as pl

@pl.program
class TensorSoftmax:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def main_incore_0(x__ssa_v0: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 65536)], y__ssa_v0: pl.Out[pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)]]) -> pl.Tensor[[64, 256], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        mem_vec_4: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 256)
        x__tile: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec)
        tmp_tile: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(65536, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t__tile: pl.Tile[[64, 1], pl.FP32, pl.MemRef(mem_vec_4, pl.const(131072, pl.INT64), 256), pl.Mem.Vec] = pl.tile.row_max(x__tile, tmp_tile)
        t__tile_1: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.row_expand_sub(x__tile, t__tile)
        e__tile: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.exp(t__tile_1)
        tmp_tile_1: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(65536, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t__tile_2: pl.Tile[[64, 1], pl.FP32, pl.MemRef(mem_vec_4, pl.const(131072, pl.INT64), 256), pl.Mem.Vec] = pl.tile.row_sum(e__tile, tmp_tile_1)
        t__tile_3: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.row_expand_div(e__tile, t__tile_2)
        y__tile: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)] = pl.tile.store(t__tile_3, [0, 0], y__ssa_v0)
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x__ssa_v0: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 65536)], y__ssa_v0: pl.Out[pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)]]) -> pl.Tensor[[64, 256], pl.FP32]:
        with pl.scope():
            y__ssa_v1: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 65536)] = self.main_incore_0(x__ssa_v0, y__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            return y__ssa_v1