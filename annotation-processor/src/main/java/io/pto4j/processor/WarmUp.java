package io.pto4j.processor;

import io.pto4j.backend.target.Targets;
import io.pto4j.build.BuilderExprs;
import io.pto4j.build.FunctionBlock;
import io.pto4j.build.IrBuilder;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads the compiler while {@code javac} still reads sources and attributes classes: most of what
 * the first program costs is the loading of classes, which a second core can do meanwhile.
 */
final class WarmUp {
  private static final AtomicBoolean STARTED = new AtomicBoolean();
  private static final long ROWS = 32;
  private static final long COLUMNS = 64;
  private static final long BLOCK = 16;

  private WarmUp() {}

  /**
   * Begins once in the life of a compiler.
   *
   * @return the work to wait for before the classes become unavailable; empty when it is not the
   *     first time
   */
  static Optional<Thread> start(ProgramCompiler compiler) {
    return STARTED.compareAndSet(false, true)
        ? Optional.of(
            Thread.ofPlatform()
                .name("pto4j-warm-up")
                .daemon()
                .start(() -> compiler.compile(program(), Targets.standard().name())))
        : Optional.empty();
  }

  /** A kernel at tensor level in a loop over blocks of rows, so that most passes have work. */
  static Program program() {
    IrBuilder b = new IrBuilder().at(Span.unknown());
    BuilderExprs e = b.exprs();
    TensorType type = TensorType.of(DataType.FP32, ROWS, COLUMNS);
    FunctionBlock main = b.function("main", FunctionType.ORCHESTRATION);
    try (main) {
      Var x = main.param("x", type);
      Var y = main.param("y", type, ParamDirection.OUT);
      main.returnType(type);
      try (var rows = b.loop("i", e.index(ROWS / BLOCK));
          var _ = b.scopes().inCore("")) {
        Expr row = e.binary(BinaryOp.MUL, rows.index(), e.index(BLOCK));
        Expr from = e.tuple(row, e.index(0));
        Expr window = e.tuple(e.index(BLOCK), e.index(COLUMNS));
        Var part = b.let("part", e.op("tensor.slice", x, window, from));
        Var exps = b.let("exps", e.op("tensor.exp", part));
        Var halves = b.let("halves", e.op("tensor.muls", exps, e.real(0.5)));
        Var sums = b.let("sums", e.op("tensor.row_sum", halves));
        Var scaled = b.let("scaled", e.op("tensor.row_expand_div", exps, sums));
        b.assign(y, e.op("tensor.assemble", y, scaled, from));
      }
      b.ret(y);
    }
    return Program.of("WarmUp", List.of(main.result()), Span.unknown());
  }
}
