# pypto.program: Layouts
import pypto.language as pl

@pl.program
class Layouts:
    @pl.function(type=pl.FunctionType.AIV)
    def k(a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[2, 6, 5], pl.FP32, pl.TensorView(stride=[], layout=pl.TensorLayout.DN)], c: pl.Tensor[[2, 6, 5], pl.FP32, pl.TensorView(valid_shape=[2, 4, 5], layout=pl.TensorLayout.ND)], d: pl.Tensor[[6, 5], pl.FP32, pl.TensorView(stride=[8, 1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
        y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y1
