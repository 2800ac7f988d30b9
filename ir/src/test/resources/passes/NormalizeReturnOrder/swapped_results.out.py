# pypto.program: SwappedResults
import pypto.language as pl

@pl.program
class SwappedResults:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[8, 64], pl.FP32], oa: pl.Out[pl.Tensor[[8, 64], pl.FP32]], ob: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[8, 64], pl.FP32]]:
        t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
        b1: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(t, [0, 0], ob)
        a1: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(t, [0, 0], oa)
        return oa, ob
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[8, 64], pl.FP32], oa: pl.Out[pl.Tensor[[8, 64], pl.FP32]], ob: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[8, 64], pl.FP32]]:
        r: pl.Tuple[pl.Tensor[[8, 64], pl.FP32], pl.Tensor[[8, 64], pl.FP32]] = self.k(x, oa, ob)
        p: pl.Tensor[[8, 64], pl.FP32] = r[1]
        q: pl.Tensor[[8, 64], pl.FP32] = r[0]
        return q, p
