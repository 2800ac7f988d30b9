package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which tiles are one buffer: views and in-place results share that of their operand, a loop's
 * carried tile and its result that of its start, and the result of a conditional that of the branch
 * value it replaces. Where sharing would destroy a value that is still needed, a copy is asked for
 * instead, as if it were already there.
 */
final class BufferClasses {
  private final Timeline timeline;
  private final Map<Var, Var> roots = new HashMap<>();
  private final Map<Var, List<Var>> members = new HashMap<>();
  private final Map<Var, Point> values = new HashMap<>();

  /** Tiles that are a part of their buffer: what loops and conditionals carry is a whole one. */
  private final Set<Var> windows = new HashSet<>();

  /**
   * Windows that cannot be looked at in another shape where they are: at a place known at run time
   * only, or with other elements between their rows.
   */
  private final Set<Var> unpacked = new HashSet<>();

  private final ImmutableList.Builder<Copy> copies = ImmutableList.builder();

  /**
   * A tile operand of {@code user} that must be a copy: an argument of a call, a loop's start or a
   * yielded value.
   */
  record Copy(Stmt user, int index, Var source) {}

  private BufferClasses(Stmt body) {
    this.timeline = Timeline.of(body);
    walk(body);
  }

  static BufferClasses of(Stmt body) {
    return new BufferClasses(body);
  }

  ImmutableList<Copy> copies() {
    return copies.build();
  }

  /** The tile that owns the buffer of {@code var}. */
  Var root(Var var) {
    return roots.getOrDefault(var, var);
  }

  private void join(Var var, Var owner, Point value) {
    Var root = root(owner);
    roots.put(var, root);
    members.computeIfAbsent(root, _ -> new ArrayList<>()).add(var);
    values.put(var, value);
  }

  private void own(Var var) {
    join(var, var, timeline.definition(var));
  }

  private void walk(Stmt stmt) {
    switch (stmt) {
      case SeqStmts s -> s.stmts().forEach(this::walk);
      case AssignStmt s when s.var().type() instanceof TileType -> assign(s);
      case ForStmt s -> loop(s, s.iterArgs(), s.body(), s.returnVars());
      case WhileStmt s -> loop(s, s.iterArgs(), s.body(), s.returnVars());
      case IfStmt s -> branch(s);
      case ScopeStmt s -> walk(s.body());
      default -> {}
    }
  }

  private void assign(AssignStmt s) {
    switch (s.value()) {
      case Var source when source.type() instanceof TileType -> {
        join(s.var(), source, values.get(source));
        window(s.var(), source, false);
        if (unpacked.contains(source)) {
          unpacked.add(s.var());
        }
      }
      case Call(_, _, Operator(String name), ImmutableList<Expr> args, _, _) -> {
        OpDef op = Operators.get(name);
        if (op.viewOf().isPresent() && args.get(op.viewOf().getAsInt()) instanceof Var source) {
          view(s, name, op.viewOf().getAsInt(), source, args);
        } else {
          inPlace(s, op.reusesInput(), args);
        }
      }
      default -> own(s.var());
    }
  }

  private void view(
      AssignStmt s, String operator, int operand, Var source, ImmutableList<Expr> args) {
    boolean slice = operator.equals("tile.slice");
    if (!slice && unpacked.contains(source)) {
      copies.add(new Copy(s, operand, source));
      own(s.var());
      return;
    }
    join(s.var(), source, values.get(source));
    window(s.var(), source, slice);
    if (slice && (unpacked.contains(source) || !isPacked(source, args))) {
      unpacked.add(s.var());
    }
  }

  /** Whether a window has a constant place and its elements follow each other there. */
  private static boolean isPacked(Var source, ImmutableList<Expr> args) {
    TileType tile = (TileType) source.type();
    ImmutableList<Expr> window = ((MakeTuple) args.get(1)).elements();
    boolean constant =
        ((MakeTuple) args.get(2)).elements().stream().allMatch(ConstInt.class::isInstance);
    int broken = 0;
    while (broken < window.size() && Exprs.isConstant(window.get(broken), 1)) {
      broken++;
    }
    boolean whole =
        IntStream.range(broken + 1, window.size())
            .allMatch(i -> Dims.same(window.subList(i, i + 1), tile.shape().subList(i, i + 1)));
    return constant && whole;
  }

  private void inPlace(AssignStmt s, OptionalInt reused, ImmutableList<Expr> args) {
    if (reused.isEmpty()
        || !(args.get(reused.getAsInt()) instanceof Var target
            && target.type() instanceof TileType)) {
      own(s.var());
      return;
    }
    Point point = timeline.definition(s.var());
    if (isNeededAfter(target, point) || isReadTwice(args, target)) {
      copies.add(new Copy(s, reused.getAsInt(), target));
      own(s.var());
    } else {
      join(s.var(), target, point);
      window(s.var(), target, false);
    }
  }

  private void window(Var var, Var source, boolean part) {
    if (part || windows.contains(source)) {
      windows.add(var);
    }
  }

  /** Whether another operand lies in the buffer that the result overwrites. */
  private boolean isReadTwice(ImmutableList<Expr> args, Var target) {
    return args.stream()
            .filter(
                a -> a instanceof Var v && v.type() instanceof TileType && root(v) == root(target))
            .count()
        > 1;
  }

  /**
   * Whether overwriting the buffer of {@code var} at {@code point} destroys a value that is read
   * later.
   */
  private boolean isNeededAfter(Var var, Point point) {
    Point value = values.get(var);
    return point.loops().stream().anyMatch(loop -> !value.isIn(loop)) || isReadAfter(var, point);
  }

