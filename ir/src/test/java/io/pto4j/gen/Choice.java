package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random decisions. */
final class Choice {
  private final Random random;

  Choice(Random random) {
    this.random = random;
  }

  /** A number from 0 to {@code bound} - 1. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  <E> E of(List<E> elements) {
    return elements.get(random.nextInt(elements.size()));
  }

  <E> E of(E[] elements) {
    return elements[random.nextInt(elements.length)];
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  final <E> E from(Supplier<? extends E>... alternatives) {
    return alternatives[random.nextInt(alternatives.length)].get();
  }

  <E> ImmutableList<E> list(int size, Supplier<? extends E> element) {
    ImmutableList.Builder<E> list = ImmutableList.builder();
    for (int i = 0; i < size; i++) {
      list.add(element.get());
    }
    return list.build();
  }

  long integer() {
    return switch (below(4)) {
      case 0 -> random.nextLong();
      case 1 -> -below(100);
      default -> below(1000);
    };
  }

  double real() {
    return switch (below(4)) {
      case 0 -> random.nextGaussian() * 1e30;
      case 1 -> -below(100);
      case 2 -> below(10) / 4.0;
      default -> random.nextDouble();
    };
  }
}
