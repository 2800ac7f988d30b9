@pl.program
class Merged:
    @pl.function(type=pl.FunctionType.InCore)
    def main(x: pl.Tensor[[32, 16], pl.INT32], y: pl.Out[pl.Tensor[[32, 16], pl.INT32]], n: pl.Scalar[pl.INDEX]):
        a = pl.load(x, [2, 0], [16, 16])
        row = pl.slice(a, [1, 16], [2, 0])
        sums = pl.col_sum(a)
        b = pl.load(x, [n % 17, 0], [16, 16])
        a = pl.minimum(a, pl.neg(b))
        if n % 2 == 1:
            sums = pl.neg(row)
            row = sums
        c = pl.col_expand_add(a, row)
        c = pl.col_expand_add(c, sums)
        y = pl.store(c, [0, 0], y)
        return y
