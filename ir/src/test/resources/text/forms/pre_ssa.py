# pypto.program: PreSsa
import pypto.language as pl

@pl.program
class PreSsa:
    @pl.function
    def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        x: pl.Scalar[pl.INDEX] = n
        for i in pl.range(n):
            x: pl.Scalar[pl.INDEX] = x + i
            if x < 10:
                x: pl.Scalar[pl.INDEX] = x * 2
            else:
                if x == 11:
                    y: pl.Scalar[pl.INDEX] = 3
        for i_1, (c,) in pl.range(n, init_values=(x,)):
            d: pl.Scalar[pl.INDEX] = c + 1
        for (e,) in pl.while_(init_values=(n,)):
            pl.cond(e < 4)
            g: pl.Scalar[pl.INDEX] = e + 1
        return x
