# pypto.program: Branches
import pypto.language as pl

@pl.program
class Branches:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def add(x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        s: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, u)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(s, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], z: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]) -> tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor[[16, 64], pl.FP32]]:
        a: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        if n < 4:
            a1: pl.Tensor[[16, 64], pl.FP32] = self.k(x, a)
            a3: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(a1)
        else:
            a2: pl.Tensor[[16, 64], pl.FP32] = self.k(z, a)
            a3: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(a2)
        a4: pl.Tensor[[16, 64], pl.FP32] = self.k(x, a3)
        y1: pl.Tensor[[16, 64], pl.FP32] = self.k(a4, y)
        y2: pl.Tensor[[16, 64], pl.FP32] = self.add(x, y1)
        z1: pl.Tensor[[16, 64], pl.FP32] = self.k(y2, z)
        return y2, z1
