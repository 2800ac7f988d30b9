# pypto.program: Attributes
import pypto.language as pl

@pl.program
class Attributes:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker, auto_scope=False, external_source="k.cpp")
    def ext(x: pl.Tensor[[64], pl.FP32]):
        pl.func_attr({"split": pl.SplitMode.UP_DOWN, "flag": True, "count": -3, "ratio": 1.5, "text": "q\"x\\\n", "dt": pl.FP16, "space": pl.Mem.Vec, "layout": pl.TensorLayout.DN, "box": pl.TileLayout.col_major, "pad": pl.PadValue.max, "direction": pl.adir.no_dep, "directions": [pl.adir.inout, pl.adir.scalar], "var": x, "vars": [x, x], "dump_vars": []})
        pass
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def ops(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)
        a: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 16], dtype=pl.FP32, value=1.5)
        b: pl.Tile[[16, 16], pl.INT32, pl.Mem.Vec] = pl.tile.cast(a, target_type=pl.INT32, mode='round')
        c: pl.Tile[[16, 16], pl.INT32, pl.Mem.Vec] = pl.tile.and_(b, b)
        d: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.reinterpret_view(b, dtype=pl.FP32, shape=[16, 16])
        pl.system.syncall(core_type='mix')
        e: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.gen(a, attrs={"core_num": n + 1, "note": "s"})
