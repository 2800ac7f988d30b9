package io.pto4j.pass.front;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Splices sequences into the sequences around them; a sequence of one statement becomes that
 * statement. Source: PyPTO passes, NormalizeStmtStructure.
 */
public final class NormalizeStmtStructure implements Pass {
  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> new Normalizer().function(f));
  }

  private static final class Normalizer extends Rewriter {
    @Override
    public Stmt stmt(Stmt stmt) {
      Stmt mapped = super.stmt(stmt);
      return mapped instanceof SeqStmts seq && isRedundant(seq)
          ? SeqStmts.flatten(seq.stmts(), seq.span())
          : mapped;
    }

    private static boolean isRedundant(SeqStmts seq) {
      return seq.stmts().size() == 1 || seq.stmts().stream().anyMatch(s -> s instanceof SeqStmts);
    }
  }
}
