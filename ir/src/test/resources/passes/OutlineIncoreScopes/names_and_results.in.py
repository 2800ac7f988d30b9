# pypto.program: NamesAndResults
import pypto.language as pl

@pl.program
class NamesAndResults:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="twice"):
            a: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.add(x, x)
            b: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.mul(a, x)
            inner: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.mul(b, b)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="twice"):
            c: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.sub(a, b)
        with pl.at(level=pl.Level.CORE_GROUP):
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.assemble(y, c, [0, 0])
        return y1
