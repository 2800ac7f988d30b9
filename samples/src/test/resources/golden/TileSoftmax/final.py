# pypto.program: TileSoftmax
import pypto.language as pl

@pl.program
class TileSoftmax:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def rowSoftmax(x__ssa_v0: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 65536)], y__ssa_v0: pl.Out[pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)]]) -> pl.Tensor[[64, 256], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        mem_vec_4: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 256)
        t__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec)
        _scratch_tmp__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(65536, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t__tmp_v0: pl.Tile[[64, 1], pl.FP32, pl.MemRef(mem_vec_4, pl.const(131072, pl.INT64), 256), pl.Mem.Vec] = pl.tile.row_max(t__ssa_v0, _scratch_tmp__ssa_v0)
        t__tmp_v1: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.row_expand_sub(t__ssa_v0, t__tmp_v0)
        e__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.exp(t__tmp_v1)
        _scratch_tmp_1__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(65536, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.create([64, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        t__tmp_v2: pl.Tile[[64, 1], pl.FP32, pl.MemRef(mem_vec_4, pl.const(131072, pl.INT64), 256), pl.Mem.Vec] = pl.tile.row_sum(e__ssa_v0, _scratch_tmp_1__ssa_v0)
        t__tmp_v3: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.row_expand_div(e__ssa_v0, t__tmp_v2)
        y__ssa_v1: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)] = pl.tile.store(t__tmp_v3, [0, 0], y__ssa_v0)
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x__ssa_v0: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 65536)], y__ssa_v0: pl.Out[pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 65536)]]) -> pl.Tensor[[64, 256], pl.FP32]:
        with pl.scope():
            y__ssa_v1: pl.Tensor[[64, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 65536)] = self.rowSoftmax(x__ssa_v0, y__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
            return y__ssa_v1