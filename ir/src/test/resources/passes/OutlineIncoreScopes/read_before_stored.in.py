# pypto.program: ReadBeforeStored
import pypto.language as pl

@pl.program
class ReadBeforeStored:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        with pl.at(level=pl.Level.CORE_GROUP):
            t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
            u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
            s: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, u)
            z1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], z)
            y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(s, [0, 0], y)
        return y1, z1
