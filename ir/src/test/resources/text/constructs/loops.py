import pypto.language as pl

STEPS = 4

@pl.program
class Loops:
    @pl.function
    def counted(self, n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INDEX]:
        for i in pl.range(n):
            pass
        for i in pl.range(2, n):
            continue
        for i in pl.range(0, n, 16):
            if i > 3:
                break
        for i in pl.range(pl.const(4, pl.INT64)):
            j = i + k
        for i in pl.parallel(STEPS, attrs={"tag": 1, "s": "a", "r": 1.5, "f": True}):
            pass
        for i in pl.unroll(4):
            m = i
        for i in pl.pipeline(8, stage=2):
            m = i
        for i, (s,) in pl.range(n, init_values=(n,)):
            s = pl.yield_(s + i)
        for i, (a, b) in pl.parallel(4, init_values=[s, n]):
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                c = a + b
            a2, b2 = pl.yield_(c, b)
        for i, (d,) in pl.range(4, init_values=(n,)):
            d = d + 1
        return a2

    @pl.function
    def conditions(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        while n < 8:
            n = n + 1
        for (x,) in pl.while_(init_values=(n,)):
            pl.cond(x < n)
            x_next = pl.yield_(x + 1)
        for (x, y) in pl.while_(init_values=(n, 0)):
            pl.cond(x < n and y < 3)
            x = x + 1
        if n < x_next:
            r = pl.yield_(n)
        else:
            r = pl.yield_(x_next)
        if r < 3:
            p, q = pl.yield_(r, n)
        else:
            p, q = pl.yield_(n, r)
        if q < 3:
            z = q
        else:
            pass
        if q < 4:
            z = 1
        return p

    @pl.function
    def bare(self, n: pl.INT64):
        for i in range(n):
            yield n, i
        for i in range(n):
            yield
