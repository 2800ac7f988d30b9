package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.gen.KernelPrograms;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.mem.BrokenReuse;
import io.pto4j.text.IrParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Passes that are broken on purpose are found by translation validation of few generated programs,
 * the same ones every time.
 */
class BrokenPassesTest {
  /** Generated programs within which every broken pass must be found. */
  private static final int PROGRAMS = 40;

  private static final int SOUND_PROGRAMS = 12;

  /**
   * @param after the pass of the standard pipeline behind which it runs; for reuse, instead of it
   * @param programs the generated programs by number
   */
  record Broken(String after, Pass pass, LongFunction<String> programs) {
    @Override
    public String toString() {
      return pass.name();
    }
  }

  static Stream<Broken> broken() {
    return Stream.of(
        new Broken("MemoryReuse", reuse(BrokenReuse.Flaw.LOOPS), KernelPrograms::crowded),
        new Broken("MemoryReuse", reuse(BrokenReuse.Flaw.VIEWS), KernelPrograms::crowded),
        new Broken("MemoryReuse", reuse(BrokenReuse.Flaw.ENDS), KernelPrograms::crowded),
        statements(
            "DroppedStore",
            "FlattenCallExpr",
            KernelPrograms::crowded,
            BrokenPassesTest::droppedStore),
        statements(
            "SwappedBranches",
            "ConvertToSSA",
            KernelPrograms::crowded,
            BrokenPassesTest::swappedBranches),
        statements(
            "LostCarriedValue",
            "ConvertToSSA",
            KernelPrograms::crowded,
            BrokenPassesTest::lostCarriedValue),
        statements(
            "WrongInitialValue",
            "ConvertToSSA",
            KernelPrograms::crowded,
            BrokenPassesTest::wrongInitialValue),
        statements(
            "ShortLoop", "UnrollLoops", KernelPrograms::crowded, BrokenPassesTest::shortLoop),
        statements(
            "ShortLoop",
            "ConvertTensorToTileOps",
            KernelPrograms::products,
            BrokenPassesTest::shortLoop),
        statements(
            "WholeValidShape",
            "FlattenCallExpr",
            KernelPrograms::tails,
            BrokenPassesTest::wholeValidShape),
        statements(
            "SmallerValidShape",
            "FlattenCallExpr",
            KernelPrograms::tails,
            BrokenPassesTest::smallerValidShape),
        statements(
            "WrongValidShape",
            "FlattenTileNdTo2D",
            KernelPrograms::crowded,
            BrokenPassesTest::partlyValid),
        statements(
            "SwappedOperands",
            "FlattenCallExpr",
            KernelPrograms::crowded,
            BrokenPassesTest::swappedOperands),
        statements(
            "ShiftedWindow",
            "FlattenCallExpr",
            KernelPrograms::crowded,
            BrokenPassesTest::shiftedWindow),
        statements(
            "LostEdge", "DeriveCallDirections", KernelPrograms::tasks, BrokenPassesTest::lostEdge));
  }

  private static Pass reuse(BrokenReuse.Flaw flaw) {
    return new BrokenReuse(flaw);
  }

  private static Broken statements(
      String name,
      String after,
      LongFunction<String> programs,
      Function<Stmt, Optional<Stmt>> change) {
    return new Broken(after, new Change(name, change), programs);
  }

  /** A pass that changes statements. */
  private record Change(String name, Function<Stmt, Optional<Stmt>> change) implements Pass {
    @Override
    public Program run(Program program, PassContext context) {
      return program.mapFunctions(
          f ->
              new Rewriter() {
                @Override
                public Stmt stmt(Stmt stmt) {
                  return super.stmt(change.apply(stmt).orElse(stmt));
                }
              }.function(f));
    }
  }

  // ---- what is wrong with them

  private static boolean calls(Stmt stmt, String operator) {
    return stmt instanceof AssignStmt a
        && a.value() instanceof Call c
        && c.op() instanceof Operator(String name)
        && name.equals(operator);
  }

  private static AssignStmt valued(AssignStmt s, Expr value) {
    return new AssignStmt(s.span(), s.leadingComments(), s.var(), value);
  }

