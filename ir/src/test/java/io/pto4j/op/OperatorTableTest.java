package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.Operand.Kind;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for every operator of the table. */
class OperatorTableTest {
  @Test
  void everyOperatorIsDocumented() {
    assertThat(Operators.table().values())
        .allSatisfy(
            op -> {
              assertThat(op.name()).matches("(tile|tensor|array|system)\\.[a-z_0-9]+");
              assertThat(op.doc()).isNotBlank().doesNotEndWith(".").doesNotContain("\n");
              assertThat(op.typeRule()).isNotNull();
              assertThat(op.operands()).allSatisfy(o -> assertThat(o.name()).isNotBlank());
              assertThat(op.attributes()).allSatisfy(a -> assertThat(a.doc()).isNotBlank());
            });
  }

  @Test
  void namesOfOperandsAndAttributesAreUniqueInAnOperator() {
    for (OpDef op : Operators.table().values()) {
      var seen = new HashSet<String>();
      assertThat(op.operands()).as(op.name()).allMatch(o -> seen.add(o.name()));
      assertThat(op.attributes()).as(op.name()).allMatch(a -> seen.add(a.name()));
    }
  }

  @Test
  void onlyTrailingOperandsAreOptional() {
    for (OpDef op : Operators.table().values()) {
      assertThat(op.operands().stream().map(Operand::optional).toList()).as(op.name()).isSorted();
    }
  }

  @Test
  void aReusedOperandIsWritten() {
    for (OpDef op : Operators.table().values()) {
      op.reusesInput()
          .ifPresent(
              i -> assertThat(op.operand(i).effect()).as(op.name()).isNotEqualTo(Effect.READ));
    }
  }

  @Test
  void onlyAReusedOperandIsWritten() {
    for (OpDef op : Operators.table().values()) {
      for (int i = 0; i < op.operands().size(); i++) {
        if (op.operand(i).effect() != Effect.READ && op.category() != OpDef.Category.SYNC) {
          assertThat(op.reusesInput()).as(op.name()).hasValue(i);
        }
      }
    }
  }

  @Test
  void indicesOfOperandsExist() {
    for (OpDef op : Operators.table().values()) {
      int operands = op.operands().size();
      op.reusesInput().ifPresent(i -> assertThat(i).as(op.name()).isBetween(0, operands - 1));
      op.viewOf().ifPresent(i -> assertThat(i).as(op.name()).isBetween(0, operands - 1));
      assertThat(op.forbiddenAliases())
          .as(op.name())
          .allMatch(i -> i < operands && op.operand(i).kind() == Kind.TILE);
    }
  }

  @Test
  void aWriteChannelNeedsAWrittenTensor() {
    for (OpDef op : Operators.table().values()) {
      if (op.writeChannel().isPresent()) {
        assertThat(op.operands()).as(op.name()).anyMatch(o -> o.effect() != Effect.READ);
      }
    }
  }

  @Test
  void vectorInstructionsTakeTheirTilesFromVec() {
    for (OpDef op : Operators.table().values()) {
      if (op.outputSpace() instanceof OutputSpace.Fixed(MemorySpace space)
          && space == MemorySpace.VEC
          && op.affinity().equals(Optional.of(Affinity.VECTOR))) {
        assertThat(op.operands())
            .as(op.name())
            .filteredOn(o -> o.kind() == Kind.TILE)
            .allMatch(o -> o.spaces().contains(MemorySpace.VEC));
      }
    }
  }

  @Test
  void aRequiredAttributeHasNoDefault() {
    assertThat(Operators.table().values())
        .flatExtracting(OpDef::attributes)
        .filteredOn(AttrDef::required)
        .extracting(AttrDef::defaultValue)
        .containsOnly(Optional.empty());
  }

  @Test
  void atomicStoreReadsWhatItAddsTo() {
    OpDef store = Operators.get("tile.store");
    assertThat(store.effect(2, Attrs.empty())).isEqualTo(Effect.WRITE);
    assertThat(store.effect(2, Attrs.of("atomic", AttrValue.of(1)))).isEqualTo(Effect.READ_WRITE);
  }
}
