package io.pto4j.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType;
import io.pto4j.sim.pto.PtoType.InnerLayout;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.pto.PtoType.TileBuf;
import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TileLayoutTest {

  private static Tile tile(
      ElementType e, int rows, int cols, boolean rowMajor, InnerLayout inner, int fractal) {
    return new Tile(
        new TileBuf(
            Location.MAT,
            e,
            rows,
            cols,
            PtoType.DYNAMIC,
            PtoType.DYNAMIC,
            rowMajor,
            inner,
            fractal,
            0,
            0));
  }

  /** Offsets as the instruction set's manual lists them. */
  @Test
  void knownOffsets() {
    assertThat(tile(ElementType.F16, 32, 32, false, InnerLayout.ROW_MAJOR, 512).offset(17, 20))
        .isEqualTo(788);
    assertThat(tile(ElementType.F32, 32, 32, false, InnerLayout.ROW_MAJOR, 1024).offset(3, 18))
        .isEqualTo(562);
    assertThat(tile(ElementType.F16, 32, 32, true, InnerLayout.COL_MAJOR, 512).offset(17, 20))
        .isEqualTo(833);
    assertThat(tile(ElementType.F16, 32, 32, true, InnerLayout.ROW_MAJOR, 512).offset(17, 20))
        .isEqualTo(788);
    assertThat(tile(ElementType.F16, 32, 32, false, InnerLayout.COL_MAJOR, 512).offset(17, 20))
        .isEqualTo(833);
    assertThat(tile(ElementType.I8, 64, 64, false, InnerLayout.ROW_MAJOR, 512).offset(17, 33))
        .isEqualTo(2593);
    assertThat(tile(ElementType.F32, 32, 32, true, InnerLayout.COL_MAJOR, 512).offset(9, 20))
        .isEqualTo(417);
    assertThat(tile(ElementType.F16, 20, 32, false, InnerLayout.ROW_MAJOR, 512).offset(17, 20))
        .isEqualTo(596);
  }

  @Property
  void everyLayoutPlacesEveryElementOnce(
      @ForAll boolean rowMajor,
      @ForAll InnerLayout inner,
      @ForAll @IntRange(min = 1, max = 3) int rowBoxes,
      @ForAll @IntRange(min = 1, max = 3) int colBoxes) {
    Tile tile = tile(ElementType.F16, 16 * rowBoxes, 16 * colBoxes, rowMajor, inner, 512);
    BitSet seen = new BitSet();
    for (int r = 0; r < 16 * rowBoxes; r++) {
      for (int c = 0; c < 16 * colBoxes; c++) {
        int at = tile.offset(r, c);
        assertThat(seen.get(at)).isFalse();
        seen.set(at);
        boolean columns = tile.layout().columnLines();
        int along = tile.run(r, c, 2);
        if (along == 2 && (columns ? r + 1 < 16 * rowBoxes : c + 1 < 16 * colBoxes)) {
          assertThat(tile.offset(columns ? r + 1 : r, columns ? c : c + 1)).isEqualTo(at + 1);
        }
      }
    }
    assertThat(seen.cardinality()).isEqualTo(256 * rowBoxes * colBoxes);
    assertThat(seen.length()).isEqualTo(256 * rowBoxes * colBoxes);
    assertThat(tile.span(16 * rowBoxes, 16 * colBoxes)).isEqualTo(512L * rowBoxes * colBoxes);
  }
}
