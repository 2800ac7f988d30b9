# pypto.program: TwoStageManual
import pypto.language as pl

@pl.program
class TwoStageManual:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def root(squared__ssa_v0: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 32768)], y__ssa_v0: pl.Out[pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 32768)]]) -> pl.Tensor[[64, 128], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        t__ssa_v0: pl.Tile[[64, 128], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.load(squared__ssa_v0, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Vec)
        t__tmp_v0: pl.Tile[[64, 128], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.adds(t__ssa_v0, 1.0)
        t__tmp_v1: pl.Tile[[64, 128], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.sqrt(t__tmp_v0)
        y__ssa_v1: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 32768)] = pl.tile.store(t__tmp_v1, [0, 0], y__ssa_v0)
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def square(x__ssa_v0: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 32768)], squared__ssa_v0: pl.Out[pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 32768)]]) -> pl.Tensor[[64, 128], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        t__ssa_v0: pl.Tile[[64, 128], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Vec)
        t__tmp_v0: pl.Tile[[64, 128], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 32768), pl.Mem.Vec] = pl.tile.mul(t__ssa_v0, t__ssa_v0)
        squared__ssa_v1: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 32768)] = pl.tile.store(t__tmp_v0, [0, 0], squared__ssa_v0)
        return squared__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x__ssa_v0: pl.Tensor[[256, 128], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 131072)], y__ssa_v0: pl.Out[pl.Tensor[[256, 128], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 131072)]]) -> pl.Tensor[[256, 128], pl.FP32]:
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                for row__idx_v0 in pl.range(0, 256, 64):
                    squared__ssa_v0: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 32768)] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
                    _arg_tmp__ssa_v0: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_0", row__idx_v0 * pl.const(512, pl.INDEX), 32768)] = pl.tensor.slice(x__ssa_v0, [64, 128], [row__idx_v0, 0])
                    _submit_tmp__ssa_v0: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.square, _arg_tmp__ssa_v0, squared__ssa_v0, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    squared__ssa_v1: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_3", pl.const(0, pl.INT64), 32768)] = _submit_tmp__ssa_v0[0]
                    _task_tmp__ssa_v0: pl.Scalar[pl.TASK_ID] = _submit_tmp__ssa_v0[1]
                    _arg_tmp_1__ssa_v0: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_1", row__idx_v0 * pl.const(512, pl.INDEX), 32768)] = pl.tensor.slice(y__ssa_v0, [64, 128], [row__idx_v0, 0])
                    _submit_tmp_1__ssa_v0: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.root, squared__ssa_v1, _arg_tmp_1__ssa_v0, deps=[_task_tmp__ssa_v0], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    _arg_tmp_1__ssa_v1: pl.Tensor[[64, 128], pl.FP32, pl.MemRef("mem_ddr_4", pl.const(0, pl.INT64), 32768)] = _submit_tmp_1__ssa_v0[0]
                    _task_tmp_1__ssa_v0: pl.Scalar[pl.TASK_ID] = _submit_tmp_1__ssa_v0[1]
            return y__ssa_v0