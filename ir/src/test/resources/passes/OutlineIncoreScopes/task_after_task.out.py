# pypto.program: TaskAfterTask
import pypto.language as pl

@pl.program
class TaskAfterTask:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def again(y__ssa_v0: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y__ssa_v0, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(u)
        y2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(v, [0, 0], y__ssa_v0)
        y__store: pl.Tensor[[64, 64], pl.FP32] = y2
        return y__ssa_v0
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def main_incore_0(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        y__store: pl.Tensor[[64, 64], pl.FP32] = y1
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            ret__tmp_v0: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.main_incore_0, x, y)
            y__ssa_v0: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v0[0]
            first: pl.Scalar[pl.TASK_ID] = ret__tmp_v0[1]
            ret__tmp_v1: pl.Tuple[pl.Tensor[[64, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.again, y__ssa_v0, deps=[first], attrs={"arg_direction_overrides": [0]})
            y__ssa_v1: pl.Tensor[[64, 64], pl.FP32] = ret__tmp_v1[0]
            tid__ssa_v0: pl.Scalar[pl.TASK_ID] = ret__tmp_v1[1]
        return y__ssa_v1
