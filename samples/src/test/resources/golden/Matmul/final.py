# pypto.program: Matmul
import pypto.language as pl

@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.Worker)
    def block(a__ssa_v0: pl.Tensor[[256, 256], pl.FP16, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 131072)], b__ssa_v0: pl.Tensor[[256, 256], pl.FP16, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 131072)], row__ssa_v0: pl.Scalar[pl.INDEX], col__ssa_v0: pl.Scalar[pl.INDEX], c__ssa_v0: pl.Out[pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 262144)]]) -> pl.Tensor[[256, 256], pl.FP32]:
        mem_mat_3: pl.Ptr = pl.tile.alloc(pl.Mem.Mat, 16384)
        mem_left_4: pl.Ptr = pl.tile.alloc(pl.Mem.Left, 16384)
        mem_right_6: pl.Ptr = pl.tile.alloc(pl.Mem.Right, 16384)
        mem_acc_7: pl.Ptr = pl.tile.alloc(pl.Mem.Acc, 65536)
        row_1__ssa_v0: pl.Scalar[pl.INDEX] = row__ssa_v0
        t__tmp_v0: pl.Tile[[128, 64], pl.FP16, pl.MemRef(mem_mat_3, pl.const(0, pl.INT64), 16384), pl.Mem.Mat] = pl.tile.load(a__ssa_v0, [row_1__ssa_v0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
        _value_tmp__ssa_v0: pl.Tile[[128, 64], pl.FP16, pl.MemRef(mem_left_4, pl.const(0, pl.INT64), 16384), pl.Mem.Left] = pl.tile.move(t__tmp_v0, target_memory=pl.Mem.Left)
        col_1__ssa_v0: pl.Scalar[pl.INDEX] = col__ssa_v0
        t__tmp_v1: pl.Tile[[64, 128], pl.FP16, pl.MemRef(mem_mat_3, pl.const(0, pl.INT64), 16384), pl.Mem.Mat] = pl.tile.load(b__ssa_v0, [0, col_1__ssa_v0], [64, 128], [64, 128], target_memory=pl.Mem.Mat)
        t__tmp_v2: pl.Tile[[64, 128], pl.FP16, pl.MemRef(mem_right_6, pl.const(0, pl.INT64), 16384), pl.Mem.Right] = pl.tile.move(t__tmp_v1, target_memory=pl.Mem.Right)
        acc__ssa_v0: pl.Tile[[128, 128], pl.FP32, pl.MemRef(mem_acc_7, pl.const(0, pl.INT64), 65536), pl.Mem.Acc] = pl.tile.matmul(_value_tmp__ssa_v0, t__tmp_v2)
        for k__idx_v0, (acc__iter_v1,) in pl.range(64, 256, 64, init_values=(acc__ssa_v0,)):
            row_2__ssa_v0: pl.Scalar[pl.INDEX] = row__ssa_v0
            k_1__ssa_v0: pl.Scalar[pl.INDEX] = k__idx_v0
            t__tmp_v3: pl.Tile[[128, 64], pl.FP16, pl.MemRef(mem_mat_3, pl.const(0, pl.INT64), 16384), pl.Mem.Mat] = pl.tile.load(a__ssa_v0, [row_2__ssa_v0, k_1__ssa_v0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
            _value_tmp_1__ssa_v0: pl.Tile[[128, 64], pl.FP16, pl.MemRef(mem_left_4, pl.const(0, pl.INT64), 16384), pl.Mem.Left] = pl.tile.move(t__tmp_v3, target_memory=pl.Mem.Left)
            k_2__ssa_v0: pl.Scalar[pl.INDEX] = k__idx_v0
            col_2__ssa_v0: pl.Scalar[pl.INDEX] = col__ssa_v0
            t__tmp_v4: pl.Tile[[64, 128], pl.FP16, pl.MemRef(mem_mat_3, pl.const(0, pl.INT64), 16384), pl.Mem.Mat] = pl.tile.load(b__ssa_v0, [k_2__ssa_v0, col_2__ssa_v0], [64, 128], [64, 128], target_memory=pl.Mem.Mat)
            t__tmp_v5: pl.Tile[[64, 128], pl.FP16, pl.MemRef(mem_right_6, pl.const(0, pl.INT64), 16384), pl.Mem.Right] = pl.tile.move(t__tmp_v4, target_memory=pl.Mem.Right)
            acc__ssa_v3: pl.Tile[[128, 128], pl.FP32, pl.MemRef(mem_acc_7, pl.const(0, pl.INT64), 65536), pl.Mem.Acc] = pl.tile.matmul_acc(acc__iter_v1, _value_tmp_1__ssa_v0, t__tmp_v5)
            acc__rv_v2: pl.Tile[[128, 128], pl.FP32, pl.MemRef(mem_acc_7, pl.const(0, pl.INT64), 65536), pl.Mem.Acc] = pl.yield_(acc__ssa_v3)
        c__ssa_v1: pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 262144)] = pl.tile.store(acc__rv_v2, [row__ssa_v0, col__ssa_v0], c__ssa_v0)
        return c__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, a__ssa_v0: pl.Tensor[[256, 256], pl.FP16, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 131072)], b__ssa_v0: pl.Tensor[[256, 256], pl.FP16, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 131072)], c__ssa_v0: pl.Out[pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_2", pl.const(0, pl.INT64), 262144)]]) -> pl.Tensor[[256, 256], pl.FP32]:
        with pl.scope():
            for row__idx_v0, (c__iter_v1,) in pl.parallel(0, 256, 128, init_values=(c__ssa_v0,), attrs={"iter_arg_rebind_0": False}):
                with pl.scope():
                    for col__idx_v0, (c__iter_v3,) in pl.parallel(0, 256, 128, init_values=(c__iter_v1,), attrs={"iter_arg_rebind_0": False}):
                        with pl.scope():
                            c__ssa_v5: pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_3", pl.const(0, pl.INT64), 262144)] = self.block(a__ssa_v0, b__ssa_v0, row__idx_v0, col__idx_v0, c__iter_v3, attrs={"arg_directions": [pl.adir.input, pl.adir.input, pl.adir.scalar, pl.adir.scalar, pl.adir.output_existing]})
                            c__rv_v4: pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_4", pl.const(0, pl.INT64), 262144)] = pl.yield_(c__ssa_v5)
                    c__rv_v2: pl.Tensor[[256, 256], pl.FP32, pl.MemRef("mem_ddr_5", pl.const(0, pl.INT64), 262144)] = pl.yield_(c__rv_v4)
            return c__rv_v2