# pypto.program: DecidedConditions
import pypto.language as pl

@pl.program
class DecidedConditions:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[128, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]) -> pl.Tensor[[128, 64], pl.FP32]:
        for i, (carried,) in pl.range(0, 4, 1, init_values=(y,)):
            if i >= 0 and i < 4:
                t1: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [(i * 32 + 31) // 32 * 32 - 32 + 32, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
                t3: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(t1)
            else:
                t2: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
                t3: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(t2)
            if n > i:
                y1: pl.Tensor[[128, 64], pl.FP32] = pl.tile.store(t3, [pl.min(i * 32, 96), 0], carried)
                y3: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(y1)
            else:
                y3: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(carried)
            y4: pl.Tensor[[128, 64], pl.FP32] = pl.yield_(y3)
        return y4
