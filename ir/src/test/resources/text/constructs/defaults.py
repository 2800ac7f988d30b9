import math
import pypto.language as pl
import pypto.language.distributed as pld

EDGE = -math.inf


@pl.program
class Defaults:
    @pl.function(type=pl.FunctionType.InCore)
    def made(self, x: pl.Tensor[[16, 64], pl.FP32], q: pl.Tensor[[16, 64], pl.INT32], v: pl.Tensor[[64], pl.FP32], f: pl.Scalar[pl.FP32]):
        a = pl.random(1, 2, 3, 4, 5, 6, [16, 16])
        b = pl.tile.random(1, 2, 3, 4, 5, 6, [16, 16], rounds=7)
        c = pl.scatter_update(x, -2, q[0:1, 0:16], x)
        d = pl.scatter_update(x, q[0:1, 0:16], x, dim=-2)
        e = pl.scatter_update(x, -2, index=q[0:1, 0:16], src=x)
        g = pl.read(v, 3)
        h = pl.mul(x, math.pi)
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[8, 64])
        u = pl.fillpad(t, pad_value=math.inf)
        w = pl.fillpad(t, pad_value=EDGE)
        m = pl.matmul(t, pl.tile.transpose_view(t), a_trans=False, out_dtype=pl.FP32)
        i = pl.mgather(x, pl.create_tile([1, 8], dtype=pl.INT32), coalesce="row", gather_oob="clamp")
        o = pl.paged_gather(x, q[0:1, 0:16], q[0:1], block_size=16, size=64, max_indices=16)
        r = pl.gather_row(pl.create_l1([16, 64], dtype=pl.FP32), x, [0, 0], [0, 0], [4, 64])
        p: pl.Ptr = f

    @pl.function(type=pl.FunctionType.AIV)
    def merged(self, x: pl.Tensor[[16, 64], pl.FP32]):
        s = pl.sort32(pl.load(x, [0, 0], [16, 64]), pl.create_tile([16, 64], dtype=pl.UINT32))
        room = pl.create_tile([16, 512], dtype=pl.FP32)
        a = pl.mrgsort(s, s, tmp=room)
        b = pl.mrgsort(s, s, s, None, room, exhausted=True)
        c = pl.mrgsort(s, s, src2=s, src3=s, tmp=room)

    @pl.function(type=pl.FunctionType.AIV)
    def producer(self, w: pl.Tensor[[16, 64], pl.INT32]):
        slots = pl.reserve_buffer(name="slots", size=4096, base=128)
        pl.aiv_initialize_pipe(slots, 0, dir_mask=1, slot_size=slots.size)
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=512)
        pl.system.syncall(mode="soft", gm_workspace=w, used_cores=0)
        pl.system.syncall(mode="soft", core_type="aiv_only", gm_workspace=w, used_cores=8)

    @pl.function(type=pl.FunctionType.AIC)
    def consumer(self, x: pl.Tensor[[16, 64], pl.FP32]):
        peer = pl.import_peer_buffer(name="slots", peer_func="producer")
        pl.aic_initialize_pipe(peer, 0, dir_mask=1, slot_size=peer.size, id=peer.base)

    @pl.function(type=pl.FunctionType.InCore)
    def shared(self, w: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]], x: pl.Tensor[[8, 64], pl.FP32], p: pl.Scalar[pl.INT32]):
        pld.tensor.put(w, p, x)
        pld.tensor.put(w, p, x, [0, 0], [0, 0], [4, 64], atomic=pld.AtomicType.Add, chunk_rows=2)
        pld.tensor.get(x, p, w, chunk_rows=2, chunk_cols=64, pipeline=True)
        pld.remote_store(pld.remote_load(w, p, [0, 0], [8, 64]), w, p, [0, 0])
        w = pld.tensor.allreduce(w, s)
        w = pld.tensor.reduce_scatter(w, s)
        w = pld.tensor.broadcast(w, s, root=0)

    @pl.function(type=pl.FunctionType.Orchestration)
    def stage(self, x: pl.Tensor[[16, 64], pl.FP32]):
        pass

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], i: pl.Scalar[pl.INDEX]):
        at = [i, 0]
        e = pl.read(x, at)
        r = pl.slice(x, [1, 64], at, [1, 32], [0])
        y[3] = r
        z = pl.matmul(r, x, b_trans=True)
        k = pl.tensor.slice(pl.reshape(x, [4, 4, 64]), [1, 1, 64], [0, 0, 0], [], [1, 0])
        self.stage(x, device=1)
