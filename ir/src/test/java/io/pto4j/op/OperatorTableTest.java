package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.io.Resources;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Effect;
import io.pto4j.op.Operand.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
              assertThat(op.name()).matches("((pld|builtin)\\.)?[a-z]+\\.[a-z_0-9]+");
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

  /** What a kernel computes it gives; these change memory that others see, or say so by effect. */
  private static final ImmutableSet<Category> CHANGING_MEMORY =
      ImmutableSet.of(Category.SYNC, Category.DISTRIBUTED, Category.BUFFER);

  @Test
  void onlyAReusedOperandIsWritten() {
    for (OpDef op : Operators.table().values()) {
      for (int i = 0; i < op.operands().size(); i++) {
        boolean written = WRITES.contains(op.operand(i).effect());
        boolean scratch = op.name().equals("tile.mgather") && i == 2;
        if (written && !scratch && !CHANGING_MEMORY.contains(op.category())) {
          assertThat(op.reusesInput()).as(op.name()).hasValue(i);
        }
      }
    }
  }

  private static final ImmutableSet<Effect> WRITES =
      ImmutableSet.of(Effect.WRITE, Effect.READ_WRITE);

  /** The names of the operators of PyPTO and of its buffer stage, from its documentation. */
  @Test
  void everyOperatorIsThere() throws IOException {
    assertThat(Operators.table().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Resources.readLines(
                Resources.getResource(OperatorTableTest.class, "/op/names.txt"),
                StandardCharsets.UTF_8));
  }

  @Test
  void everyFacetOfAnOperatorIsStated() {
    assertThat(Operators.table().values())
        .allSatisfy(
            op -> {
              assertThat(op.support().on(Isa.A2A3) || op.support().on(Isa.A5)).isTrue();
              assertThat(op.operands()).allSatisfy(o -> facetsOf(op, o));
              assertThat(op.attributes()).allSatisfy(OperatorTableTest::facetsOf);
              assertThat(hasResult(op)).isTrue();
              assertThat(hasCore(op)).isTrue();
              assertThat(hasPipe(op)).isTrue();
            });
  }

  private static void facetsOf(OpDef op, Operand operand) {
    boolean computes = op.category() == Category.TILE && op.pipe() instanceof PipeUse.Fixed;
    if (computes && operand.kind() == Kind.TILE && op.viewOf().isEmpty()) {
      assertThat(operand.spaces().isEmpty() && op.outputSpace() instanceof OutputSpace.Fixed)
          .as("memory of " + operand.name())
          .isFalse();
    }
    if (operand.kind() == Kind.BUFFER) {
      assertThat(operand.metadata()).isNotEqualTo(Effect.NONE);
    }
    if (operand.literal() != Operand.Literal.OWN) {
      assertThat(operand.kind()).isIn(Kind.SCALAR, Kind.TENSOR_OR_SCALAR);
    }
  }

  private static void facetsOf(AttrDef attr) {
    assertThat(attr.name()).matches("[a-z_]+");
    attr.defaultValue().ifPresent(v -> assertThat(v).isInstanceOf(attr.type()));
  }

  private static boolean hasResult(OpDef op) {
    return switch (op.result()) {
      case ALIAS -> op.viewOf().isPresent();
      case ALLOCATION, NONE -> op.viewOf().isEmpty() && op.reusesInput().isEmpty();
      case VALUE -> op.viewOf().isEmpty();
    };
  }

  /** An operator of a kernel says its core, or has tiles whose memory says it. */
  private static boolean hasCore(OpDef op) {
    return op.category() != Category.TILE
        || op.affinity().isPresent()
        || !(op.outputSpace() instanceof OutputSpace.None)
        || op.operands().stream().anyMatch(o -> o.kind() == Kind.TILE);
  }

  /** What moves or computes on a core occupies a pipe; declarations do not. */
  private static boolean hasPipe(OpDef op) {
    boolean declares = op.result() == OpDef.Result.ALLOCATION;
    boolean lowered = op.name().startsWith("tile.ai");
    return op.category() != Category.TILE
        || declares
        || lowered
        || !(op.pipe() instanceof PipeUse.None);
  }

  @Test
  void compilerMadeOperatorsAreMarked() {
    assertThat(Operators.table().values())
        .filteredOn(OpDef::internal)
        .extracting(OpDef::name)
        .allMatch(
            name -> name.matches("(buffer|builtin|dist)\\..*|pld\\.tile\\.(put|get)|tile.tget_.*"));
  }

  @Test
  void aNamespaceIsNotMistakenForAnother() {
    assertThat(Operators.find("tile")).isEmpty();
    assertThat(Operators.find("add")).isEmpty();
    assertThat(Operators.find("nothing.add")).isEmpty();
    assertThat(Operators.find("pld.tensor.put")).isPresent();
  }

  @Test
  void keywordArgumentsDecideWhatIsWritten() {
    OpDef notify = Operators.get("pld.system.notify");
    assertThat(notify.effect(0, Attrs.of("op", AttrValue.of(1)))).isEqualTo(Effect.WRITE);
    assertThat(notify.effect(0, Attrs.empty())).isEqualTo(Effect.READ_WRITE);
    OpDef barrier = Operators.get("system.syncall");
    assertThat(barrier.effect(0, Attrs.of("mode", AttrValue.of("soft"))))
        .isEqualTo(Effect.READ_WRITE);
    assertThat(barrier.effect(0, Attrs.empty())).isEqualTo(Effect.READ);
    OpDef gather = Operators.get("tile.mgather");
    assertThat(gather.effect(2, Attrs.empty())).isEqualTo(Effect.READ);
    assertThat(gather.effect(2, Attrs.of("target_memory", AttrValue.of(MemorySpace.MAT))))
        .isEqualTo(Effect.WRITE);
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
        assertThat(op.operands()).as(op.name()).anyMatch(o -> WRITES.contains(o.effect()));
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
