import pypto.language as pl
import pypto.language.distributed as pld
import math
M = pl.dynamic("M")
NN = 3
FL = 1.5
BB = True
SS = "str"
OFF = [0, 0]
DT = pl.FP16
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        return o
    @pl.function(type=pl.FunctionType.InCore)
    def k0(self, a: pl.Tensor[[64, 64], pl.FP32]):
        pl.system.bar_all()
    @pl.function(type=pl.FunctionType.Orchestration)
    def sub(self, a: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        return a
    @pl.function@TYPE@
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32], v: pl.Tensor[[M, 64], pl.FP32], pi: pl.Tensor[[64], pl.INT32], xh: pl.Tensor[[64, 64], pl.FP16], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], j: pl.Scalar[pl.INT32], k: pl.Scalar[pl.INT64], u: pl.Scalar[pl.UINT32], f: pl.Scalar[pl.FP32], h: pl.Scalar[pl.FP16], b: pl.Scalar[pl.BOOL], b2: pl.Scalar[pl.BOOL], tid: pl.Scalar[pl.TASK_ID], t: pl.Tile[[64, 64], pl.FP32], th: pl.Tile[[64, 64], pl.FP16]):
