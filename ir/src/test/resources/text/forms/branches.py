# pypto.program: Branches
import pypto.language as pl

@pl.program
class Branches:
    @pl.function
    def f(self, n: pl.Scalar[pl.INDEX], q: pl.Scalar[pl.FP32]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.FP32]]:
        if n < 4:
            r: pl.Scalar[pl.INDEX] = pl.yield_(n + 1)
        else:
            r: pl.Scalar[pl.INDEX] = pl.yield_(n)
        if r == n and not (n < 2 or r > 3):
            a, b = pl.yield_(r, q)
        else:
            a, b = pl.yield_(n, q + 1.0)
        return a, b
