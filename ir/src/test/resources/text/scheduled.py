# pypto.program: Tasks
import pypto.language as pl

@pl.program
class Tasks:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def stage(x: pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 16384)], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 16384)]]) -> pl.Tensor[[64, 64], pl.FP32]:
        pl.func_attr({"split": pl.SplitMode.UP_DOWN, "note": "a \"quoted\" word"})
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768)
        a: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 16384), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        b: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 16384, slots=2)[1], pl.Mem.Vec] = pl.tile.full([64, 64], dtype=pl.FP32, value=0.25)
        c: pl.Tile[[64, 64], pl.FP16, pl.Mem.Vec] = pl.tile.cast(pl.tile.add(a, b), target_type=pl.FP16, mode='rint')
        d: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 16384), pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major, pad=pl.PadValue.max)] = pl.tile.cast(c, target_type=pl.FP32, mode='none')
        s: pl.Tensor[[64, 64], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 16384)] = pl.tile.store(d, [0, 0], y)
        return s
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], c: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            none: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
            for i, (prev, y_1) in pl.parallel(0, 8, 2, init_values=(none, y), attrs={"iter_arg_rebind_0": True, "size": 4}):
                _submit_tmp: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.spmd_submit(self.stage, x, y_1, deps=[prev], core_num=4, sync_start=True, allow_early_resolve=True, predicate=(pl.cast(pl.tensor.read(c, [i]), pl.INDEX) > 0), attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
                y_2: pl.Tensor[[64, 64], pl.FP32] = _submit_tmp[0]
                t: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
                if i > 2:
                    barrier: pl.Scalar[pl.TASK_ID] = pl.system.task_dummy(deps=[t, prev])
                    last: pl.Scalar[pl.TASK_ID] = pl.yield_(barrier)
                else:
                    last: pl.Scalar[pl.TASK_ID] = pl.yield_(t)
                prev_1, y_3 = pl.yield_(last, y_2)
        for (n,) in pl.while_(init_values=(0,)):
            pl.cond(n < 10)
            m: pl.Scalar[pl.INDEX] = pl.yield_(n + 1)
        return y_3
