# pypto.program: NestedLoopsAndRegion
import pypto.language as pl

@pl.program
class NestedLoopsAndRegion:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        steps: pl.Scalar[pl.INDEX] = 0
        for i in pl.parallel(2):
            for j in pl.range(n):
                with pl.at(level=pl.Level.CORE_GROUP):
                    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 32, j * 32], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
                    y: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i * 32, steps], y)
            steps: pl.Scalar[pl.INDEX] = steps + 1
        return y
