# pypto.program: InALoop
import pypto.language as pl

@pl.program
class InALoop:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for i, (carried,) in pl.range(4, init_values=(y,)):
            with pl.at(level=pl.Level.CORE_GROUP):
                t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i * 16, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
                y1: pl.Tensor[[64, 64], pl.FP32] = pl.tile.store(t, [i * 16, 0], carried)
            y2: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(y1)
        return y2
