# pypto.program: HostRegion
import pypto.language as pl

@pl.program
class HostRegion:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.HOST, role=pl.Role.Orchestrator):
            a: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.adds(x, 1.0)
            b: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.slice(a, [64, 64], [n, 0])
        c: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.add(b, x)
        return c
