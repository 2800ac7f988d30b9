package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Occurrences;
import io.pto4j.ir.Program;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.Set;
import java.util.TreeSet;

/**
 * Prints programs and their parts in the Python syntax. The text of a program or function can be
 * read back by {@link IrParser}, as far as the state has a syntax: {@code
 * io.pto4j.pass.RoundTrip.loss} says what a text leaves out. Source: PyPTO Python syntax
 * specification.
 */
public final class IrPrinter {
  private final PrintOptions options;

  private IrPrinter(PrintOptions options) {
    this.options = options;
  }

  /** Prints {@code node} in the dialect of the specification. */
  public static String print(IrNode node) {
    return print(node, PrintOptions.seed());
  }

  /**
   * The text of {@code node}; programs and functions have no newline at their end.
   *
   * @throws IrException when the node has more parts than {@link Occurrences#LIMIT}
   */
  public static String print(IrNode node, PrintOptions options) {
    Occurrences.requireBounded(node);
    IrPrinter printer = new IrPrinter(options);
    return switch (node) {
      case Program p -> printer.program(p);
      case Function f -> printer.function(f);
      case Stmt s -> printer.statement(s);
      case Expr e -> new ExprText(printer.loose(Names.none())).of(e);
    };
  }

  /** Prints {@code type} in the dialect of the specification. */
  public static String print(Type type) {
    return print(type, PrintOptions.seed());
  }

  public static String print(Type type, PrintOptions options) {
    Occurrences.requireBounded(type);
    PrintScope scope = new IrPrinter(options).loose(Names.none());
    return new TypeText(scope, new ExprText(scope), false).of(type);
  }

  private PrintScope loose(Names names) {
    return new PrintScope(options, names, false, false, ImmutableSet.of());
  }

  private String program(Program program) {
    Set<Var> dynamic = Walk.identitySet();
    program.functions().values().forEach(f -> dynamic.addAll(DynamicDims.of(f)));
    Names shared =
        Names.assign(
            ImmutableList.copyOf(dynamic), Names.none(), ImmutableSet.of(), options.prefix());
    StmtText.LineBuffer out = new StmtText.LineBuffer();
    String name = program.name().isEmpty() ? "Program" : program.name();
    out.line(
        program.name().isEmpty()
            ? DialectRule.UNNAMED_PROGRAM.in(options.dialect())
            : "# pypto.program: " + name);
    out.line(
        options.prefix().equals("pl")
            ? "import pypto.language as pl"
            : "from pypto import language as " + options.prefix());
    out.blank();
    if (!dynamic.isEmpty()) {
      for (String symbol : new TreeSet<>(shared.used())) {
        out.line(
            "%s = %s.dynamic(%s)"
                .formatted(symbol, options.prefix(), StringText.doubleQuoted(symbol)));
      }
      out.blank();
    }
    out.line("@" + options.prefix() + ".program");
    out.line("class " + name + ":");
    out.deeper(
        () ->
            CallOrder.calleesFirst(program)
                .forEach(f -> new FunctionText(options, shared, true, out).function(f)));
    return out.toString();
  }

  private String function(Function function) {
    Names shared =
        Names.assign(
            ImmutableList.copyOf(DynamicDims.of(function)),
            Names.none(),
            ImmutableSet.of(),
            options.prefix());
    StmtText.LineBuffer out = new StmtText.LineBuffer();
    new FunctionText(options, shared, false, out).function(function);
    return out.toString();
  }

  private String statement(Stmt stmt) {
    Set<Var> vars = Walk.identitySet();
    vars.addAll(FunctionText.definitions(stmt));
    vars.addAll(Walk.usedVars(stmt));
    Names names =
        Names.assign(ImmutableList.copyOf(vars), Names.none(), ImmutableSet.of(), options.prefix());
    StmtText.LineBuffer out = new StmtText.LineBuffer();
    new StmtText(loose(names), out).stmt(stmt, ImmutableList.of());
    return out.toString();
  }
}
