# pypto.program: SwappedTensors
import pypto.language as pl

@pl.program
class SwappedTensors:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        r: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(t, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def main(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        with pl.scope():
            a: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            for i, (ping, pong, m, kept) in pl.range(4, init_values=(y, a, n, y)):
                with pl.scope():
                    pong1: pl.Tensor[[16, 64], pl.FP32] = self.k(ping, pong, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
                    m1: pl.Scalar[pl.INDEX] = m + 1
                    part: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.assemble(kept, pong1, [0, 0])
                    y1, a1, m2, kept1 = pl.yield_(pong1, ping, m1, part)
            return y1
