# pypto.program: SingleStatements
import pypto.language as pl

@pl.program
class SingleStatements:
    @pl.function
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.range(n):
            with pl.at(level=pl.Level.CORE_GROUP):
                pl.tile.store(pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec), [0, 0], y)
