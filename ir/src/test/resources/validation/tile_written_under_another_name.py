@pl.program
class Written:
    @pl.function(type=pl.FunctionType.InCore)
    def main(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], s: pl.Scalar[pl.FP32]):
        a = pl.load(x, [1, 0], [8, 16])
        b = pl.tile.write(a, [4, 5], s)
        y = pl.store(a, [0, 0], y)
        y = pl.store(b, [8, 0], y)
        return y
