# pypto.program
import pypto.language as pl

@pl.program
class Program:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def f(self, x: pl.Tensor[[64], pl.FP32], b: pl.Scalar[pl.BOOL], n: pl.Scalar[pl.INDEX]):
        with pl.scope(name_hint="outer"):
            with pl.scope(mode=pl.ScopeMode.MANUAL, name_hint="inner", attrs={"own": 1}):
                y: pl.Tensor[[64], pl.FP32] = pl.tensor.add(x, 1.0)
        with pl.at(level=pl.Level.CHIP, role=pl.Role.Worker, attrs={"own": [pl.adir.input]}):
            c: pl.Scalar[pl.BOOL] = b ^ (n < 3)
            d: pl.Scalar[pl.INDEX] = min(n, max(n * 2, 3))
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN, name_hint="lanes", attrs={"own": "s"}):
                pass
