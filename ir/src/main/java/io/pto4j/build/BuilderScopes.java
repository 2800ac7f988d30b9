package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.Level;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.WindowBuffer;
import java.util.Optional;

/**
 * Opens scopes, one method for each kind; an empty name is none. Source: PyPTO IR builder, scopes.
 */
public final class BuilderScopes {
  private static final int LANES = 2;

  private final IrBuilder builder;

  BuilderScopes(IrBuilder builder) {
    this.builder = builder;
  }

  /** A region that becomes one in-core kernel. */
  public ScopeBlock inCore(String name) {
    return inCore(name, Optional.empty());
  }

  public ScopeBlock inCore(String name, SplitMode split) {
    return inCore(name, Optional.of(split));
  }

  private ScopeBlock inCore(String name, Optional<SplitMode> split) {
    return open(
        "in-core scope",
        name,
        (span, body, attrs) ->
            new InCoreScopeStmt(span, ImmutableList.of(), name, body, attrs, split));
  }

  /** A region that runs on a cluster of cores. */
  public ScopeBlock cluster(String name) {
    return open(
        "cluster scope",
        name,
        (span, body, attrs) -> new ClusterScopeStmt(span, ImmutableList.of(), name, body, attrs));
  }

  /** A region that runs at a level of the machine. */
  public ScopeBlock hierarchy(String name, Level level) {
    return hierarchy(name, level, Optional.empty());
  }

  public ScopeBlock hierarchy(String name, Level level, Role role) {
    return hierarchy(name, level, Optional.of(role));
  }

  private ScopeBlock hierarchy(String name, Level level, Optional<Role> role) {
    return open(
        "hierarchy scope",
        name,
        (span, body, attrs) ->
            new HierarchyScopeStmt(span, ImmutableList.of(), name, body, attrs, level, role));
  }

  /** A region that runs on {@code coreNum} blocks at once. */
  public ScopeBlock spmd(String name, Expr coreNum, boolean syncStart) {
    Fit.scalar("core_num of an SPMD scope", coreNum, builder.here());
    return open(
        "SPMD scope",
        name,
        (span, body, attrs) ->
            new SpmdScopeStmt(span, ImmutableList.of(), name, body, attrs, coreNum, syncStart));
  }

  /** A region divided between the two vector lanes of a cluster. */
  public ScopeBlock splitAiv(String name, SplitMode split) {
    return builder.scope(
        named("split scope", name),
        true,
        (span, body, attrs) ->
            new SplitAivScopeStmt(span, ImmutableList.of(), name, body, attrs, split, LANES));
  }

  /** A scope of the task runtime that infers dependencies. */
  public ScopeBlock runtime() {
    return runtime(false);
  }

  /** A scope of the task runtime where every dependency is declared. */
  public ScopeBlock manual() {
    return runtime(true);
  }

  private ScopeBlock runtime(boolean manual) {
    return builder.scope(
        manual ? "manual scope" : "runtime scope",
        true,
        (span, body, attrs) ->
            new RuntimeScopeStmt(span, ImmutableList.of(), "", body, attrs, manual));
  }

  /** A region whose values live in vector registers. */
  public ScopeBlock register(String name) {
    return open(
        "register scope",
        name,
        (span, body, attrs) -> new RegScopeStmt(span, ImmutableList.of(), name, body, attrs));
  }

  /**
   * A region whose devices share windows.
   *
   * @param devices the numbers of the devices, empty for all
   */
  public ScopeBlock commDomain(
      String name, ImmutableList<Long> devices, ImmutableList<WindowBuffer> slots) {
    return open(
        "communication domain",
        name,
        (span, body, attrs) ->
            new CommDomainScopeStmt(span, ImmutableList.of(), name, body, attrs, devices, slots));
  }

  private ScopeBlock open(String kind, String name, ScopeBlock.Kind factory) {
    return builder.scope(named(kind, name), false, factory);
  }

  private static String named(String kind, String name) {
    return name.isEmpty() ? kind : kind + " '" + name + "'";
  }
}
