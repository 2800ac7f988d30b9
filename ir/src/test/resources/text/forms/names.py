# pypto.program: Names
import pypto.language as pl

@pl.program
class Names:
    @pl.function
    def f(self, x: pl.Scalar[pl.INDEX], x_1: pl.Scalar[pl.INDEX]):
        # what it does
        #   indented
        # 
        x_2: pl.Scalar[pl.INDEX] = pl.system.one(x_1)
        # before the loop
        for i in pl.range(x):
            # in the loop
            in_: pl.Scalar[pl.INDEX] = i
            # above
            # the end
            break
