# pypto.program: OperandsMoveToTheMatrixUnit
import pypto.language as pl

@pl.program
class OperandsMoveToTheMatrixUnit:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a: pl.Tile[[32, 64], pl.FP16, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)
        b: pl.Tile[[64, 32], pl.FP16, pl.Mem.Mat] = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
        a_Left: pl.Tile[[32, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(a, target_memory=pl.Mem.Left)
        b_Right: pl.Tile[[64, 32], pl.FP16, pl.Mem.Right] = pl.tile.move(b, target_memory=pl.Mem.Right)
        c: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_Left, b_Right)
        d: pl.Tile[[32, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(c, a_Left, b_Right)
        r: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(d, [0, 0], y)
        return r
