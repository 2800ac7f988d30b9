package io.pto4j.op.rule;

import io.pto4j.ir.DataType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/** Result types of conversions between element types. Source: PTO ISA, TCVT. */
public final class CastRules {
  private static final int LAST_MODE = 6;

  private CastRules() {}

  public static Type tile(Request r) {
    TileType tile = r.tile(0);
    return TileTypes.like(
        tile, target(r, tile.dtype()), tile.shape(), tile.validShape(), r.space());
  }

  public static Type tensor(Request r) {
    TensorLike tensor = r.tensor(0);
    return TensorTypes.fresh(target(r, tensor.dtype()), tensor.shape(), TensorTypes.valid(tensor));
  }

  private static DataType target(Request r, DataType source) {
    DataType target = r.kwargs().getDataType("target_type").orElseThrow();
    if (target == source) {
      throw r.error(
          "operand " + r.name(0) + " already has dtype " + source.text(), "leave the cast out");
    }
    int mode = r.kwargs().getInt("mode", 0);
    if (mode < 0 || mode > LAST_MODE) {
      throw r.error(
          "there is no rounding mode " + mode,
          "0 none, 1 rint, 2 round, 3 floor, 4 ceil, 5 trunc, 6 odd");
    }
    return target;
  }
}
