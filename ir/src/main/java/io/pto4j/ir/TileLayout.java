package io.pto4j.ir;

/**
 * Order of the boxes of a tile, or of the elements in a box. Source: PyPTO IR types, TileLayout.
 */
public enum TileLayout implements WireEnum {
  NONE_BOX(0, "none_box"),
  ROW_MAJOR(1, "row_major"),
  COL_MAJOR(2, "col_major");

  private final int code;
  private final String text;

  TileLayout(int code, String text) {
    this.code = code;
    this.text = text;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String text() {
    return text;
  }
}
