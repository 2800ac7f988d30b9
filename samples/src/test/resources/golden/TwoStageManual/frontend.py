# pypto.program: TwoStageManual
import pypto.language as pl

@pl.program
class TwoStageManual:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def root(squared: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
        t: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(squared, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Vec)
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(pl.tile.sqrt(pl.tile.adds(t, 1.0)), [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def square(x: pl.Tensor[[64, 128], pl.FP32], squared: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
        t: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Vec)
        squared: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(pl.tile.mul(t, t), [0, 0], squared)
        return squared
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[256, 128], pl.FP32], y: pl.Out[pl.Tensor[[256, 128], pl.FP32]]) -> pl.Tensor[[256, 128], pl.FP32]:
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            for row in pl.range(0, 256, 64):
                squared: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
                _arg_tmp: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.slice(x, [64, 128], [row, 0])
                _submit_tmp: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.square, _arg_tmp, squared)
                squared: pl.Tensor[[64, 128], pl.FP32] = _submit_tmp[0]
                _task_tmp: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
                _arg_tmp_1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.slice(y, [64, 128], [row, 0])
                _submit_tmp_1: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.root, squared, _arg_tmp_1, deps=[_task_tmp])
                _arg_tmp_1: pl.Tensor[[64, 128], pl.FP32] = _submit_tmp_1[0]
                _task_tmp_1: pl.Scalar[pl.TASK_ID] = _submit_tmp_1[1]
        return y