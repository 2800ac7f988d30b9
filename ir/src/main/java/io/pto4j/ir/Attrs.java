package io.pto4j.ir;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Map;
import java.util.Optional;

/** Attributes or keyword arguments, in the order they were given. */
public record Attrs(ImmutableMap<String, AttrValue> entries) {
  private static final Attrs EMPTY = new Attrs(ImmutableMap.of());

  public static Attrs empty() {
    return EMPTY;
  }

  public static Attrs of(String key, AttrValue value) {
    return new Attrs(ImmutableMap.of(key, value));
  }

  public static Attrs of(Map<String, AttrValue> entries) {
    return entries.isEmpty() ? EMPTY : new Attrs(ImmutableMap.copyOf(entries));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public boolean has(String key) {
    return entries.containsKey(key);
  }

  public Optional<AttrValue> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** The attribute with {@code key} set; an existing one keeps its place. */
  public Attrs with(String key, AttrValue value) {
    Map<String, AttrValue> copy = Maps.newLinkedHashMap(entries);
    copy.put(key, value);
    return new Attrs(ImmutableMap.copyOf(copy));
  }

  public Attrs without(String key) {
    return has(key)
        ? of(
            entries.entrySet().stream()
                .filter(e -> !e.getKey().equals(key))
                .collect(toImmutableMap(Map.Entry::getKey, Map.Entry::getValue)))
        : this;
  }

  public boolean getBool(String key, boolean absent) {
    return entries.get(key) instanceof AttrValue.OfBool(boolean value) ? value : absent;
  }

  public int getInt(String key, int absent) {
    return entries.get(key) instanceof AttrValue.OfInt(int value) ? value : absent;
  }

  public Optional<String> getString(String key) {
    return entries.get(key) instanceof AttrValue.OfString(String value)
        ? Optional.of(value)
        : Optional.empty();
  }

  public Optional<DataType> getDataType(String key) {
    return entries.get(key) instanceof AttrValue.OfDataType(DataType value)
        ? Optional.of(value)
        : Optional.empty();
  }

  public Optional<MemorySpace> getMemorySpace(String key) {
    return entries.get(key) instanceof AttrValue.OfMemorySpace(MemorySpace value)
        ? Optional.of(value)
        : Optional.empty();
  }

  public Optional<ImmutableList<ArgDirection>> getDirections(String key) {
    return entries.get(key) instanceof AttrValue.OfDirections(ImmutableList<ArgDirection> values)
        ? Optional.of(values)
        : Optional.empty();
  }

  public ImmutableList<Var> getVars(String key) {
    return entries.get(key) instanceof AttrValue.OfVars(ImmutableList<Var> values)
        ? values
        : ImmutableList.of();
  }
}
