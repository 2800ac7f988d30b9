# pypto.program: Scopes
import pypto.language as pl

@pl.program
class Scopes:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, auto_scope=False)
    def main(self, x: pl.Tensor[[64], pl.FP32], i32: pl.Tensor[[8], pl.INT32], n: pl.Scalar[pl.INDEX]):
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN), pl.cross_core_slot(slot_num=4)], name_hint="qk", no_dep_args=[x], dumps=[x], allow_early_resolve=True, windowize=True) as t0:
            a: pl.Tensor[[64], pl.FP32] = self.k(x)
        with pl.at(level=pl.Level.HOST, role=pl.Role.SubWorker, deps=[t0]):
            pass
        with pl.at(level=pl.Level.CHIP, name_hint="outer"):
            with pl.cluster(name_hint="grp"):
                pass
        with pl.scope():
            with pl.scope(mode=pl.ScopeMode.MANUAL):
                b: pl.Tensor[[64], pl.FP32] = self.k(x)
        with pl.spmd(8, sync_start=True, name_hint="launch", allow_early_resolve=True, predicate=(pl.cast(pl.tensor.read(i32, [0]), pl.INDEX) > 0)):
            c: pl.Tensor[[64], pl.FP32] = self.k(x)
        with pl.spmd(4, deps=[t0]) as t1:
            d: pl.Tensor[[64], pl.FP32] = self.k(x)
        for i in pl.spmd(n, name_hint="qk_spmd", optimizations=[pl.split(pl.SplitMode.LEFT_RIGHT)]):
            e: pl.Scalar[pl.INDEX] = i + 1
        with pl.spmd(4, optimizations=[pl.cross_core_slot(slot_num=2)], deps=[t1]) as t2:
            g: pl.Tensor[[64], pl.FP32] = self.k(x)
        with pl.spmd(4, name_hint="o"):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="own"):
                h: pl.Tensor[[64], pl.FP32] = self.k(x)
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                j: pl.Tile[[8, 16], pl.FP32, pl.Mem.Vec] = pl.tile.gen(lane)
                l: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec] = pl.tile.aiv_shard(j)
                m: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec] = pl.tile.aiv_shard(j, split=2)
