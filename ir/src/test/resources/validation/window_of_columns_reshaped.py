@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def main(x0: pl.Tensor[[16, 32], pl.FP32], y0: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
        t0 = pl.load(x0, [0, 0], [16, 32])
        t1 = pl.slice(t0, [16, 16], [0, 8])
        t2 = pl.reshape(t1, [8, 32])
        y0 = pl.store(t2, [0, 0], y0)
