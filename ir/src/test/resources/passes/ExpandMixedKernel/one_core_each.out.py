# pypto.program: OneCoreEach
import pypto.language as pl

@pl.program
class OneCoreEach:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.Worker)
    def product(x: pl.Tensor[[32, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        b: pl.Tile[[64, 32], pl.FP16, pl.Mem.Mat] = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        left: pl.Tile[[32, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(a, target_memory=pl.Mem.Left)
        right: pl.Tile[[64, 32], pl.FP16, pl.Mem.Right] = pl.tile.move(b, target_memory=pl.Mem.Right)
        c: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(left, right)
        r: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(c, [0, 0], y)
        return r
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        u: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.muls(t, 2.0)
        r: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(u, [0, 0], y)
        return r
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[32, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tensor[[32, 32], pl.FP32] = pl.tensor.create([32, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        b: pl.Tensor[[32, 32], pl.FP32] = self.product(x, w, a)
        y1: pl.Tensor[[32, 32], pl.FP32] = self.scaled(b, y)
        return y1
