@pl.program
class Generated:
    @pl.function(type=pl.FunctionType.Inline)
    def helper(a: pl.Tile[[8, 16], pl.FP32], b: pl.Tile[[8, 16], pl.FP32], n: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32]):
        if n % 2 == 0:
            a = pl.mul(b, a)
        else:
            if n % 2 == 0:
                b = pl.tile.write(b, [4, 10], s)
            k14 = 1
            while k14 < n:
                mask15 = pl.cmp(b, b, cmp_type='ne')
                tmp16 = pl.create_tile([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)
                t17 = pl.sel(mask15, b, a, tmp16)
                b = pl.add(b, t17)
                k14 = k14 + 1
        return b
    @pl.function(type=pl.FunctionType.InCore)
    def main(x0: pl.Tensor[[16, 16], pl.FP32], x1: pl.Tensor[[16, 16], pl.INT32], y0: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32]):
        t22 = pl.load(x0, [3, 0], [8, 16])
        t27 = self.helper(t22, t22, n, s)
