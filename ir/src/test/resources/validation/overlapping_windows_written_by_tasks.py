@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.InCore)
    def k0(a: pl.Tensor[[16, 16], pl.FP32], c: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        c = pl.store(pl.load(a, [0, 0], [16, 16]), [0, 0], c)
        return c
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x0: pl.Tensor[[16, 16], pl.FP32], x1: pl.Tensor[[16, 16], pl.FP32], y1: pl.InOut[pl.Tensor[[32, 16], pl.FP32]]):
        o5 = pl.slice(y1, [16, 16], [3, 0])
        o5 = self.k0(x0, o5)
        o12 = pl.slice(y1, [16, 16], [14, 0])
        o12 = self.k0(x1, o12)
