import pypto.language as pl

BLOCKS = 8

@pl.program
class Scopes:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        o = pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], o: pl.Tensor[[64, 64], pl.FP32], c: pl.Tensor[[8], pl.INT32], n: pl.Scalar[pl.INDEX]):
        with pl.at(pl.Level.CORE_GROUP):
            a = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN, slot_num=4)], name_hint="qk") as t0:
            b = pl.exp(x)
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.optimizations.cross_core_slot(slot_num=2)], deps=[t0], no_dep_args=[x], dumps=[x, o], allow_early_resolve=True, windowize=False):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                d = pl.aiv_shard(x)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            e = pl.aiv_shard(x)
            f = pl.aic_gather(e)
        with pl.at(pl.Level.CHIP, pl.Role.Orchestrator, name_hint="chip"):
            pass
        with pl.cluster(name_hint="grp"):
            with pl.spmd(4):
                g = self.k(x, o)
        with pl.spmd(BLOCKS, sync_start=True, name_hint="launch"):
            h = self.k(x, o)
        with pl.spmd(core_num=4, deps=[t0], predicate=(c[3] > 0)) as t1:
            i = self.k(x, o)
        with pl.spmd(n, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            j = self.k(x, o)
        with pl.spmd(4, name_hint="own"):
            l = pl.tile.get_block_idx()
        with pl.spmd(4, name_hint="two"):
            m = pl.get_block_idx()
        with pl.spmd(4):
            with pl.at(pl.Level.CORE_GROUP, name_hint="inner"):
                p = pl.exp(x)
        for q in pl.spmd(4, name_hint="loop", allow_early_resolve=True):
            r = q + 1
        for s in pl.spmd(4, optimizations=[pl.cross_core_slot(slot_num=3)]):
            pass
        with pl.manual_scope():
            u = self.k(x, o)
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            v = self.k(x, u)
        return

    @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
    def placed(self, x: pl.Tensor[[64, 64], pl.FP32], o: pl.Tensor[[64, 64], pl.FP32]):
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.AUTO):
                with pl.manual_scope():
                    a = self.k(x, o)
        return
