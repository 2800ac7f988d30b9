package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Sets;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.JStmt;
import io.pto4j.processor.tree.JTrees;
import io.pto4j.processor.tree.Place;
import java.util.Optional;
import java.util.OptionalInt;
import javax.lang.model.element.VariableElement;

/** Translates statements; a mistake ends its statement and the next one goes on. */
final class Statements {
  private final Body body;
  private final Variables variables;

  Statements(Body body) {
    this.body = body;
    this.variables = new Variables(body);
  }

  Variables variables() {
    return variables;
  }

  void translate(JStmt statement) {
    switch (statement) {
      case JStmt.Declaration s -> declaration(s);
      case JStmt.Evaluate s -> guarded(() -> evaluate(s));
      case JStmt.If s -> conditional(s);
      case JStmt.Counted s -> counted(s);
      case JStmt.Each s -> each(s);
      case JStmt.Scoped s -> new Scopes(body).translate(s);
      case JStmt.Block s -> s.statements().forEach(this::translate);
      case JStmt.Return s -> result(s);
      case JStmt.Poison _ -> body.report(Mistake.reported());
    }
  }

  private void result(JStmt.Return s) {
    if (body.frame().method().end().filter(s::equals).isEmpty()) {
      body.report(
          Mistake.at(
              s.place(),
              "return cannot be used inside if or for in a kernel",
              "return once, at the end of the method"));
      return;
    }
    guarded(() -> s.value().ifPresent(this::returned));
  }

  private void returned(JExpr expr) {
    Frame frame = body.frame();
    frame.setReturned(
        variables.held(
            body.expressions().value(expr),
            frame.method().element().getReturnType(),
            expr.place()));
  }

  /** The statements of {@code part} as one. */
  Stmt block(JStmt part) {
    body.emitter().open();
    translate(part);
    return SeqStmts.flatten(body.emitter().close(), part.place().span());
  }

  /** Runs an action and reports the mistake that ends it; false when there was one. */
  boolean guarded(Runnable action) {
    try {
      action.run();
      return true;
    } catch (Mistake mistake) {
      body.report(mistake);
      return false;
    }
  }

  private void declaration(JStmt.Declaration s) {
    s.initializer()
        .ifPresent(
            initializer -> {
              boolean done =
                  guarded(
                      () ->
                          variables.declare(
                              s.symbol(), body.expressions().value(initializer), s.place()));
              if (!done) {
                body.frame().put(s.symbol(), new Value.Poison());
              }
            });
  }

  private void evaluate(JStmt.Evaluate s) {
    switch (s.expr()) {
      case JExpr.Assign assign -> variables.assign(assign);
      case JExpr expr -> {
        Value value = body.expressions().value(expr);
        if (!isEffect(value)) {
          throw Mistake.at(
              expr.place(),
              "the result of this call is not used",
              "assign it: operators return a new value and leave their operands as they are");
        }
      }
    }
  }

  /** Whether a call was made for its effect: what it wrote is a variable, or there is no value. */
  private static boolean isEffect(Value value) {
    return switch (value) {
      case Value.None _, Value.Task _, Value.Group _ -> true;
      case Value.Of(Expr expr) -> expr instanceof Var;
      default -> false;
    };
  }

  private void conditional(JStmt.If s) {
    Optional<Value> condition = Optional.empty();
    try {
      condition = Optional.of(body.expressions().value(s.condition()));
    } catch (Mistake mistake) {
      body.report(mistake);
    }
    if (condition.isPresent() && condition.get() instanceof Value.Literal(Boolean chosen)) {
      if (chosen) {
        translate(s.then());
      } else {
        s.otherwise().ifPresent(this::translate);
      }
      return;
    }
    Stmt then = block(s.then());
    Optional<Stmt> otherwise = s.otherwise().map(this::block);
    condition.ifPresent(
        value ->
            guarded(
                () ->
                    body.emitter()
                        .emit(
                            new IfStmt(
                                s.place().span(),
                                ImmutableList.of(),
                                body.scalars().as(value, DataType.BOOL, s.condition().place()),
                                then,
                                otherwise,
                                ImmutableList.of()))));
  }

