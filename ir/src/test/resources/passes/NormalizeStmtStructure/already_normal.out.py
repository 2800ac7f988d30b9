# pypto.program: AlreadyNormal
import pypto.language as pl

@pl.program
class AlreadyNormal:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        # each row
        for i, (carried,) in pl.range(n, init_values=(y,)):
            if i < 2:
                # the first two
                t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i, 0], carried)
                y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
            else:
                y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(carried)
            y3: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y2)
        return y3
