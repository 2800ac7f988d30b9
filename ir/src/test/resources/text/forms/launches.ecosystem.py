# pypto.program: Launches
import pypto.language as pl

@pl.program
class Launches:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(x: pl.Tensor[[64], pl.INT32], y: pl.Out[pl.Tensor[[64], pl.INT32]]) -> pl.Tensor[[64], pl.INT32]:
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def stage(self, x: pl.Tensor[[64], pl.INT32], y: pl.Out[pl.Tensor[[64], pl.INT32]]):
        pass
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[64], pl.INT32], y: pl.Out[pl.Tensor[[64], pl.INT32]]):
        a: pl.Tensor[[64], pl.INT32] = self.k(x, y)
        self.stage(x, y, device=1, attrs={"dump_vars": [x], "arg_directions": [pl.adir.input, pl.adir.output_existing], "arg_direction_overrides": [0, 1]})
        _submit_tmp: pl.Tuple[pl.Tensor[[64], pl.INT32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, x, y)
        b: pl.Tensor[[64], pl.INT32] = _submit_tmp[0]
        t: pl.Scalar[pl.TASK_ID] = _submit_tmp[1]
        c: pl.Tuple[pl.Tensor[[64], pl.INT32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, b, y, deps=[t], dumps=[y], allow_early_resolve=True, predicate=(pl.cast(pl.tensor.read(b, [3]), pl.INDEX) > 0), attrs={"note": "s"})
        d: pl.Tuple[pl.Tensor[[64], pl.INT32], pl.Scalar[pl.TASK_ID]] = pl.spmd_submit(self.k, b, y, deps=[t], core_num=8, sync_start=True)
        e: pl.Scalar[pl.TASK_ID] = pl.system.task_dummy(deps=[t])
        g: pl.Scalar[pl.TASK_ID] = pl.system.task_dummy(deps=[])
