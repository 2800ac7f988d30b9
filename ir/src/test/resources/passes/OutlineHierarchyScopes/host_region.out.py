# pypto.program: HostRegion
import pypto.language as pl

@pl.program
class HostRegion:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def main_host_orch_0(self, x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        a: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.adds(x, 1.0)
        b: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.slice(a, [64, 64], [n, 0])
        return b
    @pl.function
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        b: pl.Tensor[[64, 64], pl.FP32] = self.main_host_orch_0(x, n)
        c: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.add(b, x)
        return c
