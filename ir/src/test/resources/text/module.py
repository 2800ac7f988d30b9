import argparse, torch
from typing import Optional as Opt
import pypto.language as pl

N = 64
print("reading", end="")
torch.manual_seed(0)
f = lambda x: x + 1
a = b = 5
q = 3 if N > 2 else 4
*r, s = [1, 2]
table = {"x": 1}
table["y"] = [*r][::2]
t: int
t += 1
assert a < b < 9, "order"

def golden(x, scale=1.0, *rest, **more):
    # inside
    try:
        return [i @ scale for i in x if i] + [*rest]
    except ValueError as e:
        raise RuntimeError(f"{x!r:>10}") from e

@dataclass(frozen=True)
class Config(Base):
    rows: int = 3
    def area(self): return self.rows ** 2

async def wait():
    await golden(1)

if torch.npu is None:
    device = "cpu"
elif N: device = "npu"
else:
    device = None
for i in range(3): pass
with open("x") as f, open("y") as g:
    w = f.read()
try:
    import rich
except ImportError:
    rich = None
finally:
    pass


@pl.program
class P:
    @pl.function
    def main(self, n: pl.Scalar[pl.INDEX]):
        m = n + N
        return m

if __name__ == "__main__":
    N = 128
    parser = argparse.ArgumentParser()
    torch.testing.assert_close(golden(P), P.run())
