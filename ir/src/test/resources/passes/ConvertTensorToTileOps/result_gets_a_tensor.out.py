# pypto.program: ResultGetsATensor
import pypto.language as pl

@pl.program
class ResultGetsATensor:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def k(x: pl.Tensor[[32, 64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[32, 64], pl.FP32]], ret1__out: pl.Out[pl.Tensor[[32, 1], pl.FP32]]) -> tuple[pl.Tensor[[32, 64], pl.FP32], pl.Tensor[[32, 1], pl.FP32]]:
        x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        e__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(x__tile, 2.0)
        tmp_tile: pl.Tile[[32, 128], pl.FP32, pl.Mem.Vec] = pl.tile.create([32, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        m__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec] = pl.tile.row_max(e__tile, tmp_tile)
        ret0__store: pl.Tensor[[32, 64], pl.FP32] = pl.tile.store(e__tile, [0, 0], ret0__out)
        ret1__store: pl.Tensor[[32, 1], pl.FP32] = pl.tile.store(m__tile, [0, 0], ret1__out)
        return ret0__store, ret1__store
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[32, 64], pl.FP32]) -> pl.Tensor[[32, 1], pl.FP32]:
        ret0__out: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.create([32, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        ret1__out: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.create([32, 1], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        r: pl.Tuple[pl.Tensor[[32, 64], pl.FP32], pl.Tensor[[32, 1], pl.FP32]] = self.k(x, ret0__out, ret1__out)
        e: pl.Tensor[[32, 64], pl.FP32] = r[0]
        m: pl.Tensor[[32, 1], pl.FP32] = r[1]
        return m
