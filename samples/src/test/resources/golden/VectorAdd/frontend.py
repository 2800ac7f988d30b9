# pypto.program: VectorAdd
import pypto.language as pl

@pl.program
class VectorAdd:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def scaledAdd(a: pl.Tensor[[512, 256], pl.FP32], b: pl.Tensor[[512, 256], pl.FP32], k: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[512, 256], pl.FP32]]) -> pl.Tensor[[512, 256], pl.FP32]:
        for row in pl.range(0, 512, 64):
            scaled: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.muls(pl.tile.load(a, [row, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec), k)
            sum: pl.Tile[[64, 256], pl.FP32, pl.Mem.Vec] = pl.tile.add(scaled, pl.tile.load(b, [row, 0], [64, 256], [64, 256], target_memory=pl.Mem.Vec))
            y: pl.Tensor[[512, 256], pl.FP32] = pl.tile.store(sum, [row, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, a: pl.Tensor[[512, 256], pl.FP32], b: pl.Tensor[[512, 256], pl.FP32], k: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[512, 256], pl.FP32]]) -> pl.Tensor[[512, 256], pl.FP32]:
        y: pl.Tensor[[512, 256], pl.FP32] = self.scaledAdd(a, b, k, y)
        return y