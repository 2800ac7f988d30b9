# pypto.program: Program
import pypto.language as pl

@pl.program
class Program:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def f(self, x: pl.Tensor[[64], pl.FP32], b: pl.Scalar[pl.BOOL], n: pl.Scalar[pl.INDEX]):
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                y: pl.Tensor[[64], pl.FP32] = pl.tensor.adds(x, 1.0)
        with pl.at(level=pl.Level.CHIP, role=pl.Role.SubWorker):
            c: pl.Scalar[pl.BOOL] = b xor n < 3
            d: pl.Scalar[pl.INDEX] = pl.min(n, pl.max(n * 2, 3))
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                pass
