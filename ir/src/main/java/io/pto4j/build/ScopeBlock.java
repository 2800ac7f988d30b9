package io.pto4j.build;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;

/** A region of one of the scope kinds. Source: PyPTO IR builder, scopes. */
public final class ScopeBlock extends Block {
  /** Makes the statement of one kind of scope. */
  @FunctionalInterface
  interface Kind {
    ScopeStmt scope(Span span, Stmt body, Attrs attrs);
  }

  private final String what;
  private final boolean passesYields;
  private final Kind kind;
  private final Body body = new Body();
  private Attrs attrs = Attrs.empty();

  /**
   * @param passesYields whether a yield in the scope is one of the loop or branch around it
   */
  ScopeBlock(IrBuilder builder, String what, boolean passesYields, Kind kind) {
    super(builder);
    this.what = what;
    this.passesYields = passesYields;
    this.kind = kind;
  }

  @Override
  String what() {
    return what;
  }

  @Override
  Body body() {
    return body;
  }

  boolean passesYields() {
    return passesYields;
  }

  @CanIgnoreReturnValue
  public ScopeBlock attr(String key, AttrValue value) {
    requireOpen();
    attrs = attrs.with(key, value);
    return this;
  }

  @Override
  void finish(Span span) {
    emit(kind.scope(span, body.build(this), attrs));
  }
}
