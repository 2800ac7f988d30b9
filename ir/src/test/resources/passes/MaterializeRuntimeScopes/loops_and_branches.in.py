# pypto.program: LoopsAndBranches
import pypto.language as pl

@pl.program
class LoopsAndBranches:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        for i, (c,) in pl.range(n, init_values=(y,)):
            if i < 4:
                y1: pl.Tensor[[16, 64], pl.FP32] = self.k(x, c, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y1)
            else:
                y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(c)
            y3: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y2)
        return y3
