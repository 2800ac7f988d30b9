package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.compare.IrEquality;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.PassContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sequences have no text, so what the pass does to them is tested here. */
class NormalizeStmtStructureTest {
  private final Var n = index("n");
  private final Stmt first = let(index("a"), add(n, i(1)));
  private final Stmt second = let(index("b"), add(n, i(2)));

  private static Stmt block(Stmt... stmts) {
    return SeqStmts.of(List.of(stmts), HERE);
  }

  private Program kernel(Stmt... body) {
    return program(function(FunctionType.INCORE, "k", List.of(), List.of(n), body));
  }

  private static Program normalized(Program program) {
    return new NormalizeStmtStructure().run(program, PassContext.of(null));
  }

  @Test
  void nestedSequencesAreSplicedIn() {
    Program nested = kernel(block(first, block(second)), ret(n));

    IrEquality.assertEqual(normalized(nested), kernel(first, second, ret(n)), true);
  }

  @Test
  void singleStatementsStandBare() {
    Var loopVar = index("i");
    Program wrapped =
        kernel(
            loop(loopVar, 0, 4, block(block(when(less(n, i(3)), block(first)), second))), ret(n));
    Program bare = kernel(loop(loopVar, 0, 4, when(less(n, i(3)), first), second), ret(n));

    IrEquality.assertEqual(normalized(wrapped), bare, true);
    assertThat(normalized(bare)).isSameAs(bare);
  }
}
