package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.MemorySpace;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AffinityTest {
  private static Affinity load(MemorySpace space) {
    return Affinity.of(
        call(
            "tile.load",
            in(space),
            tensor(FP16, 64, 64),
            tuple(0, 0),
            tuple(64, 64),
            tuple(64, 64)));
  }

  private static Affinity store(MemorySpace space) {
    return Affinity.of(
        call("tile.store", tile(FP32, space, 64, 64), tuple(0, 0), tensor(FP32, 64, 64)));
  }

  @Test
  void transfersFollowTheirTile() {
    assertThat(load(VEC)).isEqualTo(Affinity.VECTOR);
    assertThat(load(MAT)).isEqualTo(Affinity.CUBE);
    assertThat(store(VEC)).isEqualTo(Affinity.VECTOR);
    assertThat(store(ACC)).isEqualTo(Affinity.CUBE);
  }

  @Test
  void aMoveBetweenTheSidesIsOnBoth() {
    assertThat(Affinity.of(call("tile.move", in(LEFT), tile(FP16, MAT, 16, 16))))
        .isEqualTo(Affinity.CUBE);
    assertThat(Affinity.of(call("tile.move", in(VEC), tile(FP32, ACC, 16, 16))))
        .isEqualTo(Affinity.MIXED);
    assertThat(Affinity.of(call("tile.move", in(LEFT), vec(FP16, 16, 16))))
        .isEqualTo(Affinity.MIXED);
  }

  @Test
  void computationHasItsUnit() {
    assertThat(Affinity.of(call("tile.exp", vec(FP32, 8, 8)))).isEqualTo(Affinity.VECTOR);
    assertThat(
            Affinity.of(call("tile.matmul", tile(FP16, LEFT, 16, 16), tile(FP16, RIGHT, 16, 16))))
        .isEqualTo(Affinity.CUBE);
    assertThat(Affinity.of(call("tile.slice", tile(FP16, MAT, 16, 16), tuple(8, 16), tuple(0, 0))))
        .isEqualTo(Affinity.CUBE);
  }

  @Test
  void declarationsAreOnEitherSide() {
    Attrs created = Attrs.of("dtype", AttrValue.of(FP32)).with("target_memory", AttrValue.of(VEC));
    assertThat(Affinity.of(call("tile.create", created, tuple(8, 8)))).isEqualTo(Affinity.SHARED);
    assertThat(Affinity.of(call("tensor.read", tensor(FP32, 8), tuple(0))))
        .isEqualTo(Affinity.SHARED);
  }

  @Property
  void togetherIsCommutativeAndSharedIsNeutral(@ForAll Affinity a, @ForAll Affinity b) {
    assertThat(a.and(b)).isEqualTo(b.and(a));
    assertThat(a.and(Affinity.SHARED)).isEqualTo(a);
    assertThat(a.and(a)).isEqualTo(a);
  }
}
