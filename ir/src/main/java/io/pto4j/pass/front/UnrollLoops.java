package io.pto4j.pass.front;

import com.google.common.collect.ImmutableSet;
import com.google.common.math.LongMath;
import io.pto4j.ir.Comments;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces a loop marked for unrolling by its iterations. Runs before SSA conversion: the
 * iterations assign the same variables. Source: PyPTO passes, UnrollLoops.
 */
public final class UnrollLoops implements Pass {
  private static final long MAX_TRIPS = 1024;

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.UNROLL_RESOLVED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> new Unroller().function(f));
  }

  private static final class Unroller extends Rewriter {
    @Override
    public Stmt stmt(Stmt stmt) {
      return stmt instanceof ForStmt loop && loop.kind() == ForKind.UNROLL
          ? Comments.prepend(loop.leadingComments(), unroll(loop))
          : super.stmt(stmt);
    }

    private Stmt unroll(ForStmt loop) {
      long start = constant(expr(loop.start()), "start", loop.span());
      long stop = constant(expr(loop.stop()), "stop", loop.span());
      long step = constant(expr(loop.step()), "step", loop.span());
      if (step == 0) {
        throw new IrException("Unroll loop step cannot be zero", "", loop.span());
      }
      if (loop.hardwareLoopPolicy() == HardwareLoopPolicy.REQUIRE) {
        throw new IrException(
            "a loop that must become a hardware loop cannot be unrolled",
            "use an ordinary loop, or leave out hardware_loop_policy",
            loop.span());
      }
      if (!loop.iterArgs().isEmpty()) {
        throw new IrException(
            "an unrolled loop cannot carry values",
            "assign the variables in its body",
            loop.span());
      }
      long trips = Math.max(0, Math.ceilDiv(LongMath.saturatedSubtract(stop, start), step));
      if (trips > MAX_TRIPS) {
        throw new IrException(
            "Unroll loop trip count %d exceeds maximum allowed (%d)".formatted(trips, MAX_TRIPS),
            "reduce the loop range or use an ordinary loop",
            loop.span());
      }
      List<Stmt> iterations = new ArrayList<>();
      for (long i = 0; i < trips; i++) {
        ConstInt value = new ConstInt(loop.span(), loop.loopVar().type(), start + i * step);
        replace(loop.loopVar(), value);
        iterations.add(stmt(loop.body()));
      }
      return SeqStmts.flatten(iterations, loop.span());
    }

    private static long constant(Expr expr, String what, Span span) {
      return switch (expr) {
        case ConstInt c -> c.value();
        case UnaryExpr u when u.op() == UnaryOp.NEG -> -constant(u.operand(), what, span);
        default ->
            throw new IrException(
                "Unroll loop " + what + " must be a compile-time integer constant",
                "use constants, or an ordinary loop",
                span);
      };
    }
  }
}
