package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.pass.mem.Point.Branch;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** When the tiles of a function are defined and read. */
final class Timeline {
  private final IdentityHashMap<Stmt, Point> starts = new IdentityHashMap<>();
  private final IdentityHashMap<Stmt, Point> ends = new IdentityHashMap<>();
  private final ListMultimap<Var, Read> reads =
      MultimapBuilder.hashKeys().arrayListValues().build();
  private final Map<Var, Point> definitions = new HashMap<>();
  private int now;

  /** A statement that reads a tile. */
  record Read(Point point, Stmt stmt) {}

  private Timeline() {}

  static Timeline of(Stmt body) {
    Timeline timeline = new Timeline();
    timeline.walk(body, ImmutableList.of(), ImmutableList.of());
    return timeline;
  }

  Point start(Stmt stmt) {
    return starts.get(stmt);
  }

  /** The moment after everything inside {@code stmt}. */
  Point end(Stmt stmt) {
    return ends.get(stmt);
  }

  List<Read> reads(Var var) {
    return reads.get(var);
  }

  Point definition(Var var) {
    return definitions.get(var);
  }

  private void walk(Stmt stmt, ImmutableList<Branch> branches, ImmutableList<Stmt> loops) {
    if (stmt instanceof SeqStmts seq) {
      seq.stmts().forEach(child -> walk(child, branches, loops));
      return;
    }
    Point point = new Point(now++, branches, loops);
    starts.put(stmt, point);
    ends.put(stmt, point);
    switch (stmt) {
      case AssignStmt s -> {
        read(s.value(), point, s);
        definitions.put(s.var(), point);
      }
      case EvalStmt s -> read(s.expr(), point, s);
      case YieldStmt s -> s.value().forEach(v -> read(v, point, s));
      case ReturnStmt s -> s.value().forEach(v -> read(v, point, s));
      case ForStmt s -> loop(s, s.iterArgs(), s.body(), s.returnVars(), point);
      case WhileStmt s -> loop(s, s.iterArgs(), s.body(), s.returnVars(), point);
      case IfStmt s -> {
        walk(s.thenBody(), append(branches, new Branch(s, true)), loops);
        s.elseBody().ifPresent(body -> walk(body, append(branches, new Branch(s, false)), loops));
        finish(s, s.returnVars(), point);
      }
      case ScopeStmt s -> {
        walk(s.body(), branches, loops);
        finish(s, ImmutableList.of(), point);
      }
      default -> {}
    }
  }

  private void loop(
      Stmt loop,
      ImmutableList<IterArg> iterArgs,
      Stmt body,
      ImmutableList<Var> returnVars,
      Point point) {
    Point inside = new Point(point.at(), point.branches(), append(point.loops(), loop));
    for (IterArg arg : iterArgs) {
      read(arg.initValue(), point, loop);
      definitions.put(arg, inside);
    }
    walk(body, point.branches(), inside.loops());
    finish(loop, returnVars, point);
  }

  private void finish(Stmt stmt, ImmutableList<Var> results, Point start) {
    Point end = new Point(now++, start.branches(), start.loops());
    ends.put(stmt, end);
    results.forEach(v -> definitions.put(v, end));
  }

  private void read(Expr expr, Point point, Stmt stmt) {
    Walk.exprs(
        expr,
        e -> {
          if (e instanceof Var v && v.type() instanceof TileType) {
            reads.put(v, new Read(point, stmt));
          }
        });
  }

  private static <E> ImmutableList<E> append(ImmutableList<E> list, E last) {
    return ImmutableList.<E>builder().addAll(list).add(last).build();
  }
}
