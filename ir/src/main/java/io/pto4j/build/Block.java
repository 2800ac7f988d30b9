package io.pto4j.build;

import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;

/**
 * A program, function, loop, branch or scope under construction. What is emitted goes to the block
 * opened last; closing a block builds its node and hands it to the block around it.
 */
public abstract sealed class Block implements AutoCloseable
    permits FunctionBlock, IfBlock, LoopBlock, ProgramBlock, ScopeBlock {
  private final IrBuilder builder;
  private final Span begin;
  private boolean closed;

  Block(IrBuilder builder) {
    this.builder = builder;
    this.begin = builder.here();
  }

  final IrBuilder builder() {
    return builder;
  }

  /** Where the block was opened. */
  final Span begin() {
    return begin;
  }

  /** What the block is, for messages: {@code "function 'f'"}. */
  abstract String what();

  /** Where the next statement goes. */
  abstract Body body();

  /** Checks and builds the node. */
  abstract void finish(Span span);

  final IrException error(String message, String hint) {
    return new IrException(message, hint, begin);
  }

  /**
   * Ends the block; a second time does nothing.
   *
   * @throws IrException when a block inside is still open or the block breaks a rule of its kind;
   *     the block is closed all the same
   */
  @Override
  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    builder.leave(this);
    finish(extended(builder.here()));
  }

  /** Ends the block without a node: a block around it was closed first. */
  final void abandon() {
    closed = true;
  }

  /** Gives a finished statement to the block around this one. */
  final void emit(Stmt stmt) {
    builder.emit(stmt);
  }

  final void requireOpen() {
    if (closed) {
      throw error(what() + " is closed", "say this before the end of its block");
    }
  }

  final void requireClosed() {
    if (!closed) {
      throw error(what() + " is not closed yet", "ask after the end of its block");
    }
  }

  private Span extended(Span end) {
    boolean known = begin.filename().equals(end.filename()) && end.beginLine() >= begin.beginLine();
    return known && begin.isKnown()
        ? new Span(
            begin.filename(),
            begin.beginLine(),
            begin.beginColumn(),
            end.beginLine(),
            end.beginColumn())
        : begin;
  }
}
