# pypto.program: Control
import pypto.language as pl

N = pl.dynamic("N")

@pl.program
class Control:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
    def work(x: pl.Tensor[[N, 64], pl.FP32], rows: pl.Scalar[pl.INDEX], offset: pl.Scalar[pl.INT32], k: pl.Scalar[pl.FP32], negate: pl.Scalar[pl.BOOL], sum: pl.InOut[pl.Tensor[[N, 64], pl.FP32]], half: pl.Out[pl.Tensor[[32, 64], pl.FP16]]) -> tuple[pl.Tensor[[N, 64], pl.FP32], pl.Tensor[[32, 64], pl.FP16]]:
        acc: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
        if negate:
            _select_tmp: pl.Scalar[pl.FP32] = -k
        else:
            _select_tmp: pl.Scalar[pl.FP32] = k
        factor: pl.Scalar[pl.FP32] = _select_tmp
        for i in pl.range(1, (rows + 32 - 1) // 32):
            first: pl.Scalar[pl.INDEX] = min(i * 32, rows - 32)
            t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [first, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)
            if i > 2 and offset != pl.const(0, pl.INT32):
                acc: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, t)
            else:
                result: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(acc, 0.5)
                acc: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.adds(result, 64.0)
        shift: pl.Scalar[pl.INDEX] = pl.cast(max(offset, pl.const(0, pl.INT32)) // pl.const(3, pl.INT32) - max(pl.const(0, pl.INT32) - offset, pl.const(0, pl.INT32)) // pl.const(3, pl.INT32) + (max(offset, pl.const(0, pl.INT32)) % pl.const(4, pl.INT32) - max(pl.const(0, pl.INT32) - offset, pl.const(0, pl.INT32)) % pl.const(4, pl.INT32)), pl.INDEX)
        shift: pl.Scalar[pl.INDEX] = shift + 1
        for i_1 in pl.range(0, 32, 8):
            row: pl.Scalar[pl.INDEX] = i_1 // 8 * 8
            sum: pl.Tensor[[N, 64], pl.FP32] = pl.tile.store(pl.tile.load(x, [row + shift, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec), [row, 0], sum)
        acc: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.muls(acc, factor)
        sum: pl.Tensor[[N, 64], pl.FP32] = pl.tile.store(acc, [0, 0], sum)
        half: pl.Tensor[[32, 64], pl.FP16] = pl.tile.store(pl.tile.cast(acc, target_type=pl.FP16, mode='round'), [0, 0], half)
        return sum, half
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[N, 64], pl.FP32], rows: pl.Scalar[pl.INDEX], sum: pl.InOut[pl.Tensor[[N, 64], pl.FP32]], half: pl.Out[pl.Tensor[[32, 64], pl.FP16]]) -> tuple[pl.Tensor[[N, 64], pl.FP32], pl.Tensor[[32, 64], pl.FP16]]:
        _tuple_tmp: pl.Tuple[pl.Tensor[[N, 64], pl.FP32], pl.Tensor[[32, 64], pl.FP16]] = self.work(x, rows, pl.const(3, pl.INT32), 2.0, rows > 8, sum, half)
        sum: pl.Tensor[[N, 64], pl.FP32] = _tuple_tmp[0]
        half: pl.Tensor[[32, 64], pl.FP16] = _tuple_tmp[1]
        _tuple_tmp_1: pl.Tuple[pl.Tensor[[N, 64], pl.FP32], pl.Tensor[[32, 64], pl.FP16]] = self.work(x, rows - 1, pl.const(0, pl.INT32), 0.25, False, sum, half)
        sum: pl.Tensor[[N, 64], pl.FP32] = _tuple_tmp_1[0]
        half: pl.Tensor[[32, 64], pl.FP16] = _tuple_tmp_1[1]
        return sum, half
