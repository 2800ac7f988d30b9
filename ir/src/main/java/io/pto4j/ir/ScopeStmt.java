package io.pto4j.ir;

/**
 * A region that a pass turns into a function, a launch or a runtime scope. Source: PyPTO IR
 * hierarchy, ScopeStmt.
 */
public sealed interface ScopeStmt extends Stmt
    permits InCoreScopeStmt,
        ClusterScopeStmt,
        HierarchyScopeStmt,
        SpmdScopeStmt,
        SplitAivScopeStmt,
        RuntimeScopeStmt,
        RegScopeStmt,
        CommDomainScopeStmt {
  /**
   * The name given by the author, empty when none; unlike a variable's name it takes part in
   * comparison.
   */
  String nameHint();

  Stmt body();

  Attrs attrs();
}
