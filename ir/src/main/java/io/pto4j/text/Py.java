package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Span;
import java.util.Optional;

/** The syntax tree of the part of Python that programs are written in. */
sealed interface Py {
  Span span();

  /** An expression. */
  sealed interface Expr extends Py {}

  record Name(Span span, String id) implements Expr {}

  record IntLit(Span span, long value) implements Expr {}

  record FloatLit(Span span, double value) implements Expr {}

  record StrLit(Span span, String value) implements Expr {}

  /** A string with values in it: strings and expressions in turn. */
  record Template(Span span, ImmutableList<Expr> parts) implements Expr {}

  /** A list of the elements for which the conditions hold, one for each value of a name. */
  record Comprehension(
      Span span, Expr element, String name, Expr iterable, ImmutableList<Expr> conditions)
      implements Expr {}

  record BoolLit(Span span, boolean value) implements Expr {}

  record NoneLit(Span span) implements Expr {}

  record EllipsisLit(Span span) implements Expr {}

  record Attr(Span span, Expr value, String name) implements Expr {}

  record Index(Span span, Expr value, ImmutableList<Expr> indices) implements Expr {}

  record Slice(Span span, Optional<Expr> lower, Optional<Expr> upper) implements Expr {}

  record Call(Span span, Expr function, ImmutableList<Expr> args, ImmutableList<Keyword> keywords)
      implements Expr {
    Optional<Expr> keyword(String name) {
      for (Keyword k : keywords) {
        if (k.name().equals(name)) {
          return Optional.of(k.value());
        }
      }
      return Optional.empty();
    }
  }

  record ListLit(Span span, ImmutableList<Expr> elements) implements Expr {}

  record TupleLit(Span span, ImmutableList<Expr> elements) implements Expr {}

  record DictLit(Span span, ImmutableList<Entry> entries) implements Expr {}

  record Binary(Span span, String op, Expr left, Expr right) implements Expr {}

  record Unary(Span span, String op, Expr operand) implements Expr {}

  /** A keyword argument of a call. */
  record Keyword(Span span, String name, Expr value) {}

  /** An entry of a dictionary. */
  record Entry(Expr key, Expr value) {}

  /** A statement with the comments that belong to it. */
  sealed interface Stmt extends Py {
    ImmutableList<String> comments();
  }

  record Assign(
      Span span, ImmutableList<String> comments, Expr target, Optional<Expr> annotation, Expr value)
      implements Stmt {}

  record ExprStmt(Span span, ImmutableList<String> comments, Expr value) implements Stmt {}

  record Return(Span span, ImmutableList<String> comments, ImmutableList<Expr> values)
      implements Stmt {}

  record If(
      Span span,
      ImmutableList<String> comments,
      Expr condition,
      ImmutableList<Stmt> thenBody,
      ImmutableList<Stmt> elseBody)
      implements Stmt {}

  record For(
      Span span,
      ImmutableList<String> comments,
      Expr target,
      Expr iterable,
      ImmutableList<Stmt> body)
      implements Stmt {}

  record While(Span span, ImmutableList<String> comments, Expr condition, ImmutableList<Stmt> body)
      implements Stmt {}

  record With(
      Span span,
      ImmutableList<String> comments,
      Expr context,
      Optional<Name> target,
      ImmutableList<Stmt> body)
      implements Stmt {}

  record Break(Span span, ImmutableList<String> comments) implements Stmt {}

  record Continue(Span span, ImmutableList<String> comments) implements Stmt {}

  record Pass(Span span, ImmutableList<String> comments) implements Stmt {}

  /**
   * An import.
   *
   * @param language the name that the language module gets; empty if other modules are imported
   * @param names what is imported from other packages
   */
  record Import(
      Span span,
      ImmutableList<String> comments,
      Optional<String> language,
      ImmutableSet<String> names)
      implements Stmt {
    static final String LANGUAGE = "pypto.language";
  }

  /**
   * Ordinary Python beside a program, which is not read.
   *
   * @param names what it may give a value to
   */
  record Unread(Span span, ImmutableList<String> comments, ImmutableSet<String> names)
      implements Stmt {}

  record Param(Span span, String name, Optional<Expr> annotation) {}

  /**
   * A function.
   *
   * @param rawBody the text of the body without its indentation
   */
  record FunctionDef(
      Span span,
      ImmutableList<String> comments,
      ImmutableList<Expr> decorators,
      String name,
      ImmutableList<Param> params,
      Optional<Expr> returns,
      ImmutableList<Stmt> body,
      String rawBody)
      implements Stmt {}

  record ClassDef(
      Span span,
      ImmutableList<String> comments,
      ImmutableList<Expr> decorators,
      String name,
      ImmutableList<Stmt> body)
      implements Stmt {}
}
