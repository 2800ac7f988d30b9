# pypto.program: ManualAndWhile
import pypto.language as pl

@pl.program
class ManualAndWhile:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                for i, (c,) in pl.range(2, init_values=(y,)):
                    s: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, x, c, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    y1: pl.Tensor[[16, 64], pl.FP32] = s[0]
                    y2: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(y1)
            for (m, d) in pl.while_(init_values=(n, y2)):
                pl.cond(m < 4)
                y3: pl.Tensor[[16, 64], pl.FP32] = self.k(x, d, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                m1: pl.Scalar[pl.INDEX] = m + 1
                m2, y4 = pl.yield_(m1, y3)
            return y4
