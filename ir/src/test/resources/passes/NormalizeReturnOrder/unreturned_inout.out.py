# pypto.program: UnreturnedInout
import pypto.language as pl

@pl.program
class UnreturnedInout:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.InOut[pl.Tensor[[8, 64], pl.FP32]], s: pl.Scalar[pl.INDEX], oa: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> tuple[pl.Scalar[pl.INDEX], pl.Tensor[[8, 64], pl.FP32]]:
        t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
        pl.tile.store(pl.tile.add(t, t), [0, 0], x)
        a1: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(t, [0, 0], oa)
        return s, oa
