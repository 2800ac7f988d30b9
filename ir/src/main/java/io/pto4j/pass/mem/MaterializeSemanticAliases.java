package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings values that meet at a yield into one buffer: the producer writes the carried buffer
 * directly where nothing needs the old value any more, and otherwise the value is moved there just
 * before the yield.
 *
 * <p>Source: PyPTO passes, MaterializeSemanticAliases.
 */
public final class MaterializeSemanticAliases implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SPLIT_INCORE_ORCH,
        Property.INCORE_TILE_OPS,
        Property.HAS_MEM_REFS,
        Property.TILE_OPS_2D,
        Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> f.funcType().isInCore() ? new Merging(f).apply() : f);
  }

  /** Merges bases of one function, innermost statements first. */
  private static final class Merging {
    private final Function function;
    private final Timeline timeline;
    private final SetMultimap<Var, Var> members = LinkedHashMultimap.create();
    private final Map<Var, AssignStmt> producers = new HashMap<>();
    private final Map<Var, MemRef> rebased = new HashMap<>();
    private final IdentityHashMap<YieldStmt, List<Move>> moves = new IdentityHashMap<>();

    /** A yielded value that has to be moved into the buffer of {@code target}. */
    private record Move(int index, Var target) {}

    Merging(Function function) {
      this.function = function;
      this.timeline = Timeline.of(function.body());
      Walk.stmts(
          function.body(),
          s -> {
            for (Var var : Walk.definedBy(s)) {
              if (memref(var).isPresent()) {
                members.put(memref(var).get().base(), var);
              }
            }
            if (s instanceof AssignStmt a && a.var().type() instanceof TileType) {
              producers.put(a.var(), a);
            }
          });
    }

    Function apply() {
      visit(function.body());
      if (rebased.isEmpty() && moves.isEmpty()) {
        return function;
      }
      Function moved = moves.isEmpty() ? function : new Mover().function(function);
      return UnusedAllocations.remove(new MemRefRewriter(rebased::get).function(moved));
    }

    private Optional<MemRef> memref(Var var) {
      return rebased.containsKey(var)
          ? Optional.of(rebased.get(var))
          : var.type() instanceof TileType tile ? tile.memref() : Optional.empty();
    }

    private void visit(Stmt stmt) {
      switch (stmt) {
        case SeqStmts s -> s.stmts().forEach(this::visit);
        case ForStmt s -> {
          visit(s.body());
          loop(s, s.iterArgs(), s.body());
        }
        case WhileStmt s -> {
          visit(s.body());
          loop(s, s.iterArgs(), s.body());
        }
        case IfStmt s -> {
          visit(s.thenBody());
          s.elseBody().ifPresent(this::visit);
          branch(s);
        }
        case ScopeStmt s -> visit(s.body());
        default -> {}
      }
    }

    private void loop(Stmt loop, ImmutableList<IterArg> iterArgs, Stmt body) {
      for (int i = 0; i < iterArgs.size(); i++) {
        if (memref(iterArgs.get(i)).isPresent()) {
          unite(BufferClasses.yieldOf(body).orElseThrow(), i, iterArgs.get(i), loop);
        }
      }
    }

    private void branch(IfStmt s) {
      for (int i = 0; i < s.returnVars().size(); i++) {
        Var result = s.returnVars().get(i);
        if (memref(result).isPresent()) {
          unite(BufferClasses.yieldOf(s.thenBody()).orElseThrow(), i, result, s);
          unite(BufferClasses.yieldOf(s.elseBody().orElseThrow()).orElseThrow(), i, result, s);
        }
      }
    }

    /**
     * Makes the value yielded to {@code target} lie in its buffer, by renaming the value's buffer
     * or by a move.
     */
    private void unite(YieldStmt yield, int index, Var target, Stmt scope) {
      Var value = (Var) yield.value().get(index);
      MemRef from = memref(value).orElseThrow();
      MemRef to = memref(target).orElseThrow();
      if (from.base() == to.base()) {
        return;
      }
      if (from.size() == to.size() && canRename(from.base(), to.base(), scope)) {
        for (Var member : ImmutableList.copyOf(members.removeAll(from.base()))) {
          rebased.put(member, memref(member).orElseThrow().withBase(to.base()));
          members.put(to.base(), member);
        }
      } else {
        moves.computeIfAbsent(yield, _ -> new ArrayList<>()).add(new Move(index, target));
      }
    }

    /**
     * Whether everything in buffer {@code from} can be written to buffer {@code to} instead, within
     * {@code scope}.
     */
    private boolean canRename(Var from, Var to, Stmt scope) {
      ImmutableList<Stmt> outer = scopeLoops(scope);
      for (Var written : members.get(from)) {
        AssignStmt producer = producers.get(written);
        if (producer == null || !writesMemory(producer)) {
          continue;
        }
        Point write = timeline.definition(written);
        if (!isInside(write, scope)) {
          return false;
        }
        for (Var other : members.get(to)) {
          if (collides(producer, write, other, outer, scope)) {
            return false;
          }
        }
      }
      return true;
    }

    /**
     * Whether writing at {@code write} would destroy {@code other} before its last read, or be
     * destroyed by its definition.
     */
    private boolean collides(
        AssignStmt producer, Point write, Var other, ImmutableList<Stmt> outer, Stmt scope) {
      AssignStmt otherProducer = producers.get(other);
      if (otherProducer != null && writesMemory(otherProducer)) {
        Point definition = timeline.definition(other);
        boolean later = definition.at() > write.at() || definition.sharesLoopInside(write, outer);
        if (isInside(definition, scope) && later && !definition.excludes(write)) {
          return true;
        }
      }
      for (Timeline.Read read : timeline.reads(other)) {
        if (!isInside(read.point(), scope) || read.point().excludes(write)) {
          continue;
        }
        boolean same = read.stmt() == producer;
        boolean hazard =
            same
                ? AliasHazards.forbidden(producer.value(), producer.var()).contains(other)
                : read.point().at() > write.at() || read.point().sharesLoopInside(write, outer);
        if (hazard) {
          return true;
        }
      }
      return false;
    }

    /**
     * The loops around the scope, and the scope itself if it is a loop: repeating those is what the
     * carry is for.
     */
    private ImmutableList<Stmt> scopeLoops(Stmt scope) {
      return ImmutableList.<Stmt>builder().addAll(timeline.start(scope).loops()).add(scope).build();
    }

    private boolean isInside(Point point, Stmt scope) {
      return point.at() > timeline.start(scope).at() && point.at() < timeline.end(scope).at();
    }

    private static boolean writesMemory(AssignStmt s) {
      return s.value() instanceof Call call
          && call.op() instanceof Operator(String name)
          && Operators.get(name).viewOf().isEmpty();
    }

    /** Puts the moves before their yields. */
    private final class Mover extends Rewriter {
      @Override
      public Stmt stmt(Stmt stmt) {
        if (!(stmt instanceof YieldStmt yield) || !moves.containsKey(yield)) {
          return super.stmt(stmt);
        }
        List<Stmt> result = new ArrayList<>();
        List<Expr> values = new ArrayList<>(yield.value());
        for (Move move : moves.get(yield)) {
          Var source = (Var) yield.value().get(move.index());
          AssignStmt copy = CopyInserter.move(source, "mv", yield.span());
          TileType type = ((TileType) copy.var().type()).withMemref(memref(move.target()));
          Var placed = new Var(copy.var().nameHint(), type, yield.span());
          result.add(
              super.stmt(new AssignStmt(copy.span(), ImmutableList.of(), placed, copy.value())));
          values.set(move.index(), placed);
        }
        result.add(
            super.stmt(
                new YieldStmt(
                    yield.span(), yield.leadingComments(), ImmutableList.copyOf(values))));
        return SeqStmts.flatten(result, yield.span());
      }
    }
  }
}
