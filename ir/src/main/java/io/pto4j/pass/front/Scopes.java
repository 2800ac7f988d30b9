package io.pto4j.pass.front;

import io.pto4j.ir.Attrs;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;

/** What the kinds of scope have in common. */
final class Scopes {
  private Scopes() {}

  /** The scope around another body; {@code scope} itself when the body is the same object. */
  static ScopeStmt withBody(ScopeStmt scope, Stmt body) {
    return with(scope, scope.attrs(), body);
  }

  static ScopeStmt with(ScopeStmt scope, Attrs attrs, Stmt body) {
    if (attrs == scope.attrs() && body == scope.body()) {
      return scope;
    }
    return switch (scope) {
      case InCoreScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case ClusterScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case HierarchyScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case SpmdScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case SplitAivScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case RuntimeScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case RegScopeStmt s -> s.withAttrs(attrs).withBody(body);
      case CommDomainScopeStmt s -> s.withAttrs(attrs).withBody(body);
    };
  }
}
