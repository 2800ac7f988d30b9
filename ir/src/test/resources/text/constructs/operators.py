import pypto.language as pl

M = pl.dynamic("M")

@pl.program
class Operators:
    @pl.function(type=pl.FunctionType.Orchestration)
    def extents(self, x: pl.Tensor[[M, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32]):
        n = pl.tensor.dim(x, 0)
        m = pl.dim(x, axis=-2)
        k = pl.tensor.dim(y, 0)
        for i in pl.range(n):
            a = x[i]
        n = n + m
        return

    @pl.function(type=pl.FunctionType.InCore)
    def literals(self, h: pl.Tensor[[64, 64], pl.FP16], i: pl.Tensor[[64, 64], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32]):
        a = pl.add(h, 2)
        b = pl.add(h, 2.5)
        c = pl.add(h, rhs=2.5)
        d = pl.mul(i, 2)
        e = pl.cmp(x, 0.0, cmp_type="gt")
        f = pl.full([64], dtype=pl.FP32, value=1.0)
        g = pl.create_tensor([64], dtype=pl.FP32, manual_dep=True)
        j = pl.arange(0, [1, 64], dtype=pl.INT32)
        k = pl.fillpad(x, pad_value=0)
        l = pl.transpose(x, 0, 1)
        m = pl.row_max(x)
        o = pl.cast(x, pl.FP16, mode="rint")
        p = pl.tensor.gather(x, mask_pattern=pl.tile.MaskPattern.P0101)
        q = pl.tensor.gather(x, mask_pattern="P1010")
        r = pl.and_(i, i)
        return

    @pl.function(type=pl.FunctionType.AIV)
    def popped(self, x: pl.Tensor[[64, 64], pl.FP32]):
        a = pl.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=1)
        b = pl.tpop_from_aic(shape=[16, 16], dtype=pl.FP32)
        c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=0, id=1)
        pl.tfree_to_aic(a)
        pl.tfree_to_aic(b, id=0)
        pl.tpush_to_aic(c, split=0, id=1)
        buf = pl.reserve_buffer(name="slot_buf", size=4096, base=pl.AUTO)
        peer = pl.import_peer_buffer(name="slot_buf", peer_func="other")
        pl.aiv_initialize_pipe(pl.const(0, pl.INT32), buf, dir_mask=2, slot_size=512, id=0)
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)
        pl.system.bar_v()
        return
