package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.op.NativeCasts;
import java.util.Arrays;

/**
 * The operands and keyword arguments of one application of an operator.
 *
 * @param casts the conversions that the machine does at once
 */
record OpCall(String operator, ImmutableList<Value> operands, Attrs attributes, NativeCasts casts) {

  int count() {
    return operands.size();
  }

  boolean has(int i) {
    return i < operands.size();
  }

  boolean isTensor(int i) {
    return operands.get(i) instanceof TensorValue;
  }

  boolean tileLevel() {
    return operator.startsWith("tile.");
  }

  TensorValue tensor(int i) {
    if (operands.get(i) instanceof TensorValue value) {
      return value;
    }
    throw error("operand " + i + " is not a tile or tensor");
  }

  long integer(int i) {
    if (operands.get(i) instanceof Value.OfInt(long value)) {
      return value;
    }
    throw error("operand " + i + " is not an integer");
  }

  /** A tuple of integers. */
  int[] integers(int i) {
    if (operands.get(i) instanceof Value.OfTuple(ImmutableList<Value> elements)) {
      int[] values = new int[elements.size()];
      for (int k = 0; k < values.length; k++) {
        if (!(elements.get(k) instanceof Value.OfInt(long value))) {
          throw error("operand " + i + " holds something else than integers");
        }
        values[k] = Math.toIntExact(value);
      }
      return values;
    }
    throw error("operand " + i + " is not a tuple");
  }

  /** A tuple of extents. */
  int[] extents(int i) {
    int[] extents = integers(i);
    if (Arrays.stream(extents).anyMatch(e -> e < 0)) {
      throw error("negative extent in " + Arrays.toString(extents));
    }
    return extents;
  }

  /** An operand that is an axis of a value of a rank. */
  int axisOperand(int i, int rank) {
    return axis(integer(i), rank);
  }

  /** An axis of a value of a rank; negative ones count from the last. */
  int axis(long axis, int rank) {
    long index = axis < 0 ? axis + rank : axis;
    if (index < 0 || index >= rank) {
      throw error("axis " + axis + " of a value of rank " + rank);
    }
    return (int) index;
  }

  DataType dtype(String attribute) {
    return attributes
        .getDataType(attribute)
        .orElseThrow(() -> error("the keyword argument '" + attribute + "' is missing"));
  }

  IllegalArgumentException error(String message) {
    return new IllegalArgumentException(operator + ": " + message);
  }

  UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException(operator + ": " + what + " is not supported");
  }
}
