# pypto.program: VectorAdd
import pypto.language as pl

@pl.program
class VectorAdd:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def scaledAdd(a__ssa_v0: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 524288)], b__ssa_v0: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 524288)], k__ssa_v0: pl.Scalar[pl.FP32], y__ssa_v0: pl.Out[pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 524288)]]) -> pl.Tensor[[512, 256], pl.FP32]:
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        mem_vec_5: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 65536)
        for row__idx_v0, (y__iter_v1,) in pl.range(0, 512, 64, init_values=(y__ssa_v0,)):
            t__tmp_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.load(a__ssa_v0, [row__idx_v0, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec)
            scaled__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.muls(t__tmp_v0, k__ssa_v0)
            t__tmp_v1: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_5, pl.const(65536, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.load(b__ssa_v0, [row__idx_v0, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec)
            sum__ssa_v0: pl.Tile[[64, 256], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 65536), pl.Mem.Vec] = pl.tile.add(scaled__ssa_v0, t__tmp_v1)
            y__ssa_v3: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 524288)] = pl.tile.store(sum__ssa_v0, [row__idx_v0, 0], y__iter_v1)
            y__rv_v2: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_7", pl.const(0, pl.INT64), 524288)] = pl.yield_(y__ssa_v3)
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, a__ssa_v0: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 524288)], b__ssa_v0: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 524288)], k__ssa_v0: pl.Scalar[pl.FP32], y__ssa_v0: pl.Out[pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 524288)]]) -> pl.Tensor[[512, 256], pl.FP32]:
        with pl.scope():
            y__ssa_v1: pl.Tensor[[512, 256], pl.FP32, pl.MemRef("mem_ddr_3", pl.const(0, pl.INT64), 524288)] = self.scaledAdd(a__ssa_v0, b__ssa_v0, k__ssa_v0, y__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.scalar, pl.adir.output_existing]})
            return y__ssa_v1