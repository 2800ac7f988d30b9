# pypto.program: Host
import pypto.language as pl

@pl.program
class Host:
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def abstract(a: pl.Tensor[[4], pl.FP32]):
        ...
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def report(a: pl.Tensor[[4], pl.FP32]):
        import os

        for x in [y ** 2 for y in range(3)]:
            print(f"{x}", lambda: a)  # plain Python
        return 3
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, a: pl.Tensor[[4], pl.FP32]) -> tuple[pl.Tensor[[4], pl.FP32], pl.Scalar[pl.INDEX]]:
        self.abstract(a)
        with pl.at(level=pl.Level.CHIP, role=pl.Role.SubWorker, name_hint="q", dumps=[a]) as tid:
            self.report(a)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid], no_dep_args=[a], windowize=True):
            with pl.cluster(name_hint="c"):
                self.report(a)
        i: pl.Scalar[pl.INDEX] = 0
        while i < 3:
            i: pl.Scalar[pl.INDEX] = i + 1
        return a, 3
