# pypto.program: ViewsMoveWithTheirBase
import pypto.language as pl

@pl.program
class ViewsMoveWithTheirBase:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 64], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 8192)], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 16], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 1024)]]) -> pl.Tensor[[16, 16], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 40)
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        o: pl.Tile[[1, 10], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 40), pl.Mem.Vec] = pl.tile.full([1, 10], dtype=pl.FP32, value=1.0)
        t: pl.Tile[[32, 64], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 8192), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        s: pl.Tile[[16, 16], pl.FP32, pl.MemRef(mem_vec_3, pl.const(2112, pl.INT64), 3904), pl.Mem.Vec] = pl.tile.slice(t, [16, 16], [8, 16])
        u: pl.Tile[[16, 16], pl.FP32, pl.MemRef(mem_vec_3, (n * pl.const(64, pl.INDEX) + pl.const(16, pl.INDEX)) * pl.const(4, pl.INDEX), 3904), pl.Mem.Vec] = pl.tile.slice(t, [16, 16], [n, 16])
        v: pl.Tile[[16, 16], pl.FP32, pl.MemRef(mem_vec_3, pl.const(0, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.add(s, u)
        z: pl.Tile[[1, 10], pl.FP32, pl.MemRef(mem_vec_2, pl.const(0, pl.INT64), 40), pl.Mem.Vec] = pl.tile.neg(o)
        r: pl.Tensor[[16, 16], pl.FP32, pl.MemRef("mem_ddr_1", pl.const(0, pl.INT64), 1024)] = pl.tile.store(v, [0, 0], y)
        return y
