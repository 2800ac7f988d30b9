package io.pto4j.text;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads programs and functions in the Python syntax, in the spelling of either dialect. Everything
 * that {@link IrPrinter} prints of them can be read. Source: PyPTO Python syntax specification.
 */
public final class IrParser {
  private IrParser() {}

  /**
   * The program in {@code text}.
   *
   * @param filename the name of the text in the places of nodes and in messages
   * @throws ParseException when the text is wrong; the message shows the line and the column
   */
  public static Program program(String text, String filename) {
    if (parse(text, filename) instanceof Program program) {
      return program;
    }
    SourceText source = new SourceText(filename, text);
    throw source.rendered(SignatureMistake.NO_PROGRAM.at(Span.unknown()));
  }

  /**
   * The program or the function in {@code text}; what {@code pl.static_print} writes is dropped.
   *
   * @throws ParseException when the text is wrong, or contains none or several of them
   */
  public static IrNode parse(String text, String filename) {
    return parse(text, filename, _ -> {});
  }

  /**
   * The program or the function in {@code text}.
   *
   * @param output takes what there is to say while the text is read: the lines of {@code
   *     pl.static_print}, and warnings
   * @throws ParseException when the text is wrong, or contains none or several of them; the message
   *     shows every mistake behind which reading could go on
   */
  public static IrNode parse(String text, String filename, Consumer<String> output) {
    SourceText source = new SourceText(filename, text);
    Failures failures = new Failures();
    Optional<IrNode> node = Optional.empty();
    try {
      List<Py.Stmt> stmts = SyntaxParser.module(source, output, failures);
      if (failures.count() == 0) {
        node = Optional.of(read(stmts, isUnnamed(text), output, failures));
      }
    } catch (ParseException e) {
      if (failures.count() == 0) {
        failures.add(e);
      }
    } catch (Failures.FollowUp e) {
      if (failures.count() == 0) {
        throw new AssertionError("there is no mistake that it follows", e);
      }
    }
    failures.raise(source);
    return node.orElseThrow();
  }

  private static boolean isUnnamed(String text) {
    return text.lines().findFirst().filter(l -> l.strip().equals("# pypto.program")).isPresent();
  }

  private static IrNode read(
      List<Py.Stmt> stmts, boolean unnamed, Consumer<String> output, Failures failures) {
    List<Py.ClassDef> classes = new ArrayList<>();
    List<Py.FunctionDef> functions = new ArrayList<>();
    List<Py.FunctionDef> templates = new ArrayList<>();
    for (Py.Stmt stmt : stmts) {
      switch (stmt) {
        case Py.ClassDef c -> classes.add(c);
        case Py.FunctionDef f when DecoratorReader.isTemplate(f) -> templates.add(f);
        case Py.FunctionDef f -> functions.add(f);
        default -> {}
      }
    }
    Module module = new Module(!classes.isEmpty(), output, failures);
    stmts.forEach(stmt -> noted(stmt, module));
    classes.forEach(c -> checkDecorators(c, module));
    if (classes.size() > 1) {
      throw SignatureMistake.SEVERAL_PROGRAMS.at(classes.get(1));
    }
    if (classes.isEmpty() && functions.size() > 1) {
      throw SignatureMistake.SEVERAL_PROGRAMS.at(functions.get(1));
    }
    if (classes.isEmpty() && functions.isEmpty()) {
      throw SignatureMistake.NOTHING_FOUND.at(Span.unknown());
    }
    templates.forEach(t -> module.templates().put(t.name(), t));
    if (classes.isEmpty()) {
      return function(functions.getFirst(), module);
    }
    FunctionReader reader = new FunctionReader(module);
    functions.forEach(f -> signature(f, module, reader, s -> module.externals().put(s.name(), s)));
    return program(classes.getFirst(), module, unnamed);
  }

  private static void checkDecorators(Py.ClassDef c, Module module) {
    if (c.decorators().isEmpty()) {
      throw SignatureMistake.PROGRAM_DECORATOR.at(c);
    }
    if (c.decorators().stream().noneMatch(d -> DecoratorReader.is(module, d, "program"))) {
      throw DecoratorReader.unknown(module, c.decorators().getFirst());
    }
  }

  private static void noted(Py.Stmt stmt, Module module) {
    try {
      preamble(stmt, module);
    } catch (ParseException e) {
      module.failures().add(e);
      module.failedConstants().addAll(new PyWalk().assigned(stmt));
    }
  }

