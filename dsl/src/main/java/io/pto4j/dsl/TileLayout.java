package io.pto4j.dsl;

import java.util.Locale;

/**
 * Order of the elements of a tile, of its blocks and inside a block.
 *
 * <p>Source of the rule: PyPTO IR types, TileLayout.
 */
public enum TileLayout {
  /** No inner blocks. */
  NONE_BOX,
  /** Row by row. */
  ROW_MAJOR,
  /** Column by column. */
  COL_MAJOR;

  /** Name in the IR text. */
  public String irName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
