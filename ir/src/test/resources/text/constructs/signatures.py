"""A text may begin with words about it."""
import pypto.language as pl
import pypto.language.distributed as pld

N = 64
SHAPE = [N, 2 * N]
M = pl.dynamic("M")
K = M * 2
VIEW = pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)
DT = pl.BF16

@pl.program
class Signatures:
    note = "other content of the class is ignored"

    @pl.function
    def plain(self, a: pl.Tensor[SHAPE, DT], n: pl.INT64, b: pl.BOOL) -> pl.Tensor[SHAPE, DT]:
        """What the function does

            in some lines.
        """
        return a

    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, a: pl.Tensor[[M, 64], pl.FP32], o: pl.Out[pl.Tensor[[K, 32 + 32], pl.FP32]], s: pl.Out[pl.Scalar[pl.FP32]]):
        pl.func_attr({"split": pl.SplitMode.NONE, "note": "a", "scale": 1.5})
        pl.func_attr({"dt": pl.FP16, "arg": a, "width": N})
        return

    @pl.function(type=pl.FunctionType.AIV, level=None, role=None)
    def views(self, a: pl.Tensor[[64, 64], pl.FP32, VIEW], z: pl.Tensor[[64, 64], pl.FP16, pl.NZ],
              v: pl.Scalar[pl.INDEX], w: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(valid_shape=[v, 64], pad=pl.PadValue.zero)],
              m: pl.Tensor[[64], pl.FP32, pl.MemRef("m", 0, 256)]):
        pass

    @pl.function(level=pl.Level.POD, role=pl.Role.Orchestrator)
    def pod(self, M: pl.Scalar[pl.INDEX], a: pl.Tensor[[M], pl.FP32]) -> tuple[pl.Tensor[[M], pl.FP32], pl.Scalar[pl.INDEX]]:
        return a, M

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def log(a: pl.Tensor[[64], pl.FP32]):
        import os
        print(a, f"{os.getpid()}")

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def sample(a: pl.Tensor[[64], pl.FP32]):
        ...

    @pl.function(type=pl.FunctionType.AIC, external_source="kernels/mm.cpp")
    def foreign(self, a: pl.Tensor((64, 64), pl.FP16), b: pl.Tuple[pl.Scalar[pl.INT32], pl.Tensor[[4], pl.INT32]]):
        """Written by hand."""
        ...

    @pl.function(type=pl.FunctionType.Graph, auto_scope=False)
    def graph(self, c: pld.DistributedTensor[[N], pl.FP8E5M2], x: pld.CommCtx, e: pl.AsyncEvent):
        with pl.scope():
            pass
