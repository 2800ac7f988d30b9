# pypto.program: P
import pypto.language as pl

@pl.program
class P:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        buf: pl.Ptr = pld.tensor.alloc_window_buffer(pl.const(16384, pl.INT64))
        return
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(data: pld.DistributedTensor[[64, 64], pl.FP32], peer: pl.Scalar[pl.INDEX]):
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pld.tile.remote_load(data, peer, [0, 0], [16, 64])
        u: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pld.tile.remote_load(data, peer, [0, 0], [16, 64], allow_physical_tail_padding=True)
        return
