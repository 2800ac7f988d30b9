import pypto.language as pl

ROWS = 32
SHAPE = [ROWS, 64]
HALF = 0.5
DT = pl.FP16

@pl.program
class Tiles:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], DT], n: pl.Scalar[pl.INDEX], f: pl.FP16,
          y: pl.Out[pl.Tensor[[64, 64], DT]], z: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        pl.static_assert(ROWS == 32 and HALF < 1, "block size")
        a = pl.load(x, [0, 0], SHAPE)
        b = pl.tile.load(x, [ROWS, 0], SHAPE)
        tail = pl.load(x, [0, 0], SHAPE, valid_shape=[n, 64], clamp=False)
        c = pl.mul(pl.add(a, b), HALF)
        d = pl.maximum(pl.sub(c, f), 2)
        e = pl.tile.adds(d, 1.5)
        g: pl.Tile[[32, 64], pl.FP16] = pl.div(e, pl.recip(a, high_precision=True))
        part = g[0:16, :]
        head = g[:n]
        first = g[0, 3]
        g[16:, :] = part
        w = pl.cast(g, pl.FP32, mode="rint")
        scratch = pl.create_tile(SHAPE, pl.FP32)
        s = pl.row_sum(w, tmp_tile=scratch)
        m = pl.row_expand_mul(w, s)
        p = pl.fillpad(tail, pad_value=0)
        y = pl.store(g, [0, 0], y, atomic=pl.AtomicType.None_)
        z = pl.store(m, offsets=[0, 0], output_tensor=z)
        return y, z
