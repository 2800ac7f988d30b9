# pypto.program: LoopsAndFirstWriters
import pypto.language as pl

@pl.program
class LoopsAndFirstWriters:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[16, 64], pl.FP32], i: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        a: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        a1: pl.Tensor[[16, 64], pl.FP32] = self.k(x, 0, a, attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.output_existing]})
        a2: pl.Tensor[[16, 64], pl.FP32] = self.k(a1, 1, a1, attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]})
        for i, (c,) in pl.parallel(4, init_values=(y,)):
            y1: pl.Tensor[[16, 64], pl.FP32] = self.k(a2, i, c, attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.output_existing]})
            y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y1)
        b: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        for j, (d,) in pl.range(4, init_values=(b,)):
            b1: pl.Tensor[[16, 64], pl.FP32] = self.k(y2, j, d, attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]})
            b2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(b1)
        return y2
