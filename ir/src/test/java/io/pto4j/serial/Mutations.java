package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import io.pto4j.ir.IrException;
import io.pto4j.ir.NodeFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;

/** Damages binary programs: bytes that break the encoding, and values that do not. */
final class Mutations {
  private static final long[] NUMBERS = {
    -1, 0, 1, 2, 7, 77, 255, 1L << 31, -(1L << 31), (1L << 32) + 1, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private static final ImmutableList<String> TEXTS = texts();

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  private static ImmutableList<String> texts() {
    ImmutableList.Builder<String> texts = ImmutableList.builder();
    NodeFields.classes().forEach(c -> texts.add(NodeFields.kind(c)));
    return texts
        .add("Add", "Cast", "ScalarType", "TensorType", "TileType", "ArrayType", "TupleType")
        .add("Ptr", "UnknownType", "MemRefType", "ND", "NZ", "Vec", "zero", "null", "row_major")
        .add("Expr", "Var", "VarList", "DataType", "Int32Vector", "ArgDirectionVector", "")
        .build();
  }

  /** {@code bytes} with one or a few changes. */
  byte[] of(byte[] bytes) {
    byte[] changed = bytes;
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      changed = random.nextInt(3) == 0 ? inBytes(changed) : inValues(changed);
    }
    return changed;
  }

  private byte[] inBytes(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    byte[] changed = bytes.clone();
    int at = random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(40));
    switch (random.nextInt(5)) {
      case 0 -> changed[at] = (byte) random.nextInt(256);
      case 1 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> changed = Arrays.copyOf(bytes, at);
      case 3 -> {
        changed = Arrays.copyOf(bytes, bytes.length - length);
        System.arraycopy(bytes, at + length, changed, at, bytes.length - at - length);
      }
      default -> {
        changed = Arrays.copyOf(bytes, bytes.length + length);
        System.arraycopy(bytes, at, changed, at + length, bytes.length - at);
      }
    }
    return changed;
  }

  private byte[] inValues(byte[] bytes) {
    Wire root;
    try {
      root = WireCodec.decode(bytes);
    } catch (IrException _) {
      // damaged before
      return bytes;
    }
    List<Wire> all = new ArrayList<>();
    collect(root, all);
    Wire target = all.get(random.nextInt(all.size()));
    Wire replacement =
        random.nextInt(4) == 0 ? all.get(random.nextInt(all.size())) : changed(target);
    return WireCodec.encode(replace(root, target, replacement));
  }

  private static void collect(Wire value, List<Wire> into) {
    into.add(value);
    switch (value) {
      case Wire.Array a -> a.elements().forEach(e -> collect(e, into));
      case Wire.Dict d -> d.entries().values().forEach(e -> collect(e, into));
      default -> {}
    }
  }

  private static Wire replace(Wire value, Wire target, Wire replacement) {
    if (value == target) {
      return replacement;
    }
    return switch (value) {
      case Wire.Array(long offset, ImmutableList<Wire> elements) ->
          new Wire.Array(
              offset,
              elements.stream()
                  .map(e -> replace(e, target, replacement))
                  .collect(ImmutableList.toImmutableList()));
      case Wire.Dict(long offset, ImmutableSortedMap<String, Wire> entries) ->
          new Wire.Dict(
              offset,
              ImmutableSortedMap.copyOf(
                  Maps.transformValues(
                      (NavigableMap<String, Wire>) entries, e -> replace(e, target, replacement))));
      default -> value;
    };
  }

  private Wire changed(Wire value) {
    return switch (value) {
      case Wire.Int(_, long v) ->
          Wire.of(random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : near(v));
      case Wire.Text _ -> Wire.of(TEXTS.get(random.nextInt(TEXTS.size())));
      case Wire.Bool(_, boolean v) -> Wire.of(!v);
      case Wire.Real _ ->
          Wire.of(random.nextBoolean() ? Double.NaN : Double.longBitsToDouble(random.nextLong()));
      case Wire.Array(_, ImmutableList<Wire> elements) -> Wire.array(changed(elements));
      case Wire.Dict d -> without(d);
      case Wire.Nil _ -> Wire.of(random.nextInt(8));
    };
  }

  /** A number close by: another node, member or index. */
  private long near(long v) {
    return v + random.nextInt(-5, 6);
  }

  private List<Wire> changed(ImmutableList<Wire> elements) {
    List<Wire> changed = new ArrayList<>(elements);
    if (elements.isEmpty() || random.nextInt(3) == 0) {
      changed.add(elements.isEmpty() ? Wire.nil() : elements.getLast());
    } else {
      changed.remove(random.nextInt(changed.size()));
    }
    return changed;
  }

  private Wire without(Wire.Dict dict) {
    if (dict.entries().isEmpty()) {
      return Wire.nil();
    }
    String key = dict.entries().keySet().asList().get(random.nextInt(dict.entries().size()));
    return new Wire.Dict(
        0,
        ImmutableSortedMap.copyOfSorted(
            Maps.filterKeys((NavigableMap<String, Wire>) dict.entries(), k -> !k.equals(key))));
  }
}
