# pypto.program: Types
import pypto.language as pl

M = pl.dynamic("M")
N = pl.dynamic("N")

@pl.program
class Types:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def f(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Out[pl.Tensor[[M * pl.const(2, pl.INDEX) + pl.const(1, pl.INDEX), N], pl.BF16, pl.TensorView(stride=[], layout=pl.TensorLayout.NZ)]], z: pl.InOut[pl.Tensor[[16, 16], pl.INT8, pl.TensorView(valid_shape=[8, 16], stride=[16, 1], layout=pl.TensorLayout.ND, pad=pl.PadValue.zero)]], w: pl.Tensor[[16, 64], pl.FP32, pl.MemRef("mem_ddr_0", pl.const(0, pl.INT64), 4096)]) -> tuple[pl.Tensor[[M, 64], pl.FP32], pl.Scalar[pl.BOOL]]:
        mem_vec_0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 16384)
        a: pl.Tile[[16, 64], pl.FP32, pl.MemRef(mem_vec_0, 0, 4096), pl.Mem.Vec] = pl.tile.gen(x)
        b: pl.Tile[[16, 64], pl.FP32, pl.MemRef(mem_vec_0, N * pl.const(64, pl.INDEX), 4096, slots=2)[1], pl.Mem.Vec] = pl.tile.gen(x)
        c: pl.Tile[[16, 64], pl.FP32, pl.MemRef("own", slots=3)[N % 3], pl.Mem.Vec] = pl.tile.gen(x)
        d: pl.Tile[[64, 32], pl.FP16, pl.Mem.Left] = pl.tile.gen(x)
        e: pl.Tile[[64, 32], pl.FP16, pl.Mem.Left, pl.TileView(valid_shape=[N, 32], start_offset=64, slayout=pl.TileLayout.col_major, fractal=1024, pad=pl.PadValue.min, compact=pl.CompactMode.normal)] = pl.tile.gen(x)
        g: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec] = pl.tile.gen(x)
        h: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec, pl.TileView(stride=[1, 32], blayout=pl.TileLayout.row_major)] = pl.tile.gen(x)
        i: pl.Array[4, pl.TASK_ID] = pl.array.create(4, dtype=pl.TASK_ID)
        j: pl.Tuple[pl.Tensor[[4], pl.UINT8], pl.Scalar[pl.TASK_ID]] = pl.tile.gen(x)
        k: pl.Tuple[()] = pl.tile.gen(x)
        l: pl.UnknownType = pl.tile.gen(x)
        return x, True
