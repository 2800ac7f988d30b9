package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.InlineLanguage;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Builds programs: blocks are opened here and closed by try-with-resources, statements go to the
 * block opened last, expressions are made by {@link #exprs()}.
 *
 * <pre>{@code
 * IrBuilder b = new IrBuilder();
 * FunctionBlock f = b.function("twice", FunctionType.OPAQUE);
 * try (f) {
 *   Var x = f.param("x", ScalarType.of(DataType.INDEX));
 *   b.ret(b.let("y", b.exprs().binary(BinaryOp.ADD, x, x)));
 * }
 * Function twice = f.result();
 * }</pre>
 *
 * <p>Nodes get the place of the calling line unless {@link #at} says another. Source: PyPTO IR
 * builder.
 */
public final class IrBuilder {
  private final List<Block> open = new ArrayList<>();
  private final BuilderExprs exprs = new BuilderExprs(this);
  private final BuilderScopes scopes = new BuilderScopes(this);
  private Optional<Span> given = Optional.empty();

  /** What is built from now on stands at {@code span}. */
  @CanIgnoreReturnValue
  public IrBuilder at(Span span) {
    given = Optional.of(span);
    return this;
  }

  /** What is built from now on stands at the line of the call that builds it. */
  @CanIgnoreReturnValue
  public IrBuilder atCaller() {
    given = Optional.empty();
    return this;
  }

  Span here() {
    return given.orElseGet(CallerSpan::find);
  }

  /** Makes expressions. */
  public BuilderExprs exprs() {
    return exprs;
  }

  /** Opens scopes. */
  public BuilderScopes scopes() {
    return scopes;
  }

  public ProgramBlock program(String name) {
    if (!open.isEmpty()) {
      throw inside("program '" + name + "'", open.getFirst());
    }
    return enter(new ProgramBlock(this, name));
  }

  public FunctionBlock function(String name, FunctionType type) {
    innermost(FunctionBlock.class)
        .ifPresent(
            f -> {
              throw inside("function '" + name + "'", f);
            });
    return enter(new FunctionBlock(this, name, type));
  }

  private IrException inside(String begun, Block around) {
    return new IrException(
        "Cannot begin %s: already inside %s at %s".formatted(begun, around.what(), around.begin()),
        "close it first",
        here());
  }

  /** A loop of an INDEX variable from 0 to {@code stop} - 1. */
  public ForBlock loop(String name, Expr stop) {
    return loop(name, exprs.index(0), stop, exprs.index(1));
  }

  /** A loop of an INDEX variable over [start, stop) in steps. */
  public ForBlock loop(String name, Expr start, Expr stop, Expr step) {
    return loop(exprs.indexVar(name), start, stop, step);
  }

  public ForBlock loop(Var loopVar, Expr start, Expr stop, Expr step) {
    return enter(new ForBlock(this, loopVar, start, stop, step));
  }

  /** A loop whose condition is given in its block, where it may use the carried values. */
  public WhileBlock whileLoop() {
    return enter(new WhileBlock(this));
  }

  public WhileBlock whileLoop(Expr condition) {
    return whileLoop().condition(condition);
  }

  public IfBlock when(Expr condition) {
    return enter(new IfBlock(this, condition));
  }

  ScopeBlock scope(String what, boolean passesYields, ScopeBlock.Kind kind) {
    return enter(new ScopeBlock(this, what, passesYields, kind));
  }

  private <B extends Block> B enter(B block) {
    if (!(block instanceof ProgramBlock || block instanceof FunctionBlock)) {
      body(block.what());
    }
    open.add(block);
    return block;
  }

  void leave(Block block) {
    int at = open.indexOf(block);
    List<Block> inner = open.subList(at + 1, open.size());
    Optional<Block> unclosed = inner.stream().findFirst();
    inner.forEach(Block::abandon);
    inner.clear();
    open.remove(at);
    if (unclosed.isPresent()) {
      throw unclosed
          .get()
          .error(
              "%s is still open at the end of %s".formatted(unclosed.get().what(), block.what()),
              "close it first; try-with-resources does so in the right order");
    }
  }

  void requireInnermost(Block block) {
    if (open.getLast() != block) {
      Block inner = open.getLast();
      throw inner.error(inner.what() + " is still open", "close it first");
    }
  }

  private <B extends Block> Optional<B> innermost(Class<B> kind) {
    return open.reversed().stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }

  Optional<ProgramBlock> program() {
    return innermost(ProgramBlock.class);
  }

  public boolean inProgram() {
    return program().isPresent();
  }

  public boolean inFunction() {
    return innermost(FunctionBlock.class).isPresent();
  }

  public boolean inLoop() {
    return innermost(ForBlock.class).isPresent() || inWhileLoop();
  }

  public boolean inWhileLoop() {
    return innermost(WhileBlock.class).isPresent();
  }

  public boolean inIf() {
    return innermost(IfBlock.class).isPresent();
  }

  private Body body(String what) {
    if (open.isEmpty()) {
      throw new IrException(what + " outside of any function", "open a function first", here());
    }
    return open.getLast().body();
  }

  /**
   * Adds a statement to the block opened last.
   *
   * @throws IrException when it cannot stand there
   */
  @CanIgnoreReturnValue
  public <S extends Stmt> S emit(S stmt) {
    Body body = body("a statement");
    switch (stmt) {
      case YieldStmt _ -> checkYield(stmt.span());
      case BreakStmt _ -> checkJump("break", stmt.span());
      case ContinueStmt _ -> checkJump("continue", stmt.span());
      default -> {}
    }
    body.add(stmt);
    return stmt;
  }

  private void checkYield(Span span) {
    Optional<Block> target =
        open.reversed().stream()
            .filter(b -> !(b instanceof ScopeBlock s && s.passesYields()))
            .findFirst();
    boolean yields =
        target
            .filter(b -> b instanceof ForBlock || b instanceof WhileBlock || b instanceof IfBlock)
            .isPresent();
    if (!yields) {
      throw new IrException(
          "a yield directly in " + target.map(Block::what).orElse("nothing"),
          "a yield ends the body of a loop or the branch of an if",
          span);
    }
  }

  private void checkJump(String word, Span span) {
    Predicate<Block> isLoop = b -> b instanceof ForBlock || b instanceof WhileBlock;
    Stream<Block> loops = open.reversed().stream().filter(isLoop);
    Block loop =
        loops
            .findFirst()
            .orElseThrow(
                () ->
                    new IrException(
                        "a " + word + " outside of any loop", "put it into a loop", span));
    if (loop instanceof ForBlock f
        && (f.kind() == ForKind.PARALLEL || f.kind() == ForKind.UNROLL)) {
      throw new IrException(
          "a %s in the %s %s"
              .formatted(word, f.kind() == ForKind.PARALLEL ? "parallel" : "unrolled", f.what()),
          "only sequential and pipelined loops and while loops can be left early",
          span);
    }
  }

  /** A variable that is not defined yet. */
  public Var variable(String name, Type type) {
    return new Var(name, type, here());
  }

  /** Assigns {@code value} to a variable. */
  @CanIgnoreReturnValue
  public AssignStmt assign(Var var, Expr value) {
    Span span = here();
    Fit.one("the value of '" + var.nameHint() + "'", var.type(), value.type(), span);
    return emit(new AssignStmt(span, ImmutableList.of(), var, value));
  }

  /** Assigns {@code value} to a new variable of its type. */
  @CanIgnoreReturnValue
  public Var let(String name, Expr value) {
    return let(name, value.type(), value);
  }

  @CanIgnoreReturnValue
  public Var let(String name, Type type, Expr value) {
    return assign(variable(name, type), value).var();
  }

  /** Evaluates an expression for its effect. */
  @CanIgnoreReturnValue
  public EvalStmt eval(Expr expr) {
    return emit(new EvalStmt(here(), ImmutableList.of(), expr));
  }

  /** Evaluates the operator for its effect. */
  @CanIgnoreReturnValue
  public EvalStmt eval(String operator, Expr... args) {
    return eval(exprs.op(operator, Attrs.empty(), args));
  }

  /** Ends the body of a loop or a branch. */
  @CanIgnoreReturnValue
  public YieldStmt yields(Expr... values) {
    return emit(YieldStmt.of(ImmutableList.copyOf(values), here()));
  }

  /** Ends the function. */
  @CanIgnoreReturnValue
  public ReturnStmt ret(Expr... values) {
    return emit(ReturnStmt.of(ImmutableList.copyOf(values), here()));
  }

  @CanIgnoreReturnValue
  public BreakStmt breakLoop() {
    return emit(new BreakStmt(here(), ImmutableList.of()));
  }

  @CanIgnoreReturnValue
  public ContinueStmt continueLoop() {
    return emit(new ContinueStmt(here(), ImmutableList.of()));
  }

  /** The text of another language, as it is. */
  @CanIgnoreReturnValue
  public InlineStmt inline(String text, InlineLanguage language) {
    return emit(new InlineStmt(here(), ImmutableList.of(), text, language));
  }

  /** Comments before the next statement of this block; a block that is opened next has them. */
  @CanIgnoreReturnValue
  public IrBuilder comment(String... lines) {
    body("a comment").comment(ImmutableList.copyOf(lines));
    return this;
  }

  /** Takes back the comments that no statement has got yet. */
  public ImmutableList<String> takeComments() {
    return body("a comment").takeComments();
  }
}
