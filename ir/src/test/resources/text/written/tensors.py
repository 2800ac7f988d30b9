import pypto.language as pl

M = pl.dynamic("M")

@pl.inline
def half(t):
    h = pl.mul(t, 0.5)
    return h

@pl.function(type=pl.FunctionType.InCore)
def twice(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [64, 64])
    y = pl.store(pl.add(t, t), [0, 0], y)
    return y

@pl.program
class Tensors:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], q: pl.Tensor[[M, 4, 16, 64], pl.BF16], c: pl.Tensor[[8], pl.INT32],
             n: pl.Scalar[pl.INDEX], j: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        """Shows how parts are taken."""
        row = x[3]
        col = x[:, 5]
        win = x[n:n + 16, 4:]
        top = x[:n]
        one = x[n, 2]
        deep = q[0][1]
        mixed = q[0, :, 2:6]
        y[3] = row
        y[0:16, 4:64] = win
        a = pl.matmul(x, y, b_trans=True)
        b = pl.create_tensor([64, 64], dtype=pl.FP32)
        d = half(a)
        b = twice(d, b)
        g = pl.cmp(a, 0.0, cmp_type="gt")
        v = pl.tensor.view(x, layout=pl.TensorLayout.DN)
        k = pl.add(n, 3)
        big = pl.min(k, 64) ** 2 & 7 | 1 ^ n << 2
        ids = pl.array.create(4, pl.TASK_ID)
        with pl.manual_scope():
            (b,), t = pl.submit(self.scale, pl.no_dep(x), b)
            ids[0] = t
            b, u = pl.submit(self.scale, x, b, deps=[t], predicate=(c[3] > 0))
        if c[0] == 4:
            pl.system.bar_all()
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def scale(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        i = 0
        while i < 4:
            y = pl.store(pl.load(x, [i * 16, 0], [16, 64]), [i * 16, 0], y)
            i = i + 1
        for r in range(2):
            y = pl.store(pl.load(x, [r * 32, 0], [32, 64]), [r * 32, 0], y)
        return y
