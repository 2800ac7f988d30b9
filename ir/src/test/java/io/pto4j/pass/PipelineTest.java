package io.pto4j.pass;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.call;
import static io.pto4j.pass.Ir.core;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.load;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.front.ConvertToSSA;
import io.pto4j.pass.front.FlattenCallExpr;
import io.pto4j.pass.front.Simplify;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static final PassContext FULL =
      new PassContext(null, VerificationLevel.FULL, ImmutableList.of());

  @Test
  void orderMeetsTheContracts() {
    assertThat(Pipelines.front().brokenContracts()).isEmpty();
    assertThat(Pipelines.standard().brokenContracts()).isEmpty();
    assertThat(Pipeline.of(new FlattenCallExpr(), new ConvertToSSA()).brokenContracts())
        .containsExactly("FlattenCallExpr requires {SSAForm, NormalizedStmtStructure}");
  }

  @Test
  void wrongInputIsTheUsersMistakeAtItsPlace() {
    Var t = index("t");
    Var u = index("u");
    Program program = program(function(FunctionType.INCORE, "f", List.of(), List.of(), ret(t, u)));

    assertThatThrownBy(() -> Pipelines.front().run(program, FULL))
        .isInstanceOf(IrException.class)
        .hasMessage("Variable 't' used before definition in function 'f'")
        .satisfies(
            e -> {
              assertThat(((IrException) e).span()).isEqualTo(HERE);
              assertThat(e.getSuppressed())
                  .singleElement()
                  .hasToString(
                      "io.pto4j.ir.IrException: Variable 'u' used before definition in function"
                          + " 'f'");
            });
  }

  @Test
  void brokenPassIsACompilerBug() {
    Var t = index("t");
    Program program =
        program(function(FunctionType.INCORE, "f", List.of(), List.of(), let(t, i(1)), ret(t)));
    Pass breaking =
        new Pass() {
          @Override
          public String name() {
            return "Breaking";
          }

          @Override
          public ImmutableSet<io.pto4j.pass.Property> produced() {
            return ImmutableSet.of(io.pto4j.pass.Property.SSA_FORM);
          }

          @Override
          public Program run(Program input, PassContext context) {
            return input.mapFunctions(f -> f.withBody(seq(f.body(), let(t, i(2)))));
          }
        };

    assertThatThrownBy(() -> Pipeline.of(breaking).run(program, FULL))
        .isInstanceOf(CompilerBugException.class)
        .hasMessageStartingWith("Verification failed after 'Breaking' for properties {SSAForm")
        .hasMessageContaining("Variable 't' is assigned more than once (2 times)")
        .hasMessageContaining("Status: FAILED (1 error(s) found)");
  }

  @Test
  void whatHasNoTextIsFoundOnRequest() {
    Pass unspeakable =
        new Pass() {
          @Override
          public String name() {
            return "Unspeakable";
          }

          @Override
          public Program run(Program input, PassContext context) {
            // it is the default, so no text says it
            return input.mapFunctions(f -> f.withAttrs(Attrs.of("auto_scope", AttrValue.of(true))));
          }
        };
    Program program =
        program(function(FunctionType.ORCHESTRATION, "f", List.of(), List.of(), ret()));
    Pipeline pipeline = Pipeline.of(unspeakable);

    assertThat(pipeline.run(program, FULL)).isNotSameAs(program);
    PassContext roundTrip = FULL.withVerification(VerificationLevel.ROUNDTRIP);
    assertThatThrownBy(() -> pipeline.run(program, roundTrip))
        .isInstanceOf(CompilerBugException.class)
        .hasMessageStartingWith("The text of the program after Unspeakable reads back differently");
    assertThat(Pipelines.front().run(program, roundTrip).functions()).containsOnlyKeys("f");
  }

  @Test
  void aRegionForBothLanesIsRefusedAtItsPlace() {
    Var x = tensor("x");
    Span place = Span.at("Kernel.java", 11, 5);
    Stmt region =
        new SplitAivScopeStmt(
            place,
            ImmutableList.of(),
            "",
            let(tensor("y"), Ir.op("tensor.exp", Ir.TENSOR, x)),
            Attrs.empty(),
            SplitMode.UP_DOWN,
            2);
    Program program =
        program(
            function(
                FunctionType.ORCHESTRATION, "f", List.of(), List.of(x), core("", region), ret(x)));

    assertThatThrownBy(() -> Pipelines.front().run(program, FULL))
        .isInstanceOf(IrException.class)
        .hasMessage("a region divided between the vector cores (pl.split_aiv) is not supported")
        .extracting(e -> ((IrException) e).span())
        .isEqualTo(place);
  }

  @Test
  void instrumentsSeeEveryPass() {
    List<String> seen = new ArrayList<>();
    Instrument log =
        (pass, before, after) -> seen.add(pass.name() + (before == after ? "" : " changed"));
    Var t = index("t");
    Pipelines.front()
        .run(
            program(function(FunctionType.INCORE, "f", List.of(), List.of(t), ret(add(t, i(0))))),
            FULL.withInstruments(ImmutableList.of(log)));

    assertThat(seen)
        .containsExactly(
            "InlineFunctions",
            "UnrollLoops",
            "CtrlFlowTransform",
            "ConvertToSSA changed",
            "Simplify changed",
            "NormalizeStmtStructure",
            "FlattenCallExpr",
            "OutlineHierarchyScopes",
            "OutlineIncoreScopes",
            "OutlineClusterScopes");
  }

  @Property
  void passesKeepTheMeaningAndStayVerified(
      @ForAll("programs") Program source, @ForAll("arguments") List<Long> args) {
    List<Long> expected = ScalarMachine.run(source, "main", args);
    Instrument check =
        (pass, before, after) -> {
          assertThat(ScalarMachine.run(after, "main", args))
              .as("after %s:%n%s", pass.name(), Dump.of(after))
              .isEqualTo(expected);
          boolean stable = pass instanceof Simplify || pass.run(after, FULL) == after;
          assertThat(stable).as("%s again:%n%s", pass.name(), Dump.of(after)).isTrue();
        };

    Pipelines.front().run(source, FULL.withInstruments(ImmutableList.of(check)));
  }

  @Property(tries = 50)
  void resultIsTheSameEveryTime(@ForAll("programs") Program program) {
    assertThat(Dump.of(Pipelines.front().run(program, FULL)))
        .isEqualTo(Dump.of(Pipelines.front().run(program, FULL)));
  }

  @Test
  void kernelInARegionIsOutlined() {
    Var x = tensor("x");
    Var o = tensor("o");
    Program result =
        Pipelines.front()
            .run(
                program(
                    function(
                        FunctionType.OPAQUE,
                        "main",
                        List.of(o),
                        List.of(x, o),
                        loop(index("i"), 0, 4, core("", let(o, store(load(x), o)))),
                        ret(o))),
                FULL);

    assertThat(Dump.of(result))
        .isEqualTo(
            """
            Orchestration main(x__ssa_v0, o__ssa_v0: Out) -> 1
              for i__idx_v0 in 0..4 by 1 (o__iter_v1 = o__ssa_v0) -> o__rv_v2
                o__ssa_v3 = main_incore_0(x__ssa_v0, o__iter_v1)
                yield o__ssa_v3
              return o__rv_v2
            InCore main_incore_0(x__ssa_v0, o__iter_v1) -> 1
              t__tmp_v0 = tile.load(x__ssa_v0, [0, 0], [64, 64])
              o__ssa_v3 = tile.store(t__tmp_v0, [0, 0], o__iter_v1)
              return o__iter_v1
            """);
  }

  @Provide
  Arbitrary<List<Long>> arguments() {
    return Arbitraries.longs().between(-4, 9).list().ofSize(2);
  }

  @Provide
  Arbitrary<Program> programs() {
    return Arbitraries.longs().map(seed -> new Generator(seed).program());
  }

  /** Random programs on scalars before SSA conversion, with regions and an inline function. */
  private static final class Generator {
    private final Random random;
    private final List<Var> vars = new ArrayList<>(List.of(index("a"), index("b")));
    private boolean inRegion;

    Generator(long seed) {
      this.random = new Random(seed);
    }

    Program program() {
      List<Var> params = List.copyOf(vars);
      List<Stmt> body = new ArrayList<>();
      for (String name : List.of("c", "d")) {
        Var local = index(name);
        body.add(let(local, expr(2)));
        vars.add(local);
      }
      List<Var> assigned = List.copyOf(vars);
      body.addAll(block(3));
      body.add(ret(assigned.toArray(Expr[]::new)));
      return Ir.program(
          helper(),
          Ir.function(FunctionType.OPAQUE, "main", List.of(), params, body.toArray(Stmt[]::new)));
    }

    /** Reassigns its parameter, which is a copy of the argument. */
    private static Function helper() {
      Var x = index("x");
      Var y = index("y");
      return Ir.function(
          FunctionType.INLINE,
          "helper",
          List.of(),
          List.of(x, y),
          when(Ir.less(x, y), let(x, add(x, i(2)))),
          ret(Exprs.binary(BinaryOp.MAX, x, y, HERE)));
    }

    private List<Stmt> block(int depth) {
      List<Stmt> stmts = new ArrayList<>();
      int known = vars.size();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        stmts.add(stmt(depth));
      }
      // what the block declared is not visible after it
      vars.subList(known, vars.size()).clear();
      return stmts;
    }

    private Stmt stmt(int depth) {
      return switch (depth == 0 ? 0 : random.nextInt(7)) {
        case 0, 1 -> let(any(), expr(2));
        case 2 -> {
          Var local = index("t" + random.nextInt(3));
          Stmt declaration = let(local, expr(2));
          vars.add(local);
          yield declaration;
        }
        case 3 -> when(condition(), all(depth));
        case 4 -> when(condition(), all(depth), all(depth));
        case 5 -> region(depth);
        default -> {
          Var counter = index("i");
          long start = random.nextInt(-1, 2);
          long stop = start + random.nextInt(0, 4);
          vars.add(counter);
          Stmt body = all(depth);
          vars.remove(counter);
          yield loop(counter, start, stop, body);
        }
      };
    }

    /** Statements in a region, unless they are in one already. */
    private Stmt region(int depth) {
      if (inRegion) {
        return all(depth);
      }
      inRegion = true;
      Stmt body = all(depth);
      inRegion = false;
      return core("", body);
    }

    private Stmt all(int depth) {
      return seq(block(depth - 1).toArray(Stmt[]::new));
    }

    /** A variable to assign: not a loop's counter. */
    private Var any() {
      Var var = vars.get(random.nextInt(vars.size()));
      return var.nameHint().equals("i") ? vars.getFirst() : var;
    }

    private Expr condition() {
      BinaryOp[] ops = {BinaryOp.LT, BinaryOp.LE, BinaryOp.EQ, BinaryOp.NE, BinaryOp.GT};
      return Exprs.binary(ops[random.nextInt(ops.length)], expr(1), expr(1), HERE);
    }

    private Expr expr(int depth) {
      if (depth == 0 || random.nextInt(3) == 0) {
        return random.nextBoolean()
            ? vars.get(random.nextInt(vars.size()))
            : i(random.nextInt(-3, 6));
      }
      return switch (random.nextInt(7)) {
        case 5 -> call("helper", Ir.INDEX, expr(depth - 1), expr(depth - 1));
        case 0 -> Exprs.binary(BinaryOp.SUB, expr(depth - 1), expr(depth - 1), HERE);
        case 1 -> Exprs.binary(BinaryOp.MIN, expr(depth - 1), expr(depth - 1), HERE);
        case 2 -> Exprs.binary(BinaryOp.MAX, expr(depth - 1), expr(depth - 1), HERE);
        case 3 -> Exprs.binary(BinaryOp.FLOOR_MOD, expr(depth - 1), i(random.nextInt(1, 7)), HERE);
        case 4 -> Exprs.binary(BinaryOp.FLOOR_DIV, expr(depth - 1), i(random.nextInt(1, 5)), HERE);
        default -> add(expr(depth - 1), expr(depth - 1));
      };
    }
  }
}