  private void counted(JStmt.Counted s) {
    Optional<LoopSpec> head = Optional.empty();
    try {
      head = Optional.of(countedHead(s));
    } catch (Mistake mistake) {
      body.report(mistake);
    }
    loop(s.place(), s.variable(), head, s.body());
  }

  private LoopSpec countedHead(JStmt.Counted s) {
    checkInvariant(s.limit(), s);
    checkInvariant(s.step(), s);
    ImmutableList<Value> bounds = body.values(ImmutableList.of(s.start(), s.limit(), s.step()));
    Expr limit = body.scalars().index(bounds.get(1), s.limit().place());
    Expr step = body.scalars().index(bounds.get(2), s.step().place());
    if (!body.scalars().isNonNegative(step) || Exprs.isConstant(step, 0)) {
      throw Mistake.at(
          s.step().place(), "the step of a counted loop must be positive", "count upwards");
    }
    return new LoopSpec(
        ForKind.SEQUENTIAL,
        body.scalars().index(bounds.get(0), s.start().place()),
        s.inclusive() ? next(limit, s.limit().place().span()) : limit,
        step,
        OptionalInt.empty());
  }

  /** Java evaluates the bounds again in each round, a counted loop only once. */
  private static void checkInvariant(JExpr bound, JStmt.Counted loop) {
    ImmutableSet<VariableElement> changed =
        ImmutableSet.<VariableElement>builder()
            .addAll(JTrees.assigned(loop.body()))
            .add(loop.variable())
            .build();
    Sets.SetView<VariableElement> both = Sets.intersection(JTrees.read(bound), changed);
    if (!both.isEmpty()) {
      throw Mistake.at(
          bound.place(),
          "the bound of a counted loop depends on "
              + Iterables.get(both, 0).getSimpleName()
              + ", which the loop changes",
          "copy the bound to a local variable before the loop");
    }
  }

  private static Expr next(Expr limit, Span span) {
    return limit instanceof ConstInt c
        ? new ConstInt(span, c.type(), c.value() + 1)
        : Exprs.binary(
            BinaryOp.ADD, limit, new ConstInt(span, ScalarType.of(DataType.INDEX), 1), span);
  }

  private void each(JStmt.Each s) {
    Optional<LoopSpec> head = Optional.empty();
    try {
      Value range = body.expressions().value(s.range());
      if (!(range instanceof Value.Loop(LoopSpec spec))) {
        throw Mistake.at(
            s.range().place(), "a loop runs over a range", "write for (int i : Pl.range(n))");
      }
      head = Optional.of(spec);
    } catch (Mistake mistake) {
      body.report(mistake);
    }
    loop(s.place(), s.variable(), head, s.body());
  }

  /** Translates the body also when the head has a mistake, to find those of the body. */
  private void loop(
      Place place, VariableElement variable, Optional<LoopSpec> head, JStmt loopBody) {
    if (body.frame().isReassigned(variable)) {
      body.report(
          Mistake.at(
              place,
              "the loop variable " + variable.getSimpleName() + " is assigned in the loop",
              "use another variable"));
    }
    Var loopVar =
        new Var(
            body.emitter().unique(variable.getSimpleName().toString()),
            ScalarType.of(DataType.INDEX),
            place.span());
    if (head.isPresent()
        && body.scalars().isNonNegative(head.get().start())
        && body.scalars().isNonNegative(head.get().step())) {
      body.scalars().markNonNegative(loopVar);
    }
    body.frame().put(variable, new Value.Of(loopVar));
    Stmt translated = block(loopBody);
    head.ifPresent(
        spec ->
            body.emitter()
                .emit(
                    new ForStmt(
                        place.span(),
                        ImmutableList.of(),
                        loopVar,
                        spec.start(),
                        spec.stop(),
                        spec.step(),
                        ImmutableList.of(),
                        translated,
                        ImmutableList.of(),
                        spec.kind(),
                        spec.stages().isPresent()
                            ? Attrs.of("pipeline_stages", AttrValue.of(spec.stages().getAsInt()))
                            : Attrs.empty(),
                        HardwareLoopPolicy.AUTO)));
  }

  /** Builds an IR node and places its error. */
  static <T> T placed(Place place, java.util.function.Supplier<T> build) {
    try {
      return build.get();
    } catch (IrException e) {
      throw Mistake.at(place, e);
    }
  }
}
