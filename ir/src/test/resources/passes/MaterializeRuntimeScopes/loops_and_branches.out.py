# pypto.program: LoopsAndBranches
import pypto.language as pl

@pl.program
class LoopsAndBranches:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        with pl.scope():
            for i, (c,) in pl.range(n, init_values=(y,)):
                with pl.scope():
                    if i < 4:
                        with pl.scope():
                            y1: pl.Tensor[[16, 64], pl.FP32] = self.k(x, c, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                            y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y1)
                    else:
                        with pl.scope():
                            y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(c)
                    y3: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y2)
            return y3