  private static AssignStmt withArgument(AssignStmt s, int i, Expr argument) {
    Call call = (Call) s.value();
    List<Expr> args = new ArrayList<>(call.args());
    args.set(i, argument);
    return valued(s, call.withArgs(args));
  }

  private static Optional<Stmt> droppedStore(Stmt stmt) {
    return calls(stmt, "tile.store")
        ? Optional.of(valued((AssignStmt) stmt, ((Call) ((AssignStmt) stmt).value()).args().get(2)))
        : Optional.empty();
  }

  private static Optional<Stmt> swappedBranches(Stmt stmt) {
    return stmt instanceof IfStmt s && s.elseBody().isPresent()
        ? Optional.of(s.withThenBody(s.elseBody().get()).withElseBody(Optional.of(s.thenBody())))
        : Optional.empty();
  }

  private static Optional<Stmt> lostCarriedValue(Stmt stmt) {
    return stmt instanceof ForStmt s && !s.iterArgs().isEmpty()
        ? Optional.of(s.withBody(yielding(s.body(), s.iterArgs().getFirst())))
        : Optional.empty();
  }

  /** The body, which yields as its first value one that it has got. */
  private static Stmt yielding(Stmt body, IterArg first) {
    List<Stmt> stmts = new ArrayList<>(SeqStmts.listOf(body));
    YieldStmt last = (YieldStmt) stmts.removeLast();
    List<Expr> values = new ArrayList<>(last.value());
    values.set(0, first);
    stmts.add(new YieldStmt(last.span(), last.leadingComments(), ImmutableList.copyOf(values)));
    return SeqStmts.flatten(stmts, body.span());
  }

  private static Optional<Stmt> wrongInitialValue(Stmt stmt) {
    if (!(stmt instanceof ForStmt s) || s.iterArgs().size() < 2) {
      return Optional.empty();
    }
    IterArg first = s.iterArgs().get(0);
    IterArg second = s.iterArgs().get(1);
    if (!(first.type() instanceof TileType) || !(second.type() instanceof TileType)) {
      return Optional.empty();
    }
    return Optional.of(started(s, first, second));
  }

  private static ForStmt started(ForStmt s, IterArg first, IterArg second) {
    IterArg renewed = new IterArg(first.nameHint(), first.type(), second.initValue(), first.span());
    Rewriter names = new Rewriter();
    names.replace(first, renewed);
    List<IterArg> args = new ArrayList<>(s.iterArgs());
    args.set(0, renewed);
    return s.withIterArgs(args).withBody(names.stmt(s.body()));
  }

  private static Optional<Stmt> shortLoop(Stmt stmt) {
    return stmt instanceof ForStmt s
        ? Optional.of(s.withStop(Exprs.binary(BinaryOp.SUB, s.stop(), ConstInt.index(1), s.span())))
        : Optional.empty();
  }

  private static Optional<Stmt> wholeValidShape(Stmt stmt) {
    return calls(stmt, "tile.load")
        ? Optional.of(
            withArgument((AssignStmt) stmt, 3, ((Call) ((AssignStmt) stmt).value()).args().get(2)))
        : Optional.empty();
  }

  private static Optional<Stmt> smallerValidShape(Stmt stmt) {
    if (!calls(stmt, "tile.load")) {
      return Optional.empty();
    }
    MakeTuple valid = (MakeTuple) ((Call) ((AssignStmt) stmt).value()).args().get(3);
    Expr fewer =
        Exprs.binary(BinaryOp.SUB, valid.elements().get(1), ConstInt.index(1), stmt.span());
    return Optional.of(
        withArgument(
            (AssignStmt) stmt,
            3,
            MakeTuple.of(ImmutableList.of(valid.elements().get(0), fewer), stmt.span())));
  }

  /** Of what a reshape gives, half the rows are valid. */
  private static Optional<Stmt> partlyValid(Stmt stmt) {
    if (!calls(stmt, "tile.reshape")) {
      return Optional.empty();
    }
    AssignStmt s = (AssignStmt) stmt;
    ImmutableList<Expr> shape = ((TileType) s.var().type()).shape();
    ConstInt half = ConstInt.index(((ConstInt) shape.get(0)).value() / 2);
    return Optional.of(
        valued(
            s,
            Operators.call(
                "tile.set_validshape", ImmutableList.of(s.value(), half, shape.get(1)), s.span())));
  }

