package io.pto4j.pass.front;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Leaves a program without regions on several cores: cluster and SPMD regions and those divided
 * between the vector cores are refused. Source: PyPTO passes, OutlineClusterScopes.
 */
public final class OutlineClusterScopes implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SSA_FORM);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.SSA_FORM, Property.CLUSTER_OUTLINED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    for (Function function : program.functions().values()) {
      if (!function.funcType().isWrapper()) {
        Walk.stmts(function.body(), OutlineClusterScopes::check);
      }
    }
    return program;
  }

  private static void check(Stmt stmt) {
    switch (stmt) {
      case ClusterScopeStmt s ->
          throw new IrException(
              "a cluster region is not supported",
              "use one core-group region for each core",
              s.span());
      case SpmdScopeStmt s ->
          throw new IrException(
              "an SPMD region is not supported",
              "launch the kernel in a loop, once for each block",
              s.span());
      case SplitAivScopeStmt s ->
          throw new IrException(
              "a region divided between the vector cores (pl.split_aiv) is not supported",
              "leave the region out: one vector core then executes its statements",
              s.span());
      default -> {}
    }
  }
}