  private boolean isReadAfter(Var var, Point point) {
    return members.get(root(var)).stream()
        .flatMap(member -> timeline.reads(member).stream())
        .anyMatch(read -> read.point().at() > point.at() && !read.point().excludes(point));
  }

  // ---- loops

  private void loop(
      Stmt loop, ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars) {
    Set<Var> taken = new HashSet<>();
    for (int i = 0; i < iterArgs.size(); i++) {
      IterArg arg = iterArgs.get(i);
      if (!(arg.type() instanceof TileType)) {
        continue;
      }
      Point inside = timeline.definition(arg);
      if (arg.initValue() instanceof Var init
          && !windows.contains(init)
          && !isNeededAfter(init, timeline.start(loop))
          && taken.add(root(init))) {
        join(arg, init, inside);
      } else {
        copies.add(new Copy(loop, i, (Var) arg.initValue()));
        join(arg, arg, inside);
      }
    }
    walk(body);
    yieldTo(loop, iterArgs, body);
    for (int i = 0; i < iterArgs.size(); i++) {
      if (iterArgs.get(i).type() instanceof TileType) {
        join(returnVars.get(i), iterArgs.get(i), timeline.definition(returnVars.get(i)));
      }
    }
  }

  /**
   * A yielded tile stays in its carry's buffer, or owns a buffer that was made in this iteration.
   */
  private void yieldTo(Stmt loop, ImmutableList<IterArg> iterArgs, Stmt body) {
    Optional<YieldStmt> yield = yieldOf(body);
    Set<Var> taken = new HashSet<>();
    for (int i = 0; i < iterArgs.size(); i++) {
      if (!(iterArgs.get(i).type() instanceof TileType)) {
        continue;
      }
      Var value = (Var) yield.orElseThrow().value().get(i);
      Var root = root(value);
      boolean own = root == root(iterArgs.get(i)) && !windows.contains(value);
      boolean fresh =
          isMadeIn(root, loop) && !windows.contains(value) && !ownsCarry(root, iterArgs);
      if (!(own || fresh) || !taken.add(root)) {
        copies.add(new Copy(yield.get(), i, value));
      }
    }
  }

  private boolean ownsCarry(Var root, ImmutableList<IterArg> iterArgs) {
    return iterArgs.stream().anyMatch(arg -> arg.type() instanceof TileType && root(arg) == root);
  }

  private boolean isMadeIn(Var root, Stmt loop) {
    return timeline.definition(root).isIn(loop);
  }

  // ---- conditionals

  private void branch(IfStmt s) {
    walk(s.thenBody());
    s.elseBody().ifPresent(this::walk);
    if (s.returnVars().stream().noneMatch(v -> v.type() instanceof TileType)) {
      return;
    }
    YieldStmt thenYield = yieldOf(s.thenBody()).orElseThrow();
    YieldStmt elseYield = yieldOf(s.elseBody().orElseThrow()).orElseThrow();
    Set<Var> taken = new HashSet<>();
    for (int i = 0; i < s.returnVars().size(); i++) {
      Var result = s.returnVars().get(i);
      if (result.type() instanceof TileType) {
        merge(s, i, thenYield, elseYield, taken);
      }
    }
  }

  /**
   * Gives the result of a conditional a buffer; a value that must not be overwritten is copied in
   * its branch.
   */
  private void merge(IfStmt s, int i, YieldStmt thenYield, YieldStmt elseYield, Set<Var> taken) {
    Var result = s.returnVars().get(i);
    Var a = (Var) thenYield.value().get(i);
    Var b = (Var) elseYield.value().get(i);
    Var rootA = root(a);
    Var rootB = root(b);
    Point end = timeline.definition(result);
    boolean whole = !windows.contains(a) && !windows.contains(b);
    if (rootA == rootB && whole && taken.add(rootA)) {
      join(result, a, end);
      return;
    }
    boolean freshA = !windows.contains(a) && isMadeIn(rootA, s, true) && taken.add(rootA);
    boolean freshB = !windows.contains(b) && isMadeIn(rootB, s, false) && taken.add(rootB);
    if (freshA && !freshB && canReplace(b, s, i, thenYield, elseYield) && taken.add(rootB)) {
      join(result, b, end);
    } else if (freshB && !freshA && canReplace(a, s, i, thenYield, elseYield) && taken.add(rootA)) {
      join(result, a, end);
    } else {
      if (!freshA) {
        copies.add(new Copy(thenYield, i, a));
      }
      if (!freshB) {
        copies.add(new Copy(elseYield, i, b));
      }
      join(result, freshA ? a : result, end);
    }
  }

  private boolean isMadeIn(Var root, IfStmt s, boolean then) {
    return timeline.definition(root).branches().contains(new Point.Branch(s, then));
  }

  /**
   * Whether the result may take over the buffer of {@code outer}, a tile from before the
   * conditional.
   */
  private boolean canReplace(
      Var outer, IfStmt s, int slot, YieldStmt thenYield, YieldStmt elseYield) {
    if (windows.contains(outer) || isNeededAfter(outer, timeline.end(s))) {
      return false;
    }
    for (int i = 0; i < s.returnVars().size(); i++) {
      for (YieldStmt yield : ImmutableSet.of(thenYield, elseYield)) {
        if (i != slot && yield.value().get(i) instanceof Var v && root(v) == root(outer)) {
          return false;
        }
      }
    }
    return true;
  }

  static Optional<YieldStmt> yieldOf(Stmt body) {
    ImmutableList<Stmt> stmts = SeqStmts.listOf(body);
    return !stmts.isEmpty() && stmts.getLast() instanceof YieldStmt y
        ? Optional.of(y)
        : Optional.empty();
  }
}
