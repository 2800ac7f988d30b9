# pypto.program: Matmul
import pypto.language as pl

@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def block(a: pl.Tensor[[256, 256], pl.FP16], b: pl.Tensor[[256, 256], pl.FP16], row: pl.Scalar[pl.INDEX], col: pl.Scalar[pl.INDEX], c: pl.Out[pl.Tensor[[256, 256], pl.FP32]]) -> pl.Tensor[[256, 256], pl.FP32]:
        row_1: pl.Scalar[pl.INDEX] = row
        _value_tmp: pl.Tile[[128, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(pl.tile.load(a, [row_1, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        col_1: pl.Scalar[pl.INDEX] = col
        acc: pl.Tile[[128, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(_value_tmp, pl.tile.move(pl.tile.load(b, [0, col_1], [64, 128], [64, 128], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right))
        for k in pl.range(64, 256, 64):
            row_2: pl.Scalar[pl.INDEX] = row
            k_1: pl.Scalar[pl.INDEX] = k
            _value_tmp_1: pl.Tile[[128, 64], pl.FP16, pl.Mem.Left] = pl.tile.move(pl.tile.load(a, [row_2, k_1], [128, 64], [128, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            k_2: pl.Scalar[pl.INDEX] = k
            col_2: pl.Scalar[pl.INDEX] = col
            acc: pl.Tile[[128, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(acc, _value_tmp_1, pl.tile.move(pl.tile.load(b, [k_2, col_2], [64, 128], [64, 128], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right))
        c: pl.Tensor[[256, 256], pl.FP32] = pl.tile.store(acc, [row, col], c)
        return c
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, a: pl.Tensor[[256, 256], pl.FP16], b: pl.Tensor[[256, 256], pl.FP16], c: pl.Out[pl.Tensor[[256, 256], pl.FP32]]) -> pl.Tensor[[256, 256], pl.FP32]:
        for row in pl.parallel(0, 256, 128):
            for col in pl.parallel(0, 256, 128):
                c: pl.Tensor[[256, 256], pl.FP32] = self.block(a, b, row, col, c)
        return c