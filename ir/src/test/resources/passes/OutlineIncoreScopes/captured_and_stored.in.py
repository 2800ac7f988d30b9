# pypto.program: CapturedAndStored
import pypto.language as pl

@pl.program
class CapturedAndStored:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(x: pl.Tensor[[64, 64], pl.FP32], k: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [k, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [n, 0], y)
        return y1
