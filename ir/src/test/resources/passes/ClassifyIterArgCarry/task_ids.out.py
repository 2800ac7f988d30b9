# pypto.program: TaskIds
import pypto.language as pl

@pl.program
class TaskIds:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                none: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
                for i, (tid, c) in pl.range(3, init_values=(none, y), attrs={"iter_arg_rebind_0": True, "iter_arg_array_size_0": 4, "iter_arg_rebind_1": False}):
                    for b, (inner, d) in pl.parallel(4, init_values=(tid, c), attrs={"iter_arg_rebind_0": True, "iter_arg_array_size_0": 4, "iter_arg_rebind_1": False}):
                        s: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, x, d, deps=[inner], attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                        y1: pl.Tensor[[16, 64], pl.FP32] = s[0]
                        t1: pl.Scalar[pl.TASK_ID] = s[1]
                        t2, y2 = pl.yield_(t1, y1)
                    t3, y3 = pl.yield_(t2, y2)
            return y3
