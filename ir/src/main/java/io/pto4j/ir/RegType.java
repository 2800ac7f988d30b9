package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/**
 * A vector or mask register.
 *
 * @param lanes the number of logical lanes, whatever the width of the hardware
 *     <p>Source: PyPTO IR types, RegType.
 */
@Immutable
public record RegType(int lanes, DataType dtype, RegKind kind) implements Type {
  public RegType {
    ConstructionRule.REG_LANES.require(lanes > 0, lanes);
    switch (kind) {
      case VEC_REG -> ConstructionRule.VEC_REG_DTYPE.require(dtype != DataType.BOOL, dtype);
      case MASK_REG -> ConstructionRule.MASK_REG_DTYPE.require(dtype == DataType.BOOL, dtype);
    }
  }
}
