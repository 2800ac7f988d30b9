package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Operators;
import io.pto4j.processor.tree.Diagnostics;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** The function that is being translated: what its parts share. */
final class Body {
  private final ProgramTranslator program;
  private final Diagnostics diagnostics;
  private final Emitter emitter = new Emitter();
  private final Scalars scalars = new Scalars(emitter);
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final Map<Var, Signature.Parameter> parameters = new LinkedHashMap<>();
  private final Set<Var> written = Walk.identitySet();
  private final Set<Var> reassigned = Walk.identitySet();
  private final Set<Var> windows = Walk.identitySet();
  private final Map<Call, Place> changes = new IdentityHashMap<>();
  private Context context;
  private boolean failed;

  private final Expressions expressions = new Expressions(this);
  private final Statements statements = new Statements(this);

  Body(ProgramTranslator program, Diagnostics diagnostics, Context context) {
    this.program = program;
    this.diagnostics = diagnostics;
    this.context = context;
  }

  ProgramTranslator program() {
    return program;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  Emitter emitter() {
    return emitter;
  }

  Scalars scalars() {
    return scalars;
  }

  Expressions expressions() {
    return expressions;
  }

  Statements statements() {
    return statements;
  }

  Context context() {
    return context;
  }

  void setContext(Context context) {
    this.context = context;
  }

  Deque<Frame> frames() {
    return frames;
  }

  Frame frame() {
    return frames.element();
  }

  Map<Var, Signature.Parameter> parameters() {
    return parameters;
  }

  /** Reports a mistake of this function, unless it is the consequence of one. */
  void report(Mistake mistake) {
    failed = true;
    mistake
        .place()
        .ifPresent(place -> diagnostics.error(place, mistake.getMessage(), mistake.hint()));
  }

  /** Whether some part of the function could not be translated. */
  boolean isFailed() {
    return failed;
  }

  /** Notes that some assignment in the source changes which value the variable holds. */
  void markReassigned(Var var) {
    reassigned.add(var);
  }

  /** Notes that the variable first shows a part of another tensor. */
  void markWindow(Var var) {
    windows.add(var);
  }

  /** Notes that the call stands for a change of a part of its first operand. */
  void markChange(Call call, Place place) {
    changes.put(call, place);
  }

  /** Reports what would change another tile, too, in Java. */
  void checkChanges(Stmt function) {
    SharedTiles.find(function, changes).forEach(this::report);
  }

  boolean isReassigned(Var var) {
    return reassigned.contains(var);
  }

  /** Whether the expression, evaluated again after other statements, may have another value. */
  boolean mayChange(Expr expr) {
    return has(expr, part -> isRead(part) || (part instanceof Var var && holdsAnother(var)));
  }

  /** A tensor that is no intermediate result stands for its memory, whatever that holds. */
  private boolean holdsAnother(Var var) {
    return isReassigned(var)
        && (context == Context.CORE_SCOPE || !(var.type() instanceof TensorType));
  }

  private static boolean isRead(Expr expr) {
    return expr instanceof Call;
  }

  /** Whether the expression or a part of it is as wanted. */
  static boolean has(Expr expr, Predicate<Expr> wanted) {
    AtomicBoolean found = new AtomicBoolean();
    Walk.exprs(
        expr,
        part -> {
          if (wanted.test(part)) {
            found.set(true);
          }
        });
    return found.get();
  }

  boolean isWritten(Var parameter) {
    return written.contains(parameter);
  }

  /** Checks that the tensor may be written, and notes that it is. */
  void write(Expr target, Place place) {
    if (target instanceof Var window && windows.contains(window)) {
      throw Mistake.at(
          place,
          window.nameHint() + " is a window that is assigned again, and cannot be written",
          "write to a window that has a variable of its own");
    }
    if (!(viewed(target) instanceof Var var)) {
      return;
    }
    Signature.Parameter parameter = parameters.get(var);
    if (parameter != null && parameter.direction() == ParamDirection.IN) {
      throw Mistake.at(
          place,
          "tensor " + parameter.name() + " is an @In parameter and cannot be written",
          "declare it @Out, or @InOut when its old contents matter");
    }
    written.add(var);
  }

  /** The tensor that a view shows a part of; writing the part writes the tensor. */
  private Expr viewed(Expr target) {
    Expr result = target;
    while (true) {
      if (result instanceof Var var && !parameters.containsKey(var)) {
        result = emitter.definition(var).orElse(result);
      }
      if (!(result instanceof Call call && call.op() instanceof Operator(String name))) {
        return result;
      }
      OptionalInt source = Operators.get(name).viewOf();
      if (source.isEmpty()) {
        return result;
      }
      result = call.args().get(source.getAsInt());
    }
  }

  /**
   * The values of expressions in the order in which Java evaluates them: what an expression emits
   * comes after the values of those before it.
   */
  ImmutableList<Value> values(List<? extends JExpr> exprs) {
    List<Value> values = new ArrayList<>();
    for (JExpr expr : exprs) {
      int before = emitter.position();
      Value value = expressions.value(expr);
      if (emitter.position() > before) {
        settle(values, before);
      }
      values.add(value);
    }
    return ImmutableList.copyOf(values);
  }

  private void settle(List<Value> values, int position) {
    int later = emitter.position() - position;
    values.replaceAll(
        value ->
            switch (value) {
              case Value.Of(Expr expr) ->
                  isSimple(expr) ? value : new Value.Of(evaluated(expr, later));
              case Value.Window _ -> value;
              default -> value.map(part -> has(part, Body::isRead) ? evaluated(part, later) : part);
            });
  }

  /** The value that the expression has before the last {@code later} statements. */
  private Var evaluated(Expr expr, int later) {
    return emitter.bindAt(emitter.position() - later, "_value_tmp", expr, expr.span());
  }

  /** A variable or constant. */
  static boolean isSimple(Expr expr) {
    return switch (expr) {
      case Var _, ConstInt _, ConstFloat _, ConstBool _ -> true;
      default -> false;
    };
  }

  /** The value as a tensor, tile or scalar of the IR. */
  Expr expr(Value value, Place place) {
    return switch (value) {
      case Value.Of(Expr expr) -> expr;
      case Value.Window window -> window.slice();
      case Value.Literal _ -> scalars.natural(value, place);
      case Value.Poison _ -> throw Mistake.reported();
      default ->
          throw Mistake.at(
              place, "a tensor, tile or scalar is needed here, not " + Types.describe(value), "");
    };
  }

  /** The value in a variable. */
  Var variable(Value value, String name, Place place) {
    return expr(value, place) instanceof Var var
        ? var
        : emitter.bind(name, expr(value, place), place.span());
  }
}
