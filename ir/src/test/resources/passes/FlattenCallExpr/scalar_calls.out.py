# pypto.program: ScalarCalls
import pypto.language as pl

@pl.program
class ScalarCalls:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], ids: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t__tmp_v0: pl.Scalar[pl.INT32] = pl.tensor.read(ids, [0])
        for i, (carried,) in pl.range(pl.cast(t__tmp_v0, pl.INDEX), init_values=(y,)):
            t__tmp_v1: pl.Scalar[pl.INT32] = pl.tensor.read(ids, [i])
            t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [pl.cast(t__tmp_v1, pl.INDEX), 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
            t__tmp_v2: pl.Scalar[pl.INT32] = pl.tensor.read(ids, [i])
            t__tmp_v3: pl.Scalar[pl.INT32] = pl.tensor.read(ids, [0])
            if t__tmp_v2 > t__tmp_v3 + 1:
                t__tmp_v4: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i * 8, 0], carried)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(t__tmp_v4)
            else:
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(carried)
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
        return y2
