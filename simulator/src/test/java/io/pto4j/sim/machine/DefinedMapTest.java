package io.pto4j.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class DefinedMapTest {

  @Property
  void behavesAsASetOfBytes(@ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    int size = random.nextInt(1, 400);
    DefinedMap map = new DefinedMap(size);
    BitSet expected = new BitSet();
    for (int i = 0; i < 30; i++) {
      int from = random.nextInt(size);
      int to = random.nextInt(from, size + 1);
      if (random.nextBoolean()) {
        map.define(from, to);
        expected.set(from, to);
      } else {
        map.undefine(from, to);
        expected.clear(from, to);
      }
      int at = random.nextInt(size);
      int end = random.nextInt(at, size + 1);
      int missing = expected.nextClearBit(at);
      assertThat(map.firstUndefined(at, end)).isEqualTo(missing < end ? missing : -1);
      assertThat(map.isDefined(at, end)).isEqualTo(missing >= end);
    }
  }
}
