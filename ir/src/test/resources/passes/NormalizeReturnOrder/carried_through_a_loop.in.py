# pypto.program: CarriedThroughALoop
import pypto.language as pl

@pl.program
class CarriedThroughALoop:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for i, (carried,) in pl.range(n, init_values=(y,)):
            t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 8, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i * 8, 0], carried)
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
        y3: pl.Tensor[[64, 64], pl.FP32] = y2
        return y3

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y1: pl.Tensor[[64, 64], pl.FP32] = self.k(x, n, y)
        return y1
