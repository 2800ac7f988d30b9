package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.immutables.value.Value;

/**
 * A mutable on-chip buffer of the final device program. Which storage it is, is said by the value
 * that defines it.
 *
 * @param shape the physical extents in elements
 * @param validShape the valid extents; {@link #DYNAMIC} where an operand gives it at run time
 * @param blayout the order of the boxes
 * @param slayout the order inside a box
 * @param fractal the size of a box in bytes
 *     <p>Source: PyPTO IR types, internal buffer types.
 */
@Value.Builder
public record BufferType(
    ImmutableList<Long> shape,
    DataType dtype,
    MemorySpace memorySpace,
    ImmutableList<Long> validShape,
    TileLayout blayout,
    TileLayout slayout,
    int fractal,
    PadValue pad,
    CompactMode compact)
    implements Type, WithBufferType {
  /** A valid extent that is known at run time only. */
  public static final long DYNAMIC = -1;

  public BufferType {
    ConstructionRule.BUFFER_SHAPE.require(shape.stream().allMatch(n -> n > 0), shape);
    ConstructionRule.BUFFER_SPACE.require(memorySpace != MemorySpace.DDR, memorySpace.text());
    ConstructionRule.BUFFER_VALID_RANK.require(validShape.size() == shape.size(), validShape);
    for (int i = 0; i < shape.size(); i++) {
      long valid = validShape.get(i);
      ConstructionRule.BUFFER_VALID_EXTENT.require(
          valid >= DYNAMIC && valid <= shape.get(i), valid);
    }
    ConstructionRule.BUFFER_FRACTAL.require(fractal > 0, fractal);
  }

  /** The order of the elements, as a tile says it. */
  public TileView view() {
    return TileView.of(blayout, slayout, fractal);
  }

  /** A wholly valid, dense row-major buffer. */
  public static BufferType of(DataType dtype, MemorySpace space, long... shape) {
    ImmutableList<Long> extents =
        Arrays.stream(shape).boxed().collect(ImmutableList.toImmutableList());
    TileView view = TileView.rowMajor();
    return new BufferType(
        extents,
        dtype,
        space,
        extents,
        view.blayout(),
        view.slayout(),
        view.fractal(),
        view.pad(),
        view.compact());
  }
}
