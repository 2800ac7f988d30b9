package io.pto4j.sim.machine;

import io.pto4j.sim.pto.ElementType;
import java.util.Arrays;

/**
 * A strided view of a tensor in global memory, bound at run time.
 *
 * <p>Source: PTO dialect, make_tensor_view and partition_view.
 */
public final class GmView {
  /** Order in which a transfer walks a tensor. */
  public enum Layout {
    ND,
    DN,
    NZ
  }

  private final ElementType element;
  private final Layout layout;
  private final long[] shape;
  private final long[] strides;
  private GmBuffer buffer;
  private long byteOffset;

  /** An unbound view of this rank. */
  public GmView(ElementType element, Layout layout, int rank) {
    this.element = element;
    this.layout = layout;
    this.shape = new long[rank];
    this.strides = new long[rank];
  }

  /** Binds the view to a place in a buffer; shape and strides are set in the arrays. */
  public void bind(GmBuffer newBuffer, long newByteOffset) {
    buffer = newBuffer;
    byteOffset = newByteOffset;
  }

  /**
   * Binds this window to the part of {@code view} at {@code offsets}; its shape is set in its
   * array.
   */
  public void bindWindow(GmView view, long[] offsets) {
    long start = view.byteOffset;
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] < 0 || shape[i] < 0 || offsets[i] + shape[i] > view.shape[i]) {
        throw new SimulationException(
            "window at "
                + Arrays.toString(offsets)
                + " of shape "
                + Arrays.toString(shape)
                + " lies outside tensor '"
                + view.buffer.name()
                + "' of shape "
                + Arrays.toString(view.shape));
      }
      start += offsets[i] * view.strides[i] * element.bytes();
      strides[i] = view.strides[i];
    }
    bind(view.buffer, start);
  }

  public ElementType element() {
    return element;
  }

  public Layout layout() {
    return layout;
  }

  /** Extents, outermost first; the array may be written before binding. */
  public long[] shape() {
    return shape;
  }

  /** Strides in elements, outermost first; the array may be written before binding. */
  public long[] strides() {
    return strides;
  }

  public GmBuffer buffer() {
    return buffer;
  }

  /** Byte offset of the first element in the buffer. */
  public long byteOffset() {
    return byteOffset;
  }

  /** Number of elements. */
  public long elements() {
    long count = 1;
    for (long extent : shape) {
      count *= extent;
    }
    return count;
  }

  /** Bytes from the first element to the end of the last. */
  public long span() {
    long last = 0;
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] == 0) {
        return 0;
      }
      last += (shape[i] - 1) * strides[i];
    }
    return (last + 1) * element.bytes();
  }

  /** Checks that all of the view lies inside the buffer. */
  public void checkInside() {
    if (byteOffset < 0 || byteOffset + span() > buffer.size()) {
      throw new SimulationException(
          "access to bytes "
              + byteOffset
              + " to "
              + (byteOffset + span())
              + " of tensor '"
              + buffer.name()
              + "', which has "
              + buffer.size());
    }
  }
}