  private static void preamble(Py.Stmt stmt, Module module) {
    switch (stmt) {
      case Py.Import(var span, _, Optional<String> language, var names) -> {
        language.ifPresent(module::alias);
        names.forEach(name -> module.unread(name, span));
      }
      case Py.Unread(var span, _, var names) -> names.forEach(name -> module.unread(name, span));
      case Py.Assign(
              var span,
              var comments,
              Py.TupleLit(_, var names),
              var annotation,
              Py.TupleLit(_, var values)) -> {
        if (names.size() != values.size()) {
          throw ValueMistake.UNPACKED_COUNT.at(stmt, values.size(), names.size());
        }
        for (int i = 0; i < names.size(); i++) {
          preamble(new Py.Assign(span, comments, names.get(i), annotation, values.get(i)), module);
        }
      }
      case Py.Assign(var span, _, Py.Name(_, String name), _, Py.Expr value) -> {
        if (module.calls(value, "dynamic")) {
          module.dynamic(name, symbol((Py.Call) value), span);
        } else if (value instanceof Py.Name(_, String other)
            && MemRefReader.isMemRef(module, value)) {
          throw SignatureMistake.MEMREF_ALIAS.at(value, other);
        } else if (MemRefReader.isDeclaration(module, value)) {
          module.constant(name, MemRefReader.named((Py.Call) value, name));
        } else {
          module.constant(name, value);
        }
      }
      case Py.ClassDef _, Py.FunctionDef _, Py.Pass _ -> {}
      case Py.Assign(var span, _, Py.Expr target, _, _) ->
          changed(target).forEach(name -> module.unread(name, span));
      // a call may change the object that it belongs to
      case Py.ExprStmt(var span, _, Py.Call(_, Py.Attr(_, Py.Name(_, String name), _), _, _))
          when module.constant(name).isPresent() ->
          module.unread(name, span);
      case Py.ExprStmt _ -> {}
      case Py.If _, Py.For _, Py.While _, Py.With _, Py.Return _, Py.Break _, Py.Continue _ ->
          throw SyntaxMistake.STATEMENT.at(stmt, stmt.getClass().getSimpleName());
    }
  }

  /** The names in the target of an assignment that get another value, or a part of one. */
  private static Set<String> changed(Py.Expr target) {
    return switch (target) {
      case Py.Name(_, String id) -> ImmutableSet.of(id);
      case Py.Index(_, Py.Expr list, _) -> changed(list);
      case Py.TupleLit(_, var parts) ->
          parts.stream().flatMap(part -> changed(part).stream()).collect(toImmutableSet());
      case Py.ListLit(_, var parts) ->
          parts.stream().flatMap(part -> changed(part).stream()).collect(toImmutableSet());
      default -> ImmutableSet.of();
    };
  }

  private static String symbol(Py.Call call) {
    if (call.args().size() == 1 && call.args().getFirst() instanceof Py.StrLit(_, String name)) {
      return name;
    }
    throw SignatureMistake.DYNAMIC_NAME.at(call);
  }

  private static Program program(Py.ClassDef c, Module module, boolean unnamed) {
    module.strictSsa(isStrict(c, module));
    FunctionReader reader = new FunctionReader(module);
    for (Py.Stmt stmt : c.body()) {
      switch (stmt) {
        case Py.FunctionDef def -> signature(def, module, reader, module::include);
        case Py.Unread(var span, _, var names) ->
            names.forEach(name -> module.unread("self." + name, span));
        // signatures of methods see the names of their class
        case Py.Assign constant -> noted(constant, module);
        default -> {}
      }
    }
    if (module.functions().isEmpty() && module.failures().count() == 0) {
      throw SignatureMistake.EMPTY_PROGRAM.at(c, c.name());
    }
    List<Function> functions = new ArrayList<>();
    // one that calls functions outside the program for the first time includes them
    for (int i = 0; i < module.included().size(); i++) {
      functions.add(reader.function(module.included().get(i)));
    }
    try {
      return Program.of(unnamed ? "" : c.name(), functions, c.span());
    } catch (IrException e) {
      throw ValueMistake.REFUSED.at(e.at(c.span()).span(), e.getMessage(), Mistake.hint(e));
    }
  }

  private static void signature(
      Py.FunctionDef def, Module module, FunctionReader reader, Consumer<Signature> into) {
    try {
      if (module.functions().containsKey(def.name())
          || module.externals().containsKey(def.name())) {
        throw SignatureMistake.FUNCTION_TWICE.at(def, def.name());
      }
      into.accept(reader.signature(def));
    } catch (ParseException e) {
      module.failedFunctions().add(def.name());
      module.failures().add(e);
    } catch (Failures.FollowUp _) {
      module.failedFunctions().add(def.name());
    }
  }

  private static boolean isStrict(Py.ClassDef c, Module module) {
    boolean strict = false;
    for (Py.Expr decorator : c.decorators()) {
      if (!module.calls(decorator, "program")) {
        continue;
      }
      for (Py.Keyword k : ((Py.Call) decorator).keywords()) {
        if (!k.name().equals("strict_ssa")) {
          throw SignatureMistake.PROGRAM_KEYWORD.at(k.span(), k.name());
        }
        strict = AttrReader.flag(k.value());
      }
    }
    return strict;
  }

  private static Function function(Py.FunctionDef def, Module module) {
    FunctionReader reader = new FunctionReader(module);
    return reader.function(reader.signature(def));
  }
}
