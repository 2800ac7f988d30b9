package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** A statement. Source: PyPTO IR hierarchy, Stmt. */
public sealed interface Stmt extends IrNode
    permits AssignStmt,
        IfStmt,
        YieldStmt,
        ReturnStmt,
        ForStmt,
        WhileStmt,
        ScopeStmt,
        SeqStmts,
        EvalStmt,
        BreakStmt,
        ContinueStmt,
        InlineStmt {
  /** The comment lines that stand before the statement, without their comment sign. */
  ImmutableList<String> leadingComments();
}
