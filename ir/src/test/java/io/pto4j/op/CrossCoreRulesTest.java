package io.pto4j.op;

import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.partial;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TileType;
import io.pto4j.ir.UnknownType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Splitting between cores, events, barriers and arrays. */
class CrossCoreRulesTest {
  private static Attrs split(int mode) {
    return Attrs.of("split", AttrValue.of(mode));
  }

  @Property(tries = 50)
  void gatheringThePartsGivesTheWhole(
      @ForAll @IntRange(min = 1, max = 20) int halfRows,
      @ForAll @IntRange(min = 1, max = 20) int halfColumns,
      @ForAll @IntRange(min = 0, max = 2) int mode) {
    var whole = tile(FP32, ACC, 2L * halfRows, 2L * halfColumns);
    TileType part = (TileType) call("tile.aiv_shard", split(mode), whole).type();
    assertThat(part.shape())
        .isEqualTo(
            Dims.of(
                mode == 1 ? halfRows : 2L * halfRows, mode == 2 ? halfColumns : 2L * halfColumns));
    assertThat(call("tile.aic_gather", split(mode), value("p", part)).type())
        .isEqualTo(TileType.of(FP32, MAT, 2L * halfRows, 2L * halfColumns));
  }

  @Test
  void aNarrowMatrixCannotBeSharedByColumns() {
    var narrow = partial(FP32, dims(16, 16), dims(16, 9));
    assertThatThrownBy(() -> call("tile.aiv_shard", split(2), narrow))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("cannot be shared");
    assertThat(((TileType) call("tile.aiv_shard", split(1), narrow).type()).validShape())
        .isEqualTo(Dims.of(8, 9));
  }

  @Test
  void exactlyOneEventId() {
    Attrs pipe = Attrs.of("pipe", AttrValue.of(1));
    assertThat(call("system.sync_set", pipe.with("event_id", AttrValue.of(3))).type())
        .isEqualTo(UnknownType.INSTANCE);
    assertThat(call("system.sync_wait", pipe, index("e")).type()).isEqualTo(UnknownType.INSTANCE);
    assertThatThrownBy(() -> call("system.sync_set", pipe)).hasMessageContaining("exactly one");
    assertThatThrownBy(() -> call("system.sync_set", pipe.with("event_id", AttrValue.of(14))))
        .hasMessageContaining("no event 14");
  }

  @Test
  void aSoftBarrierNeedsItsWorkspace() {
    Attrs soft = Attrs.of("mode", AttrValue.of("soft"));
    assertThat(call("system.syncall", soft, tensor(INT32, 16), scalar("n", INT32)).type())
        .isEqualTo(UnknownType.INSTANCE);
    assertThatThrownBy(() -> call("system.syncall", soft)).hasMessageContaining("workspace");
    assertThatThrownBy(() -> call("system.syncall", tensor(INT32, 16)))
        .hasMessageContaining("workspace");
    assertThatThrownBy(() -> call("system.syncall", soft, tensor(INT32, 8), scalar("n", INT32)))
        .hasMessageContaining("the workspace has shape [8]");
  }

  @Test
  void pushesKnowTheirDirection() {
    assertThat(call("tile.tpush_to_aiv", split(3), tile(FP32, ACC, 16, 16)).type())
        .isEqualTo(UnknownType.INSTANCE);
    assertThatThrownBy(() -> call("tile.tpush_to_aic", split(3), vec(FP32, 16, 16)))
        .hasMessageContaining("no split 3");
  }

  @Test
  void arrays() {
    Attrs ids = Attrs.of("dtype", AttrValue.of(DataType.TASK_ID));
    var created = call("array.create", ids, ConstInt.index(4));
    assertThat(created.type()).isEqualTo(new ArrayType(DataType.TASK_ID, ConstInt.index(4)));
    var array = value("a", created.type());
    assertThat(call("array.get_element", array, index("i")).type())
        .isEqualTo(call("system.task_invalid").type());
    var id = scalar("t", DataType.TASK_ID);
    assertThat(call("array.update_element", array, ConstInt.index(3), id).type())
        .isEqualTo(array.type());
    assertThatThrownBy(() -> call("array.update_element", array, ConstInt.index(4), id))
        .hasMessageContaining("index 4 is outside");
    assertThatThrownBy(
            () -> call("array.update_element", array, ConstInt.index(0), ConstInt.index(7)))
        .hasMessageContaining("the elements are task_id");
  }
}
