# pypto.program: NestedVersionRead
import pypto.language as pl

@pl.program
class NestedVersionRead:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        with pl.at(level=pl.Level.HOST, name_hint="host"):
            with pl.at(level=pl.Level.CHIP, name_hint="chip"):
                t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
                z1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [0, 0], z)
            with pl.at(level=pl.Level.CHIP, name_hint="other"):
                u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y1, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Vec)
                z2: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(u, [0, 0], z1)
        return y1, z2
