# pypto.program: SeveralResults
import pypto.language as pl

@pl.program
class SeveralResults:
    @pl.function(type=pl.FunctionType.Inline)
    def halves(x: pl.Tensor[[32, 32], pl.FP32]) -> tuple[pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec], pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]]:
        upper: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = self.half(x, 0)
        lower: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = self.half(x, 16)
        return upper, lower

    @pl.function(type=pl.FunctionType.Inline)
    def half(x: pl.Tensor[[32, 32], pl.FP32], row: pl.Scalar[pl.INDEX]) -> pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]:
        return pl.tile.load(x, [row, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)

    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        both = self.halves(x)
        upper: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = both[0]
        lower: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = both[1]
        y: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(pl.tile.add(upper, lower), [0, 0], y)
        return y
