package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import io.pto4j.dsl.meta.Op;
import io.pto4j.runtime.EagerValue;
import java.util.List;
import java.util.Objects;

/**
 * A tile: a rectangle of elements in one of the on-chip memories of a core.
 *
 * <p>Tiles are made by {@link Pl#load}, {@link Pl#createTile} and the operators on tiles. The shape
 * of a tile is constant. Its valid region, a rectangle at the origin, says which elements mean
 * something; it is the whole tile unless a load was given a smaller one.
 *
 * <p>Source of the rule: PyPTO IR types, TileType.
 *
 * @param <T> element type
 */
public final class Tile<T extends DType<?>> {

  private final EagerValue value;
  private final Placement placement;

  /** Where a window lies in the tile it was sliced from. */
  private record Placement(EagerValue parent, Window window) {}

  Tile(EagerValue value) {
    this(value, null);
  }

  private Tile(EagerValue value, Placement placement) {
    this.value = Objects.requireNonNull(value, "value");
    this.placement = placement;
  }

  /** The value as the eager engine knows it. */
  public EagerValue value() {
    return value;
  }

  /** Element type. */
  public DType<?> dtype() {
    return value.dtype();
  }

  /** Extents in elements, outermost dimension first. */
  public List<Long> shape() {
    return value.shape();
  }

  /**
   * A window of this tile, without copying. Operator {@code tile.slice}.
   *
   * @param slices one per axis, with constant extents; axes without one are whole
   * @return the window; axes given by {@link Pl#index} are dropped, down to two
   * @throws IndexOutOfBoundsException if the window leaves the tile
   */
  @Construct(Form.SLICE)
  public Tile<T> slice(Slice... slices) {
    Window window = Window.of(shape(), slices);
    Tile<T> sliced = Eager.tile("tile.slice", window.operandsAfter(value));
    return new Tile<>(sliced.value, new Placement(value, window));
  }

  /**
   * Writes {@code source} into this tile, or into the window that this is. Operator {@code
   * tile.assemble(target, source, offset)}; the assigned variable names the updated tile.
   *
   * @param source has the shape of this tile or window
   * @return this tile
   * @throws IllegalArgumentException if the shapes differ
   */
  @Construct(Form.ASSIGN)
  public Tile<T> assign(Tile<T> source) {
    if (!shape().equals(source.shape())) {
      throw new IllegalArgumentException(
          "assign: the target has shape " + shape() + ", the source " + source.shape());
    }
    EagerValue target = placement == null ? value : placement.parent();
    List<Long> offset =
        placement == null ? Tuples.zeros(shape().size()) : placement.window().offset();
    Eager.apply("tile.assemble", target, source.value, offset);
    return this;
  }

  /**
   * One element as a {@code double}; {@link Pl#read(Tile, long...)} has the Java type of the
   * element type instead. Operator {@code tile.read}.
   *
   * @param indices one per axis
   */
  @Op("tile.read")
  public double read(long... indices) {
    return Eager.number("tile.read", value, Tuples.of(indices)).doubleValue();
  }

  @Override
  public String toString() {
    return "Tile" + shape() + " " + dtype();
  }
}
