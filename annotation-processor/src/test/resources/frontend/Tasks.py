# pypto.program: Tasks
import pypto.language as pl

@pl.program
class Tasks:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def square(x: pl.Tensor[[16, 64], pl.FP32], row: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [row, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(pl.tile.mul(t, t), [row, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def manual(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        tmp: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            previous: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
            for i in pl.range(2):
                row: pl.Scalar[pl.INDEX] = i * 8
                _submit_tmp: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.square, x, row, tmp)
                tmp: pl.Tensor[[16, 64], pl.FP32] = _submit_tmp[0]
                _task_tmp: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
                _submit_tmp_1: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.square, tmp, row, y, deps=[_task_tmp, previous])
                y: pl.Tensor[[16, 64], pl.FP32] = _submit_tmp_1[0]
                _task_tmp_1: pl.Scalar[pl.TASK_ID] = _submit_tmp_1[1]
                previous: pl.Scalar[pl.TASK_ID] = _task_tmp_1
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def windows(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        for i in pl.parallel(2):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="rows"):
                block: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.slice(x, [8, 64], [i * 8, 0])
                e: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.exp(pl.tensor.row_expand_sub(block, pl.tensor.row_max(block)))
                y: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.assemble(y, pl.tensor.row_expand_div(e, pl.tensor.row_sum(e)), [i * 8, 0])
        scale: pl.Scalar[pl.FP32] = pl.tensor.read(x, [0, 0])
        if scale > 0.0:
            _select_tmp: pl.Scalar[pl.INDEX] = 8
        else:
            _select_tmp: pl.Scalar[pl.INDEX] = 0
        y: pl.Tensor[[16, 64], pl.FP32] = self.square(x, _select_tmp, y)
        with pl.at(level=pl.Level.CORE_GROUP):
            y: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.assemble(y, pl.tensor.muls(y, 2.0), [0, 0])
        return y
