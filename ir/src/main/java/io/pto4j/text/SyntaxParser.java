package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses statements and blocks; expressions are left to {@link ExprSyntax}. */
final class SyntaxParser {
  private final TokenStream tokens;
  private final ExprSyntax exprs;
  private final List<String> docstring = new ArrayList<>();

  private SyntaxParser(SourceText source) {
    this.tokens = new TokenStream(source, Lexer.tokenize(source));
    this.exprs = new ExprSyntax(tokens);
  }

  static ImmutableList<Py.Stmt> module(SourceText source) {
    SyntaxParser parser = new SyntaxParser(source);
    ImmutableList.Builder<Py.Stmt> stmts = ImmutableList.builder();
    while (parser.tokens.peek().kind() != Token.Kind.END) {
      parser.statement().ifPresent(stmts::add);
    }
    return stmts.build();
  }

  /** The next statement; empty for one that only leaves a comment for the statement after it. */
  private Optional<Py.Stmt> statement() {
    Token first = tokens.peek();
    if (first.kind() == Token.Kind.INDENT) {
      throw tokens.error(first, "unexpected indentation", "indent like the lines above");
    }
    if (first.kind() == Token.Kind.STRING && tokens.peek(1).kind() == Token.Kind.NEWLINE) {
      docstring.addAll(tokens.commentsBefore(first));
      docstring.addAll(first.text().lines().toList());
      tokens.next();
      tokens.next();
      return Optional.empty();
    }
    if (first.kind() != Token.Kind.NAME && !first.is("@")) {
      return Optional.of(simple(comments(first)));
    }
    return Optional.of(
        switch (first.text()) {
          case "@" -> decorated();
          case "def" -> function(ImmutableList.of());
          case "class" -> classDef(ImmutableList.of());
          case "if" -> ifElse();
          case "for" -> forLoop();
          case "while" -> whileLoop();
          case "with" -> with();
          default -> simple(comments(first));
        });
  }

  /** The comments above {@code token}, those of a docstring first. */
  private ImmutableList<String> comments(Token token) {
    ImmutableList<String> all =
        ImmutableList.<String>builder()
            .addAll(docstring)
            .addAll(tokens.commentsBefore(token))
            .build();
    docstring.clear();
    return all;
  }

  private Py.Stmt simple(ImmutableList<String> above) {
    Token first = tokens.peek();
    Py.Stmt stmt = simpleContent(above);
    if (tokens.peek().is(";")) {
      throw tokens.error(tokens.peek(), "one statement per line", "write it on the next line");
    }
    Token end = tokens.expect(Token.Kind.NEWLINE);
    ImmutableList<String> trailing = tokens.commentsUpTo(first, end);
    return trailing.isEmpty() ? stmt : withComments(stmt, join(above, trailing));
  }

  private static ImmutableList<String> join(
      ImmutableList<String> first, ImmutableList<String> second) {
    return ImmutableList.<String>builder().addAll(first).addAll(second).build();
  }

  private static Py.Stmt withComments(Py.Stmt stmt, ImmutableList<String> comments) {
    return switch (stmt) {
      case Py.Assign s -> new Py.Assign(s.span(), comments, s.target(), s.annotation(), s.value());
      case Py.ExprStmt s -> new Py.ExprStmt(s.span(), comments, s.value());
      case Py.Return s -> new Py.Return(s.span(), comments, s.values());
      case Py.Break s -> new Py.Break(s.span(), comments);
      case Py.Continue s -> new Py.Continue(s.span(), comments);
      case Py.Pass s -> new Py.Pass(s.span(), comments);
      default -> stmt;
    };
  }

