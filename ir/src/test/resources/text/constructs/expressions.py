import pypto.language as pl

OFFSET = 3
SCALE = 0.5
FLAGS = (1, True)

@pl.program
class Expressions:
    @pl.function
    def scalars(self, n: pl.Scalar[pl.INDEX], j: pl.Scalar[pl.INT32], k: pl.Scalar[pl.INT64], u: pl.Scalar[pl.UINT32],
                h: pl.Scalar[pl.FP16], f: pl.Scalar[pl.FP32], b: pl.Scalar[pl.BOOL]):
        a0 = j + 1
        a1 = k + n
        a2 = n + k
        a3 = j + u
        a4 = u + j
        a5 = h + 1.0
        a6 = j == 1
        a7 = f / 2.0
        a8 = k / n
        a9 = n // 2 % 3
        b0 = n << 2 >> 1
        b1 = -n + ~n
        b2 = not b or b and n < 3
        b3 = pl.min(n, 3) + pl.max(j, 4)
        b4 = min(n, 3) + max(n, 4) + abs(n)
        b5 = n ** 2 & 7 | 1 ^ n
        c0 = OFFSET * 2 + 1
        c1 = 2 ** 10 // 3 - 7 % 4
        c2 = SCALE * 2
        c3 = pl.const(32, pl.INDEX) + pl.const(32, pl.INDEX)
        c4 = pl.const(-1, pl.INT8)
        c5 = pl.const(1.5, pl.BF16)
        c6 = FLAGS
        c7 = pl.FP32.get_byte() + pl.INT4.get_byte()
        c8 = pl.add(n, 3)
        c9 = pl.mul(pl.sub(f, 1.0), f)
        d0 = pl.div(f, 2.0)
        d1 = pl.cast(n, pl.FP32)
        d2 = pl.cast(j, target_type=pl.INT64)
        d3 = -2.5
        d4 = 0xff + 1_000
        d5 = None
        d6 = True
        d7: pl.Scalar[pl.INT16] = 7
        d8: "pl.Scalar[pl.INDEX]" = n
        d9 = pl.Mem.Left
        e0, e1 = (n, f)
        e2 = (n, j)[1]
        e3 = 1e-7
        return a0, a1

    @pl.function
    def names(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        m = n
        m = m + 1
        if m > 3:
            p = m
        elif m > 2:
            p = n
        else:
            p = 0
        for i in range(4):
            q = i + p
        while q < 3:
            q = q + 1
        with pl.cluster():
            r = q
        return r + p
