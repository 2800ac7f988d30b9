# pypto.program: Expressions
import pypto.language as pl

@pl.program
class Expressions:
    @pl.function
    def f(self, n: pl.Scalar[pl.INDEX], j: pl.Scalar[pl.INT32], q: pl.Scalar[pl.FP32], b: pl.Scalar[pl.BOOL]):
        a: pl.Scalar[pl.INDEX] = (n + 1) * 2 - n // 3 % 4
        c: pl.Scalar[pl.INDEX] = n - (n - 1)
        d: pl.Scalar[pl.INT32] = j ** j ** j
        e: pl.Scalar[pl.INT32] = (j ** j) ** j
        g: pl.Scalar[pl.INT32] = ~j & j | j ^ j << j >> j
        h: pl.Scalar[pl.INDEX] = -(n + 1)
        i: pl.Scalar[pl.INDEX] = -pl.const(5, pl.INDEX)
        k: pl.Scalar[pl.INDEX] = pl.const(32, pl.INDEX) + pl.const(32, pl.INDEX)
        l: pl.Scalar[pl.INT64] = pl.const(7, pl.INT64)
        m: pl.Scalar[pl.INDEX] = -7
        o: pl.Scalar[pl.INDEX] = max(min(n, 4), abs(n))
        p: pl.Scalar[pl.FP16] = pl.cast(q, pl.FP16)
        r: pl.Scalar[pl.FP32] = q / 3.0 + 0.10000000000000001 - 1e+17
        s: pl.Scalar[pl.BF16] = pl.const(1.0, pl.BF16)
        t: pl.Scalar[pl.BOOL] = b and True or not b
        u: pl.Scalar[pl.BOOL] = b ^ (n < 3)
        v: pl.Scalar[pl.FP32] = pl.const(inf, pl.FP32)
        w: pl.Scalar[pl.FP32] = pl.const(-inf, pl.FP32)
        x: pl.Scalar[pl.INDEX] = n + -3
        y: pl.Scalar[pl.TASK_ID] = pl.system.task_invalid()
