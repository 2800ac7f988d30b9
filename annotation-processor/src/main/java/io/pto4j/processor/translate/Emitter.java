package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the statements of nested blocks and names their variables. */
final class Emitter {
  private final Map<Var, Expr> definitions = new HashMap<>();
  private final Deque<List<Stmt>> blocks = new ArrayDeque<>();
  private final Map<String, Integer> names = new HashMap<>();

  Emitter() {
    open();
  }

  /** Starts a block inside the current one. */
  void open() {
    blocks.push(new ArrayList<>());
  }

  /** Ends the innermost block and gives its statements. */
  List<Stmt> close() {
    return blocks.pop();
  }

  void emit(Stmt stmt) {
    blocks.element().add(stmt);
  }

  /** A name that no other variable of the function has. */
  String unique(String name) {
    int earlier = names.merge(name, 1, Integer::sum) - 1;
    return earlier == 0 ? name : unique(name + "_" + earlier);
  }

  void assign(Var var, Expr value, Span span) {
    emit(assignment(var, value, span));
  }

  /** A new variable that holds the value from here on. */
  Var bind(String name, Expr value, Span span) {
    return bindAt(position(), name, value, span);
  }

  /** The number of statements in the current block. */
  int position() {
    return blocks.element().size();
  }

  /** Like {@link #bind}, but before the statement at {@code position} of the current block. */
  Var bindAt(int position, String name, Expr value, Span span) {
    Var var = new Var(unique(name), value.type(), span);
    blocks.element().add(position, assignment(var, value, span));
    return var;
  }

  /** What the variable was last assigned, as far as this function emitted it. */
  Optional<Expr> definition(Var var) {
    return Optional.ofNullable(definitions.get(var));
  }

  private AssignStmt assignment(Var var, Expr value, Span span) {
    definitions.put(var, value);
    return new AssignStmt(span, ImmutableList.of(), var, value);
  }
}
