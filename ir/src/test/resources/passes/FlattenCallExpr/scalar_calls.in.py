# pypto.program: ScalarCalls
import pypto.language as pl

@pl.program
class ScalarCalls:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], ids: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for i, (carried,) in pl.range(pl.cast(pl.tensor.read(ids, [0]), pl.INDEX), init_values=(y,)):
            t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.cast(pl.tensor.read(ids, [i]), pl.INDEX), 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
            if pl.tensor.read(ids, [i]) > pl.tensor.read(ids, [0]) + 1:
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(pl.tile.store(t, [i * 8, 0], carried))
            else:
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(carried)
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
        return y2
