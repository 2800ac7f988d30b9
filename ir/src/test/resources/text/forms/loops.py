# pypto.program: Loops
import pypto.language as pl

@pl.program
class Loops:
    @pl.function
    def f(self, n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INDEX]:
        for i in pl.range(n):
            pass
        for i_1 in pl.range(2, n):
            continue
        for i_2 in pl.range(0, n, 2):
            break
        for i_3 in pl.range(0, pl.const(4, pl.INT64)):
            a: pl.Scalar[pl.INDEX] = i_3 + 1
        for i_4 in pl.range(pl.const(4, pl.INT64)):
            b: pl.Scalar[pl.INT64] = i_4 + pl.const(1, pl.INT64)
        for i_5 in pl.parallel(8, attrs={"tag": "own", "weight": 1.5}):
            pass
        for i_6 in pl.unroll(0, 4, 2):
            pass
        for i_7, (s_1, u) in pl.pipeline(n, stage=2, init_values=(n, k), attrs={"deep": True}):
            s, v = pl.yield_(s_1 + i_7, u)
        for i_8, (w,) in pl.range(3, init_values=(s,)):
            x: pl.Scalar[pl.INDEX] = pl.yield_(w * 2)
        for (y_1,) in pl.while_(init_values=(x,)):
            pl.cond(y_1 < n)
            y: pl.Scalar[pl.INDEX] = pl.yield_(y_1 + 1)
        while n < 3:
            break
        return y
