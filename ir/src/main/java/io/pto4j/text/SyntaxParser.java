package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Parses statements and blocks; expressions are left to {@link ExprSyntax}. Behind a mistake it
 * goes on with the next line.
 */
final class SyntaxParser {
  private static final int MAX_DEPTH = 5_000;

  /** How many comments that belong to no statement a warning shows. */
  private static final int SHOWN = 3;

  /** Statements of Python that programs have no use for, as Python's own parser calls them. */
  private static final ImmutableMap<String, String> UNSUPPORTED =
      ImmutableMap.<String, String>builder()
          .put("del", "Delete")
          .put("try", "Try")
          .put("raise", "Raise")
          .put("assert", "Assert")
          .put("global", "Global")
          .put("nonlocal", "Nonlocal")
          .put("async", "AsyncFunctionDef")
          .buildOrThrow();

  static final ImmutableSet<String> AUGMENTED =
      ImmutableSet.of(
          "+=", "-=", "*=", "/=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "@=");

  /** How a part of a statement begins whose first part had a mistake. */
  private static final ImmutableSet<String> CONTINUATIONS =
      ImmutableSet.of("elif", "else", "except", "finally");

  private final TokenStream tokens;
  private final ExprSyntax exprs;
  private final OrdinaryPython python;
  private final List<String> docstring = new ArrayList<>();
  private final List<ParseException> failures;

  /** The lines in which mistakes begin. */
  private final NavigableSet<Integer> wrongLines = new TreeSet<>();

  private final Consumer<String> warnings;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  /** How many blocks are around the statement that is parsed. */
  private int depth;

  /** Whether a decorator with a mistake stands above what comes next. */
  private boolean belowWrongDecorator;

  /** How many blocks are around the members of the innermost class. */
  private int members = -1;

  private SyntaxParser(SourceText source, Consumer<String> warnings) {
    Lexer.Result lexed = Lexer.tokenize(source);
    this.warnings = warnings;
    this.failures = new ArrayList<>(lexed.failures());
    failures.forEach(f -> wrongLines.add(f.span().beginLine()));
    this.tokens = new TokenStream(source, lexed);
    this.exprs = new ExprSyntax(tokens);
    this.python = new OrdinaryPython(tokens);
    python
        .hidden()
        .ifPresent(t -> failures.add(SignatureMistake.NESTED_PROGRAM.at(tokens.spanOf(t))));
  }

  /**
   * The statements of a text.
   *
   * @param warnings takes a line for every comment that belongs to no statement
   * @param failures takes the mistakes, in the order of the text; if there are any, statements are
   *     missing
   */
  static ImmutableList<Py.Stmt> module(
      SourceText source, Consumer<String> warnings, Failures failures) {
    SyntaxParser parser = new SyntaxParser(source, warnings);
    ImmutableList.Builder<Py.Stmt> stmts = ImmutableList.builder();
    while (parser.tokens.peek().kind() != Token.Kind.END) {
      parser.recovering().ifPresent(stmts::add);
    }
    parser.failures.stream().sorted(Failures.IN_THE_TEXT).forEach(failures::add);
    return stmts.build();
  }

  /** The next statement; empty also for one with a mistake. */
  private Optional<Py.Stmt> recovering() {
    Token first = tokens.peek();
    int begin = tokens.position();
    boolean passedOver = isOutside() && !belowWrongDecorator && python.begins(depth > 0);
    belowWrongDecorator = false;
    try {
      return passedOver ? Optional.of(unread()) : statement();
    } catch (ParseException e) {
      if (isOutside() && isSimple(first) && SyntaxMistake.isPython(e.mistake())) {
        tokens.back(begin);
        return Optional.of(unread());
      }
      note(e, first);
    }
    if (first.kind() == Token.Kind.INDENT) {
      skipBlock();
      return Optional.empty();
    }
    tokens.skipLine(begin);
    belowWrongDecorator = first.is("@") && tokens.peek().kind() != Token.Kind.INDENT;
    skipBlock();
    while (CONTINUATIONS.contains(tokens.peek().text())) {
      tokens.skipLine(tokens.position());
      skipBlock();
    }
    return Optional.empty();
  }

  /** Whether statements stand outside of functions, at the left margin or in a class. */
  private boolean isOutside() {
    return depth == 0 || depth == members;
  }

  private static boolean isSimple(Token first) {
    return !first.is("@") && !first.is("def") && !first.is("class");
  }

  private Py.Stmt unread() {
    var _ = comments(tokens.peek());
    return python.take();
  }

  /** Notes a mistake, unless its statement has one already that it may follow from. */
  private void note(ParseException e, Token first) {
    Integer next = wrongLines.ceiling(first.line());
    if (next == null || next > e.span().beginLine()) {
      failures.add(e);
      wrongLines.add(e.span().beginLine());
    }
  }

  /** Takes the block that belongs to a statement with a mistake, for the mistakes in it. */
  private void skipBlock() {
    if (tokens.peek().kind() != Token.Kind.INDENT) {
      return;
    }
    if (depth == MAX_DEPTH) {
      tokens.skipBlock();
      return;
    }
    tokens.next();
    var _ = members();
    tokens.next();
  }

  /** The statements of a block, up to its end. */
  private ImmutableList<Py.Stmt> members() {
    depth++;
    try {
      return recursion.descend(
          () -> {
            ImmutableList.Builder<Py.Stmt> stmts = ImmutableList.builder();
            while (tokens.peek().kind() != Token.Kind.DEDENT) {
              recovering().ifPresent(stmts::add);
            }
            return stmts.build();
          });
    } finally {
      depth--;
    }
  }

  /** The next statement; empty for one that only leaves a comment for the statement after it. */
  private Optional<Py.Stmt> statement() {
    Token first = tokens.peek();
    if (first.kind() == Token.Kind.INDENT) {
      throw SyntaxMistake.UNEXPECTED_INDENTATION.at(tokens.spanOf(first));
    }
    if (first.kind() == Token.Kind.STRING && tokens.peek(1).kind() == Token.Kind.NEWLINE) {
      docstring.addAll(tokens.commentsBefore(first));
      docstring.addAll(Splitter.on('\n').splitToList(first.text()));
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
      throw SyntaxMistake.SEVERAL_STATEMENTS.at(tokens.spanOf(tokens.peek()));
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
    String unsupported = first.kind() == Token.Kind.NAME ? UNSUPPORTED.get(first.text()) : null;
    if (unsupported != null) {
      throw SyntaxMistake.STATEMENT.at(tokens.spanOf(first), unsupported);
    }
    return switch (first.text()) {
      case "import", "from" -> new ImportSyntax(tokens).read(comments);
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
    Py.Expr target = target();
    Optional<Py.Expr> annotation = Optional.empty();
    if (tokens.accept(":")) {
      annotation = Optional.of(exprs.expr());
    }
    if (tokens.accept("=")) {
      Py.Expr value = exprs.tupleOrExpr();
      if (tokens.peek().is("=")) {
        throw SyntaxMistake.CHAINED_ASSIGNMENT.at(tokens.spanOf(tokens.peek()));
      }
      return new Py.Assign(tokens.spanFrom(first), comments, target, annotation, value);
    }
    if (AUGMENTED.contains(tokens.peek().text()) && tokens.peek().kind() == Token.Kind.OPERATOR) {
      throw SyntaxMistake.AUGMENTED_ASSIGNMENT.at(tokens.spanOf(tokens.peek()));
    }
    if (annotation.isPresent()) {
      throw SyntaxMistake.ANNOTATION_WITHOUT_VALUE.at(tokens.spanOf(first));
    }
    return new Py.ExprStmt(tokens.spanFrom(first), comments, target);
  }

  /** What a statement begins with: the target of an assignment, or an expression. */
  private Py.Expr target() {
    try {
      return exprs.tupleOrExpr();
    } catch (ParseException e) {
      throw e.mistake() == SyntaxMistake.STARRED ? SyntaxMistake.STARRED_TARGET.at(e.span()) : e;
    }
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
    if (tokens.accept("(") && !tokens.accept(")")) {
      throw SyntaxMistake.BASE_CLASS.at(tokens.spanOf(tokens.peek()), name);
    }
    Span span = tokens.spanFrom(first);
    int around = members;
    members = depth + 1;
    try {
      return new Py.ClassDef(span, comments, decorators, name, block());
    } finally {
      members = around;
    }
  }

  private Py.Stmt function(ImmutableList<Py.Expr> decorators) {
    Token first = tokens.expect("def");
    ImmutableList<String> comments = comments(first);
    String name = tokens.name();
    ImmutableList<Py.Param> params = params();
    Optional<Py.Expr> returns = tokens.accept("->") ? Optional.of(exprs.expr()) : Optional.empty();
    Span span = tokens.spanFrom(first);
    if (isForeign(decorators)) {
      tokens.expect(":");
      boolean oneLine = tokens.peek().kind() != Token.Kind.NEWLINE;
      ImmutableList<Py.Stmt> attributes = oneLine ? ImmutableList.of() : attributes();
      String raw = oneLine ? tokens.rawLine() : tokens.rawBlock(isEmptyBody());
      return new Py.FunctionDef(span, comments, decorators, name, params, returns, attributes, raw);
    }
    return new Py.FunctionDef(span, comments, decorators, name, params, returns, block(), "");
  }

  /** The calls of {@code pl.func_attr} at the beginning of a block. */
  private ImmutableList<Py.Stmt> attributes() {
    tokens.next();
    tokens.expect(Token.Kind.INDENT);
    ImmutableList.Builder<Py.Stmt> attributes = ImmutableList.builder();
    int strings = 0;
    while (isString(strings) || isFuncAttr(strings)) {
      if (isString(strings)) {
        strings += 2;
      } else {
        tokens.skip(strings);
        strings = 0;
        attributes.add(simple(ImmutableList.of()));
      }
    }
    return attributes.build();
  }

  /** Whether a string of its own follows in the line that begins {@code ahead} tokens later. */
  private boolean isString(int ahead) {
    return tokens.peek(ahead).kind() == Token.Kind.STRING
        && tokens.peek(ahead + 1).kind() == Token.Kind.NEWLINE;
  }

  private boolean isFuncAttr(int ahead) {
    return tokens.peek(ahead + 1).is(".")
        && tokens.peek(ahead + 2).is("func_attr")
        && tokens.peek(ahead + 3).is("(");
  }

  /** Whether the rest of the block is {@code ...}, perhaps with strings above. */
  private boolean isEmptyBody() {
    int ahead = 0;
    while (isString(ahead)) {
      ahead += 2;
    }
    return tokens.peek(ahead).is("...") && tokens.peek(ahead + 2).kind() == Token.Kind.DEDENT;
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
      if (first.is("*") || first.is("**") || first.is("/")) {
        throw SyntaxMistake.PARAMETER_KIND.at(tokens.spanOf(first));
      }
      String name = tokens.name();
      Optional<Py.Expr> annotation =
          tokens.accept(":") ? Optional.of(exprs.expr()) : Optional.empty();
      if (tokens.peek().is("=")) {
        throw SyntaxMistake.DEFAULT_VALUE.at(tokens.spanOf(tokens.peek()));
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
    Deque<Py.If> branches = new ArrayDeque<>();
    do {
      branches.push(branch());
    } while (tokens.peek().is("elif"));
    ImmutableList<Py.Stmt> otherwise = tokens.accept("else") ? block() : ImmutableList.of();
    while (!branches.isEmpty()) {
      Py.If b = branches.pop();
      otherwise =
          ImmutableList.of(
              new Py.If(b.span(), b.comments(), b.condition(), b.thenBody(), otherwise));
    }
    return otherwise.getFirst();
  }

  /** A condition and the statements below it. */
  private Py.If branch() {
    Token first = tokens.next();
    List<String> comments = new ArrayList<>(comments(first));
    Py.Expr condition = condition();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block(comments);
    return new Py.If(span, ImmutableList.copyOf(comments), condition, body, ImmutableList.of());
  }

  private Py.Stmt forLoop() {
    Token first = tokens.next();
    List<String> comments = new ArrayList<>(comments(first));
    Py.Expr target = exprs.targets();
    tokens.expect("in");
    Py.Expr iterable = exprs.expr();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block(comments);
    refuseElse();
    return new Py.For(span, ImmutableList.copyOf(comments), target, iterable, body);
  }

  private Py.Stmt whileLoop() {
    Token first = tokens.next();
    List<String> comments = new ArrayList<>(comments(first));
    Py.Expr condition = condition();
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block(comments);
    refuseElse();
    return new Py.While(span, ImmutableList.copyOf(comments), condition, body);
  }

  private Py.Expr condition() {
    Py.Expr condition = exprs.expr();
    if (tokens.peek().is("=")) {
      throw SyntaxMistake.ASSIGNMENT_IN_CONDITION.at(tokens.spanOf(tokens.peek()));
    }
    return condition;
  }

  private void refuseElse() {
    if (tokens.peek().is("else")) {
      throw SyntaxMistake.LOOP_ELSE.at(tokens.spanOf(tokens.peek()));
    }
  }

  private Py.Stmt with() {
    Token first = tokens.next();
    List<String> comments = new ArrayList<>(comments(first));
    Py.Expr context = exprs.expr();
    if (context instanceof Py.TupleLit(_, var contexts) && contexts.size() > 1) {
      throw SyntaxMistake.SEVERAL_SCOPES.at(contexts.get(1));
    }
    Optional<Py.Name> target = Optional.empty();
    if (tokens.accept("as")) {
      Token name = tokens.peek();
      target = Optional.of(new Py.Name(tokens.spanOf(name), tokens.name()));
    }
    if (tokens.peek().is(",")) {
      throw SyntaxMistake.SEVERAL_SCOPES.at(tokens.spanOf(tokens.peek()));
    }
    Span span = tokens.spanFrom(first);
    ImmutableList<Py.Stmt> body = block(comments);
    return new Py.With(span, ImmutableList.copyOf(comments), context, target, body);
  }

  private ImmutableList<Py.Stmt> block() {
    tokens.expect(":");
    return statements();
  }

  /**
   * Parses the body of a statement.
   *
   * @param comments takes those beside the head of the statement
   */
  private ImmutableList<Py.Stmt> block(List<String> comments) {
    Token colon = tokens.expect(":");
    if (tokens.peek().kind() == Token.Kind.NEWLINE) {
      comments.addAll(tokens.commentsUpTo(colon, colon));
    }
    return statements();
  }

  private ImmutableList<Py.Stmt> statements() {
    if (tokens.peek().kind() != Token.Kind.NEWLINE) {
      return ImmutableList.of(simple(ImmutableList.of()));
    }
    tokens.next();
    if (depth == MAX_DEPTH) {
      throw ValueMistake.REFUSED.at(
          tokens.spanOf(tokens.peek()),
          "Statements nested deeper than " + MAX_DEPTH + " levels",
          "nest them less deep");
    }
    Token indent = tokens.expect(Token.Kind.INDENT);
    ImmutableList<Py.Stmt> stmts = members();
    tokens.next();
    docstring.clear();
    ImmutableList<Lexer.Comment> lost = tokens.endComments(indent.column());
    if (!lost.isEmpty()) {
      warnings.accept(
          "%s: warning: behind the last statement of a block, these comments belong to none: %s"
              .formatted(
                  tokens.source().at(lost.getFirst().line(), lost.getFirst().column()),
                  lost.stream().limit(SHOWN).map(Lexer.Comment::text).collect(joining("; "))));
    }
    return stmts;
  }
}