  private Py.Stmt simpleContent(ImmutableList<String> comments) {
    Token first = tokens.peek();
    return switch (first.text()) {
      case "import", "from" -> importStmt(comments);
      case "return" -> {
        tokens.next();
        ImmutableList<Py.Expr> values =
            tokens.peek().kind() == Token.Kind.NEWLINE ? ImmutableList.of() : returned();
        yield new Py.Return(tokens.spanFrom(first), comments, values);
      }
      case "yield" -> {
        tokens.next();
        ImmutableList<Py.Expr> values =
            tokens.peek().kind() == Token.Kind.NEWLINE ? ImmutableList.of() : returned();
        yield new Py.ExprStmt(tokens.spanFrom(first), comments, yielded(first, values));
      }
      case "break" -> {
        tokens.next();
        yield new Py.Break(tokens.spanFrom(first), comments);
      }
      case "continue" -> {
        tokens.next();
        yield new Py.Continue(tokens.spanFrom(first), comments);
      }
      case "pass" -> {
        tokens.next();
        yield new Py.Pass(tokens.spanFrom(first), comments);
      }
      default -> assignOrExpr(comments);
    };
  }

  /** The call that the short form of a yield stands for. */
  private Py.Call yielded(Token first, ImmutableList<Py.Expr> values) {
    Span span = tokens.spanOf(first);
    Py.Expr function = new Py.Attr(span, new Py.Name(span, "pl"), "yield_");
    return new Py.Call(tokens.spanFrom(first), function, values, ImmutableList.of());
  }

  private ImmutableList<Py.Expr> returned() {
    Py.Expr value = exprs.tupleOrExpr();
    return value instanceof Py.TupleLit(_, ImmutableList<Py.Expr> elements)
        ? elements
        : ImmutableList.of(value);
  }

  private Py.Stmt assignOrExpr(ImmutableList<String> comments) {
    Token first = tokens.peek();
    Py.Expr target = exprs.tupleOrExpr();
    Optional<Py.Expr> annotation = Optional.empty();
    if (tokens.accept(":")) {
      annotation = Optional.of(exprs.expr());
    }
    if (tokens.accept("=")) {
      Py.Expr value = exprs.tupleOrExpr();
      if (tokens.peek().is("=")) {
        throw tokens.error(tokens.peek(), "chained assignment", "assign each name on its own line");
      }
      return new Py.Assign(tokens.spanFrom(first), comments, target, annotation, value);
    }
    if (annotation.isPresent()) {
      throw tokens.error(first, "an annotation without a value", "assign a value: x: T = ...");
    }
    return new Py.ExprStmt(tokens.spanFrom(first), comments, target);
  }

  private Py.Stmt importStmt(ImmutableList<String> comments) {
    Token first = tokens.next();
    String module = dottedName();
    if (first.is("from")) {
      tokens.expect("import");
      module = module + "." + tokens.name();
    }
    String alias = module;
    if (tokens.accept("as")) {
      alias = tokens.name();
    }
    return new Py.Import(tokens.spanFrom(first), comments, module, alias);
  }

  private String dottedName() {
    StringBuilder name = new StringBuilder(tokens.name());
    while (tokens.accept(".")) {
      name.append('.').append(tokens.name());
    }
    return name.toString();
  }

  private Py.Stmt decorated() {
    ImmutableList.Builder<Py.Expr> decorators = ImmutableList.builder();
    while (tokens.accept("@")) {
      decorators.add(exprs.expr());
      tokens.expect(Token.Kind.NEWLINE);
    }
    return tokens.peek().is("class") ? classDef(decorators.build()) : function(decorators.build());
  }

  private Py.Stmt classDef(ImmutableList<Py.Expr> decorators) {
    Token first = tokens.expect("class");
    ImmutableList<String> comments = comments(first);
    String name = tokens.name();
    if (tokens.accept("(")) {
      tokens.expect(")");
    }
    Span span = tokens.spanFrom(first);
    return new Py.ClassDef(span, comments, decorators, name, block());
  }

  private Py.Stmt function(ImmutableList<Py.Expr> decorators) {
    Token first = tokens.expect("def");
    ImmutableList<String> comments = comments(first);
    String name = tokens.name();
    ImmutableList<Py.Param> params = params();
    Optional<Py.Expr> returns = tokens.accept("->") ? Optional.of(exprs.expr()) : Optional.empty();
    Span span = tokens.spanFrom(first);
    if (isForeign(decorators)) {
      String raw = tokens.rawBlock();
      return new Py.FunctionDef(
          span, comments, decorators, name, params, returns, ImmutableList.of(), raw);
    }
    return new Py.FunctionDef(span, comments, decorators, name, params, returns, block(), "");
  }

