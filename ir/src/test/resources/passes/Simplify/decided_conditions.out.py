# pypto.program: DecidedConditions
import pypto.language as pl

@pl.program
class DecidedConditions:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[128, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        for i, (carried,) in pl.range(4, init_values=(y,)):
            t1: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 32, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
            if i < n:
                y1: pl.Tensor[[128, 64], pl.FP32] = pl.tile.store(t1, [i * 32, 0], carried)
                y3: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(y1)
            else:
                y3: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(carried)
            y4: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(y3)
        return y4