  private static Optional<Stmt> swappedOperands(Stmt stmt) {
    if (!calls(stmt, "tile.sub")) {
      return Optional.empty();
    }
    Call call = (Call) ((AssignStmt) stmt).value();
    return Optional.of(
        valued((AssignStmt) stmt, call.withArgs(List.of(call.args().get(1), call.args().get(0)))));
  }

  /** One row further, except at the end of the tensor. */
  private static Optional<Stmt> shiftedWindow(Stmt stmt) {
    if (!calls(stmt, "tile.load")) {
      return Optional.empty();
    }
    MakeTuple at = (MakeTuple) ((Call) ((AssignStmt) stmt).value()).args().get(1);
    return at.elements().getFirst() instanceof ConstInt row && row.value() < 16
        ? Optional.of(
            withArgument(
                (AssignStmt) stmt,
                1,
                MakeTuple.of(
                    ImmutableList.of(ConstInt.index(row.value() + 1), at.elements().get(1)),
                    stmt.span())))
        : Optional.empty();
  }

  /** A task that does not say that it writes its tensor. */
  private static Optional<Stmt> lostEdge(Stmt stmt) {
    if (!(stmt instanceof AssignStmt a) || !(a.value() instanceof Call c)) {
      return Optional.empty();
    }
    Attrs attrs = c.attrs();
    return attrs
        .getDirections("arg_directions")
        .filter(d -> d.contains(ArgDirection.INOUT) || d.contains(ArgDirection.OUTPUT_EXISTING))
        .map(
            d ->
                valued(
                    a,
                    c.withAttrs(
                        attrs.with(
                            "arg_directions",
                            new AttrValue.OfDirections(
                                d.stream()
                                    .map(BrokenPassesTest::onlyRead)
                                    .collect(ImmutableList.toImmutableList()))))));
  }

  private static ArgDirection onlyRead(ArgDirection direction) {
    return direction == ArgDirection.INOUT || direction == ArgDirection.OUTPUT_EXISTING
        ? ArgDirection.INPUT
        : direction;
  }

  // ---- finding them

  private static Pipeline with(Broken broken) {
    ImmutableList.Builder<Pass> passes = ImmutableList.builder();
    for (Pass pass : Pipelines.standard().passes()) {
      boolean here = pass.name().equals(broken.after());
      boolean replaced = here && broken.pass() instanceof BrokenReuse;
      if (!replaced) {
        passes.add(pass);
      }
      if (here) {
        passes.add(broken.pass());
      }
    }
    return new Pipeline(passes.build());
  }

  /** What validation says of a program, if it says something. */
  private static Optional<String> found(Broken broken, long number) {
    PassContext context =
        new PassContext(
            Ir.CONTEXT.target(),
            VerificationLevel.NONE,
            ImmutableList.of(new TranslationValidation(2, Ir.CONTEXT.target())));
    try {
      with(broken).run(IrParser.program(broken.programs().apply(number), "generated.py"), context);
      return Optional.empty();
    } catch (CompilerBugException e) {
      return Optional.of(e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("broken")
  void brokenPassesAreFoundSoon(Broken broken) {
    Optional<String> message =
        Stream.iterate(0L, n -> n + 1)
            .limit(PROGRAMS)
            .map(n -> found(broken, n))
            .flatMap(Optional::stream)
            .findFirst();

    assertThat(message)
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith(broken.pass().name() + " ")
                    .contains("'main'")
                    .doesNotContain("first where 'tmp")
                    .contains("\n  with "));
  }

  @ParameterizedTest
  @MethodSource("sound")
  void soundPassesAreNot(Broken sound) {
    for (long n = 0; n < SOUND_PROGRAMS; n++) {
      assertThat(found(sound, n)).isEmpty();
    }
  }

  static Stream<Broken> sound() {
    return Stream.of(
        new Broken("MemoryReuse", reuse(BrokenReuse.Flaw.NONE), KernelPrograms::crowded),
        statements("Nothing", "ConvertToSSA", KernelPrograms::tails, _ -> Optional.empty()),
        statements("Nothing", "ConvertToSSA", KernelPrograms::tasks, _ -> Optional.empty()));
  }
}
