package io.pto4j.pass.mem;

import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.function.Function;

/** Gives variables new memory references; every definition and use follows. */
final class MemRefRewriter extends Rewriter {
  private final Function<Var, MemRef> memrefs;

  /**
   * @param memrefs the new reference of a variable, null to keep what it has
   */
  MemRefRewriter(Function<Var, MemRef> memrefs) {
    this.memrefs = memrefs;
  }

  @Override
  public Var def(Var var) {
    MemRef memref = memrefs.apply(var);
    if (memref == null) {
      return super.def(var);
    }
    Type type =
        switch (type(var.type())) {
          case TensorType t -> t.withMemref(Optional.of(memref));
          case TileType t -> t.withMemref(Optional.of(memref));
          default -> throw new IllegalArgumentException("'" + var + "' has no memory");
        };
    Var renewed =
        var instanceof IterArg arg
            ? new IterArg(arg.nameHint(), type, expr(arg.initValue()), arg.span())
            : new Var(var.nameHint(), type, var.span());
    replace(var, renewed);
    return renewed;
  }
}
