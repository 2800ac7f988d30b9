package io.pto4j.interp.edge;

import io.pto4j.interp.TensorValue;
import io.pto4j.ir.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A matrix or array of elements, of which those outside of the valid region do not exist. */
final class Cells {
  private final DataType dtype;
  private final int[] shape;
  private final int[] valid;
  private final List<Number> elements;

  /**
   * @param elements by row-major position, those of the valid region only
   */
  Cells(DataType dtype, int[] shape, int[] valid, List<Number> elements) {
    this.dtype = dtype;
    this.shape = shape;
    this.valid = valid;
    this.elements = elements;
  }

  DataType dtype() {
    return dtype;
  }

  int[] shape() {
    return shape.clone();
  }

  int[] valid() {
    return valid.clone();
  }

  List<Number> elements() {
    return elements;
  }

  /** The elements that a function gives for their positions. */
  static Cells of(DataType dtype, int[] shape, int[] valid, Function<int[], Number> element) {
    List<Number> elements = new ArrayList<>();
    for (int i = 0; i < count(valid); i++) {
      elements.add(element.apply(position(valid, i)));
    }
    return new Cells(dtype, shape, valid, elements);
  }

  static Cells of(DataType dtype, int[] shape, Function<int[], Number> element) {
    return of(dtype, shape, shape, element);
  }

  /** Elements picked from some. */
  static Cells pick(DataType dtype, int[] shape, int[] valid, List<Number> from, Random random) {
    return of(dtype, shape, valid, _ -> from.get(random.nextInt(from.size())));
  }

  static Cells of(TensorValue value) {
    List<Number> elements = new ArrayList<>();
    if (value.dtype().isFloat()) {
      for (float x : value.floats("test")) {
        elements.add((double) x);
      }
    } else {
      for (long x : value.longs("test")) {
        elements.add(x);
      }
    }
    return new Cells(value.dtype(), value.shape(), value.valid(), elements);
  }

  TensorValue value() {
    if (dtype.isFloat()) {
      float[] floats = new float[elements.size()];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = elements.get(i).floatValue();
      }
      return TensorValue.of(dtype, shape, valid, floats);
    }
    return TensorValue.of(
        dtype, shape, valid, elements.stream().mapToLong(Number::longValue).toArray());
  }

  Number at(int... position) {
    int flat = 0;
    for (int axis = 0; axis < position.length; axis++) {
      if (position[axis] >= valid[axis]) {
        throw new IllegalArgumentException("outside: " + Arrays.toString(position));
      }
      flat = flat * valid[axis] + position[axis];
    }
    return elements.get(flat);
  }

  boolean has(int... position) {
    for (int axis = 0; axis < position.length; axis++) {
      if (position[axis] >= valid[axis]) {
        return false;
      }
    }
    return true;
  }

  static int count(int[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  static int[] position(int[] shape, int flat) {
    int[] position = new int[shape.length];
    int rest = flat;
    for (int i = shape.length - 1; i >= 0; i--) {
      position[i] = rest % shape[i];
      rest /= shape[i];
    }
    return position;
  }

  @Override
  public String toString() {
    return dtype.text()
        + Arrays.toString(shape)
        + (Arrays.equals(shape, valid) ? "" : " valid " + Arrays.toString(valid))
        + " "
        + elements;
  }
}
