package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** The value of an attribute or keyword argument. Source: PyPTO IR hierarchy, attrs and kwargs. */
public sealed interface AttrValue {
  record OfBool(boolean value) implements AttrValue {}

  record OfInt(int value) implements AttrValue {}

  record OfString(String value) implements AttrValue {}

  record OfDouble(double value) implements AttrValue {}

  record OfDataType(DataType value) implements AttrValue {}

  record OfMemorySpace(MemorySpace value) implements AttrValue {}

  record OfTensorLayout(TensorLayout value) implements AttrValue {}

  record OfTileLayout(TileLayout value) implements AttrValue {}

  record OfPadValue(PadValue value) implements AttrValue {}

  record OfDirection(ArgDirection value) implements AttrValue {}

  record OfDirections(ImmutableList<ArgDirection> values) implements AttrValue {}

  record OfInts(ImmutableList<Integer> values) implements AttrValue {}

  record OfVar(Var value) implements AttrValue {}

  record OfVars(ImmutableList<Var> values) implements AttrValue {}

  record OfExpr(Expr value) implements AttrValue {}

  static AttrValue of(boolean value) {
    return new OfBool(value);
  }

  static AttrValue of(int value) {
    return new OfInt(value);
  }

  static AttrValue of(double value) {
    return new OfDouble(value);
  }

  static AttrValue of(String value) {
    return new OfString(value);
  }

  static AttrValue of(DataType value) {
    return new OfDataType(value);
  }

  static AttrValue of(MemorySpace value) {
    return new OfMemorySpace(value);
  }
}
