package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A value of an orchestration function. */
sealed interface Item {
  /** An integer, index or truth value. */
  record Int(long value) implements Item {}

  /** A floating point number. */
  record Real(double value) implements Item {}

  /** A tensor. */
  record Tensor(DeviceTensor tensor) implements Item {}

  /** The id of a task. */
  record TaskId(int id) implements Item {
    static final TaskId INVALID = new TaskId(-1);

    boolean isValid() {
      return id >= 0;
    }
  }

  /** Several values. */
  record Tuple(ImmutableList<Item> items) implements Item {}

  /** A mutable array; a fence of task ids carried through loops. */
  final class Array implements Item {
    private final Item[] items;

    Array(int size, Item initial) {
      this.items = new Item[size];
      Arrays.fill(items, initial);
    }

    int size() {
      return items.length;
    }

    Item get(long index) {
      return items[Math.toIntExact(index)];
    }

    void set(long index, Item value) {
      items[Math.toIntExact(index)] = value;
    }

    @Override
    public String toString() {
      return Arrays.stream(items).map(Item::toString).collect(Collectors.joining(", ", "[", "]"));
    }
  }
}
