@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def main(x0: pl.Tensor[[32, 16], pl.FP32], y0: pl.Out[pl.Tensor[[32, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        t0 = pl.load(x0, [3, 0], [16, 16])
        t2 = pl.slice(t0, [1, 16], [n % 16, 0])
        t5 = pl.reshape(t2, [16, 1])
        t0 = pl.row_expand_add(t0, t5)
        r29 = pl.col_expand_add(t0, t2)
        y0 = pl.store(r29, [0, 0], y0)
