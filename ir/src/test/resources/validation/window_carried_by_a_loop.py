@pl.program
class Carried:
    @pl.function(type=pl.FunctionType.InCore)
    def main(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        a = pl.load(x, [0, 0], [16, 16])
        row = pl.slice(a, [1, 16], [n, 0])
        for i in pl.range(n):
            row = pl.add(row, 1.0)
        y = pl.store(row, [0, 0], y)
        return y
