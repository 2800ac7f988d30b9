package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import io.pto4j.dsl.meta.Op;
import io.pto4j.runtime.EagerEngines;
import io.pto4j.runtime.EagerValue;
import io.pto4j.runtime.HostTensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A tensor in the global memory of the device.
 *
 * <p>In compiled kernels a tensor is a handle: parameters are declared with {@link Shape}, scratch
 * tensors made with {@link Pl#createTensor}. When a kernel runs as plain Java, a tensor is a value
 * of the eager engine; {@link #of} makes one that reads and writes a {@link HostTensor}.
 *
 * <p>Source of the rule: PyPTO IR types, TensorType.
 *
 * @param <T> element type
 */
public final class Tensor<T extends DType<?>> {

  private final EagerValue value;
  private final Placement placement;

  /** Where a window lies in the tensor it was sliced from. */
  private record Placement(EagerValue parent, Window window) {}

  Tensor(EagerValue value) {
    this(value, null);
  }

  private Tensor(EagerValue value, Placement placement) {
    this.value = Objects.requireNonNull(value, "value");
    this.placement = placement;
  }

  /**
   * A tensor over host memory, to call a kernel as plain Java. What the kernel writes to the tensor
   * is written to {@code host}.
   *
   * @throws IllegalStateException if no eager engine is on the class path
   */
  public static <T extends DType<?>> Tensor<T> of(HostTensor<T> host) {
    return new Tensor<>(EagerEngines.engine().bind(host));
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
   * Extent of one axis. Operator {@code tensor.dim}.
   *
   * @param axis a constant; negative counts from the last axis
   * @return the extent, an INDEX
   */
  @Op("tensor.dim")
  public long dim(@Index long axis) {
    return Eager.integer("tensor.dim", value, axis);
  }

  /**
   * A window of this tensor, without copying: {@code y.slice(rows(i, i + 8), all())}. Assigning to
   * the window writes to this tensor. Operator {@code tensor.slice}.
   *
   * @param slices one per axis; axes without one are whole
   * @return the window; axes given by {@link Pl#index} are dropped
   * @throws IndexOutOfBoundsException if the window leaves the tensor
   */
  @Construct(Form.SLICE)
  public Tensor<T> slice(Slice... slices) {
    Window window = Window.of(shape(), slices);
    Tensor<T> sliced = Eager.tensor("tensor.slice", window.operandsAfter(value));
    return new Tensor<>(sliced.value, new Placement(value, window));
  }

  /**
   * The part of this tensor at the given leading positions, whose axes are dropped: {@code x.at(i)}
   * of a {@code [4, 64]} tensor has shape {@code [64]}. Operator {@code tensor.slice} with {@code
   * drop_dims}.
   *
   * @param positions fewer than the tensor has axes
   */
  @Construct(Form.SUB_TENSOR)
  public Tensor<T> at(long... positions) {
    if (positions.length == 0 || positions.length >= shape().size()) {
      throw new IllegalArgumentException(
          "at("
              + positions.length
              + " positions) of a tensor of rank "
              + shape().size()
              + ": give at least one and fewer than the rank, or use read for one element");
    }
    return slice(Arrays.stream(positions).mapToObj(Slice.Element::new).toArray(Slice[]::new));
  }

  /**
   * Writes {@code source} into this tensor, or into the window that this is. Operator {@code
   * tensor.assemble(target, source, offset)}; the assigned variable names the updated tensor.
   *
   * @param source has the shape of this tensor or window
   * @return this tensor
   * @throws IllegalArgumentException if the shapes differ
   */
  @Construct(Form.ASSIGN)
  public Tensor<T> assign(Tensor<T> source) {
    if (!shape().equals(source.shape())) {
      throw new IllegalArgumentException(
          "assign: the target has shape " + shape() + ", the source " + source.shape());
    }
    if (placement == null) {
      Eager.apply("tensor.assemble", value, source.value, Tuples.zeros(shape().size()));
    } else {
      Window window = placement.window();
      EagerValue full =
          window.droppedAxes().isEmpty()
              ? source.value
              : Eager.<T>tensor("tensor.reshape", source.value, window.shape()).value;
      Eager.apply("tensor.assemble", placement.parent(), full, window.offset());
    }
    return this;
  }

  /**
   * One element as a {@code double}; {@link Pl#read(Tensor, long...)} has the Java type of the
   * element type instead. Operator {@code tensor.read}.
   *
   * @param indices one per axis
   * @return the element; of a BOOL tensor 0 or 1
   */
  @Op("tensor.read")
  public double read(long... indices) {
    return Eager.number("tensor.read", value, Tuples.of(indices)).doubleValue();
  }

  @Override
  public String toString() {
    return "Tensor" + shape() + " " + dtype();
  }
}
