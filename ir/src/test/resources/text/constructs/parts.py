import pypto.language as pl

@pl.program
class Parts:
    @pl.function
    def tensors(self, x: pl.Tensor[[64, 64], pl.FP32], x3: pl.Tensor[[4, 16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Tensor[[64], pl.FP32]):
        a = x[3]
        b = x[:, 5]
        c = x[2:10, 4:]
        d = x[n:n+16]
        e = x[:n]
        f = x3[1, 2]
        g = x3[1][2]
        h = x[n, 2]
        i = x3[n:n + 8, 2]
        x[3] = y
        x[0:8, 4:64] = c[0:8, 0:60]
        x3[n] = x3[0]
        return x

    @pl.function(type=pl.FunctionType.InCore)
    def tiles(self, x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t = pl.load(x, [0, 0], [64, 64])
        a = t[3]
        b = t[60:80]
        c = t[0:16, 16:n]
        d = t[:n]
        e = t[n, 4]
        f = t[n]
        t[0:16] = t[16:32]
        t[5] = a
        return

    @pl.function
    def arrays(self, n: pl.Scalar[pl.INDEX]):
        a = pl.array.create(4, pl.INT32)
        a[0] = 7
        a[n] = a[0]
        ids = pl.array.create(2, pl.TASK_ID)
        ids[0] = None
        t = (n, a)
        b = t[1]
        return
