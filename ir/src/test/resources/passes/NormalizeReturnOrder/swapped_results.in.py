# pypto.program: SwappedResults
import pypto.language as pl

@pl.program
class SwappedResults:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[8, 64], pl.FP32], oa: pl.Out[pl.Tensor[[8, 64], pl.FP32]], ob: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[8, 64], pl.FP32]]:
        t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
        b1: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(t, [0, 0], ob)
        a1: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(t, [0, 0], oa)
        return b1, a1

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[8, 64], pl.FP32], oa: pl.Out[pl.Tensor[[8, 64], pl.FP32]], ob: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[8, 64], pl.FP32]]:
        r = self.k(x, oa, ob)
        p: pl.Tensor[[8, 64], pl.FP32] = r[0]
        q: pl.Tensor[[8, 64], pl.FP32] = r[1]
        return q, p
