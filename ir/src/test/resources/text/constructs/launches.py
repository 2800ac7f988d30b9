import pypto.language as pl

N = 4

@pl.function(type=pl.FunctionType.InCore)
def gate(c: pl.InOut[pl.Tensor[[8], pl.INT32]]) -> pl.Tensor[[8], pl.INT32]:
    return c

@pl.inline
def twice(x):
    y = pl.mul(x, 2.0)
    return pl.add(y, x)

@pl.program
class Launches:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        return o

    @pl.function(type=pl.FunctionType.InCore)
    def pair(self, x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        return x, x

    @pl.function(type=pl.FunctionType.InCore)
    def silent(self, x: pl.Tensor[[64], pl.FP32]):
        return x

    @pl.function(type=pl.FunctionType.InCore)
    def count(self, c: pl.InOut[pl.Tensor[[8], pl.INT32]]) -> pl.Tensor[[8], pl.INT32]:
        return c

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], c: pl.Tensor[[8], pl.INT32], n: pl.Scalar[pl.INDEX]):
        a = self.k(x, o)
        b = self.silent(x)
        d = gate(c)
        e = twice(x)
        f = self.k(pl.no_dep(x), o, attrs={"arg_directions": [pl.adir.input, pl.adir.output]})
        prev = None
        g, t = pl.submit(self.k, x, o)
        (h, i), u = pl.submit(self.pair, x, deps=[t, None, prev])
        whole = pl.spmd_submit(self.k, x, o, core_num=N, sync_start=True)
        j, v = pl.submit(self.k, x, deps=(t, u), allow_early_resolve=True, dumps=[x])
        ids = pl.array.create(N, pl.TASK_ID)
        ids[0] = t
        l, w = pl.submit(self.k, x, o, deps=[ids])
        m, w = pl.submit(self.k, x, o, deps=[ids[0], t])
        p, w = pl.submit(self.k, x, o, deps=[ids[i] for i in range(1, N, 2) if i != 2])
        q, w = pl.submit(self.k, x, o, deps=[ids[n] for _ in (1,)])
        c, s = pl.submit(self.count, c)
        r, w = pl.submit(self.k, x, o, deps=[s], predicate=(c[3] > -1))
        r, w = pl.spmd_submit(self.k, x, o, core_num=n, deps=[s], predicate=(0 < c[n]))
        fence = pl.system.task_dummy(deps=[ids])
        none = pl.system.task_dummy(deps=[])
        more = pl.system.task_dummy(deps=[ids[i] for i in range(2)])
        with pl.at(level=pl.Level.CORE_GROUP, deps=[ids[1], fence]) as z:
            y = pl.exp(x)
        return r

    @pl.function(type=pl.FunctionType.Orchestration)
    def shown(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
        a = self.k(x, o)
        pl.dump_tag(x)
        pl.dump_tag(o)
        b = self.k(x, o)
        (c, e), t = pl.submit(self.pair, x)
        with pl.at(level=pl.Level.CORE_GROUP):
            d = pl.exp(x)
        return