  /** Whether the body is ordinary Python: a worker at the level of the host or above. */
  private static boolean isForeign(ImmutableList<Py.Expr> decorators) {
    return decorators.stream()
        .anyMatch(
            d ->
                d instanceof Py.Call call
                    && call.keyword("level").filter(l -> isHost(l)).isPresent()
                    && call.keyword("role").filter(r -> isWorker(r)).isPresent());
  }

  private static boolean isWorker(Py.Expr role) {
    return role instanceof Py.Attr(_, _, String name)
        && (name.equals("Worker") || name.equalsIgnoreCase("SubWorker"));
  }

  private static boolean isHost(Py.Expr level) {
    return level instanceof Py.Attr(_, _, String name) && DecoratorReader.isHostOrAbove(name);
  }

  private ImmutableList<Py.Param> params() {
    ImmutableList.Builder<Py.Param> params = ImmutableList.builder();
    tokens.expect("(");
    while (!tokens.peek().is(")")) {
      Token first = tokens.peek();
      String name = tokens.name();
      Optional<Py.Expr> annotation =
          tokens.accept(":") ? Optional.of(exprs.expr()) : Optional.empty();
      if (tokens.peek().is("=")) {
        throw tokens.error(tokens.peek(), "a parameter with a default value", "remove the default");
      }
      params.add(new Py.Param(tokens.spanFrom(first), name, annotation));
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect(")");
    return params.build();
  }

  private Py.Stmt ifElse() {
    Token first = tokens.next();
    ImmutableList<String> comments = comments(first);
    Py.Expr condition = exprs.expr();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> thenBody = block();
    ImmutableList<Py.Stmt> elseBody = ImmutableList.of();
    if (tokens.peek().is("elif")) {
      elseBody = ImmutableList.of(ifElse());
    } else if (tokens.accept("else")) {
      elseBody = block();
    }
    return new Py.If(span, comments, condition, thenBody, elseBody);
  }

  private Py.Stmt forLoop() {
    Token first = tokens.next();
    ImmutableList<String> comments = comments(first);
    Py.Expr target = exprs.targets();
    tokens.expect("in");
    Py.Expr iterable = exprs.expr();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block();
    refuseElse();
    return new Py.For(span, comments, target, iterable, body);
  }

  private Py.Stmt whileLoop() {
    Token first = tokens.next();
    ImmutableList<String> comments = comments(first);
    Py.Expr condition = exprs.expr();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block();
    refuseElse();
    return new Py.While(span, comments, condition, body);
  }

  private void refuseElse() {
    if (tokens.peek().is("else")) {
      throw tokens.error(
          tokens.peek(), "a loop has no else", "write the statements after the loop");
    }
  }

  private Py.Stmt with() {
    Token first = tokens.next();
    ImmutableList<String> comments = comments(first);
    Py.Expr context = exprs.expr();
    Optional<Py.Name> target = Optional.empty();
    if (tokens.accept("as")) {
      Token name = tokens.peek();
      target = Optional.of(new Py.Name(tokens.spanOf(name), tokens.name()));
    }
    if (tokens.peek().is(",")) {
      throw tokens.error(tokens.peek(), "several scopes in one line", "nest the with statements");
    }
    Span span = tokens.spanFrom(first);
    return new Py.With(span, comments, context, target, block());
  }

  private ImmutableList<Py.Stmt> block() {
    tokens.expect(":");
    if (tokens.peek().kind() != Token.Kind.NEWLINE) {
      return ImmutableList.of(simple(ImmutableList.of()));
    }
    tokens.next();
    Token indent = tokens.expect(Token.Kind.INDENT);
    ImmutableList.Builder<Py.Stmt> stmts = ImmutableList.builder();
    while (tokens.peek().kind() != Token.Kind.DEDENT) {
      statement().ifPresent(stmts::add);
    }
    tokens.next();
    docstring.clear();
    tokens.dropComments(indent.column());
    return stmts.build();
  }
}
