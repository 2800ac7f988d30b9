package io.pto4j.pass.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.op.CastTable;
import io.pto4j.op.Isa;
import io.pto4j.pass.Ir;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.TranslationValidation;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LegalizeTileCastTest {
  private static final LegalizeTileCast PASS = new LegalizeTileCast();

  private static PassContext on(Isa isa) {
    return Ir.CONTEXT.withTarget(Ir.CONTEXT.target().withIsa(isa));
  }

  /** A kernel that loads, casts and stores; the cast is in line 11. */
  private static Program casting(DataType from, DataType to, int mode) {
    Kernel k = new Kernel();
    Var x = k.in("x", from, 4, 32);
    Var y = k.out("y", to, 4, 32);
    Var t = k.load("t__ssa_v0", x, MemorySpace.VEC);
    Attrs attrs = Attrs.of("target_type", AttrValue.of(to)).with("mode", AttrValue.of(mode));
    Var cast = k.let("c__ssa_v0", "tile.cast", attrs, t);
    return k.returning(k.store("r", cast, y));
  }

  /** The conversions of the kernel, in order. */
  private static List<AssignStmt> casts(Program program) {
    return SeqStmts.listOf(Kernel.kernel(program).body()).stream()
        .filter(AssignStmt.class::isInstance)
        .map(AssignStmt.class::cast)
        .filter(s -> s.value() instanceof Call call && call.op().name().equals("tile.cast"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void everyPairBecomesTheStepsOfTheTableOrIsRefused(Isa isa) {
    for (DataType from : DataType.values()) {
      for (DataType to : DataType.values()) {
        if (from != to) {
          check(isa, from, to);
        }
      }
    }
  }

  private static void check(Isa isa, DataType from, DataType to) {
    ImmutableList<DataType> way = CastTable.way(isa, from, to);
    Program program = casting(from, to, 4);
    if (way.isEmpty()) {
      assertThatExceptionOfType(IrException.class)
          .isThrownBy(() -> PASS.run(program, on(isa)))
          .withMessage(
              "LegalizeTileCast: no native cast path from %s to %s for arch %s; pto.tcvt does not"
                  + " support this conversion",
              from.text(), to.text(), isa.arch())
          .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(11));
      return;
    }
    Program after = PASS.run(program, on(isa));
    if (way.size() == 1) {
      assertThat(after).isSameAs(program);
    }
    List<AssignStmt> steps = casts(after);
    assertThat(steps)
        .as("%s to %s", from, to)
        .extracting(s -> ((TileType) s.var().type()).dtype())
        .isEqualTo(way);
    assertThat(steps)
        .allSatisfy(
            s -> {
              assertThat(((Call) s.value()).kwargs().getInt("mode", 0)).isEqualTo(4);
              assertThat(s.value().span().beginLine()).isEqualTo(11);
            });
    assertThat(Iterables.getLast(steps).var().nameHint()).isEqualTo("c__ssa_v0");
  }

  @Test
  void theErrorSaysWhatTheElementsCanBecome() {
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> PASS.run(casting(DataType.INT16, DataType.INT32, 2), on(Isa.A2A3)))
        .extracting(IrException::hint)
        .isEqualTo("int16 can be cast to int4, int8, uint8, fp16, fp32, bfloat16");
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> PASS.run(casting(DataType.UINT16, DataType.FP32, 2), on(Isa.A5)))
        .extracting(IrException::hint)
        .isEqualTo("compute in another element type from the start");
  }

  private static Stream<DataType> computed() {
    return Stream.of(DataType.values())
        .filter(
            t ->
                switch (t) {
                  case FP4, HF4, HF8, INT4, UINT4, FP64, BOOL, TASK_ID, FP8E8M0 -> false;
                  default -> true;
                });
  }

  /** Before the pass a cast means the steps that the machine takes; the pass writes them down. */
  @Property(tries = 10)
  void theStepsGiveWhatTheCastMeansOnTheMachine(@ForAll @IntRange(max = 6) int mode) {
    for (Isa isa : Isa.values()) {
      TranslationValidation validation = new TranslationValidation(1, on(isa).target());
      int chains = 0;
      for (DataType from : computed().toList()) {
        for (DataType to : computed().toList()) {
          if (from != to && CastTable.way(isa, from, to).size() > 1) {
            Program before = casting(from, to, mode);
            validation.afterPass(PASS, before, PASS.run(before, on(isa)));
            chains++;
          }
        }
      }
      assertThat(validation.compared()).isGreaterThanOrEqualTo(chains);
    }
  }
}
