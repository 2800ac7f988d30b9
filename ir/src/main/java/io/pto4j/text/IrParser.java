package io.pto4j.text;

import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * @throws IrException when the text is wrong; the message shows the line and the column
   */
  public static Program program(String text, String filename) {
    if (parse(text, filename) instanceof Program program) {
      return program;
    }
    throw new IrException(
        filename + " contains a function but no program", "put it in a class with @pl.program");
  }

  /**
   * The program or the function in {@code text}; what {@code pl.static_print} writes is dropped.
   *
   * @throws IrException when the text is wrong, or contains none or several of them
   */
  public static IrNode parse(String text, String filename) {
    return parse(text, filename, _ -> {});
  }

  /**
   * The program or the function in {@code text}.
   *
   * @param output takes the lines that {@code pl.static_print} writes while the text is read
   * @throws IrException when the text is wrong, or contains none or several of them; the message
   *     shows every mistake behind which reading could go on
   */
  public static IrNode parse(String text, String filename, Consumer<String> output) {
    SourceText source = new SourceText(filename, text);
    Failures failures = new Failures();
    Optional<IrNode> node = Optional.empty();
    try {
      List<Py.Stmt> stmts = SyntaxParser.module(source);
      node = Optional.of(read(stmts, filename, isUnnamed(text), output, failures));
    } catch (IrException e) {
      if (failures.count() == 0) {
        failures.add(e);
      }
    }
    failures.raise(source);
    return node.orElseThrow();
  }

  private static boolean isUnnamed(String text) {
    return text.lines().findFirst().filter(l -> l.strip().equals("# pypto.program")).isPresent();
  }

  private static IrNode read(
      List<Py.Stmt> stmts,
      String filename,
      boolean unnamed,
      Consumer<String> output,
      Failures failures) {
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
    if (classes.size() > 1) {
      throw Module.error(classes.get(1), "a text holds one program or one function");
    }
    if (classes.isEmpty() && functions.size() > 1) {
      throw Module.error(functions.get(1), "a text holds one program or one function");
    }
    if (classes.isEmpty() && functions.isEmpty()) {
      throw new IrException(
          "no @pl.function or @pl.program found in " + filename, "the text must hold one of them");
    }
    Module module = new Module(!classes.isEmpty(), output, failures);
    stmts.forEach(stmt -> preamble(stmt, module));
    templates.forEach(t -> module.templates().put(t.name(), t));
    if (classes.isEmpty()) {
      return function(functions.getFirst(), module);
    }
    FunctionReader reader = new FunctionReader(module);
    functions.forEach(f -> signature(f, module, reader, module.externals()));
    return program(classes.getFirst(), module, unnamed);
  }

  private static void preamble(Py.Stmt stmt, Module module) {
    switch (stmt) {
      case Py.Import(_, _, String name, String alias) -> {
        if (name.equals("pypto.language")) {
          module.alias(alias.equals(name) ? "pl" : alias);
        }
      }
      case Py.Assign(var span, _, Py.Name(_, String name), _, Py.Expr value) -> {
        if (module.calls(value, "dynamic")) {
          module.dynamic(name, symbol((Py.Call) value), span);
        } else {
          module.constant(name, value);
        }
      }
      case Py.ClassDef _, Py.FunctionDef _, Py.Pass _ -> {}
      default ->
          throw Module.error(
              stmt,
              "this statement cannot stand outside a function",
              "constants, dynamic extents, imports and one program or function can");
    }
  }

  private static String symbol(Py.Call call) {
    if (call.args().size() == 1 && call.args().getFirst() instanceof Py.StrLit(_, String name)) {
      return name;
    }
    throw Module.error(call, "pl.dynamic takes a name", "write pl.dynamic(\"M\")");
  }

  private static Program program(Py.ClassDef c, Module module, boolean unnamed) {
    FunctionReader reader = new FunctionReader(module);
    for (Py.Stmt stmt : c.body()) {
      if (stmt instanceof Py.FunctionDef def && isDecorated(def, module)) {
        signature(def, module, reader, module.functions());
      }
    }
    if (module.functions().isEmpty() && module.failures().count() == 0) {
      throw Module.error(c, "the program has no function", "write methods with @pl.function");
    }
    List<Function> functions = new ArrayList<>();
    List<Signature> open = new ArrayList<>(module.functions().values());
    for (int i = 0; i < open.size(); i++) {
      int known = module.functions().size();
      functions.add(reader.function(open.get(i)));
      // functions outside the program that this one is the first to call
      module.functions().values().stream().skip(known).forEach(open::add);
    }
    return Program.of(unnamed ? "" : c.name(), functions, c.span());
  }

  private static void signature(
      Py.FunctionDef def, Module module, FunctionReader reader, Map<String, Signature> into) {
    try {
      if (into.containsKey(def.name()) || module.externals().containsKey(def.name())) {
        throw Module.error(def, "a second function named '" + def.name() + "'", "rename it");
      }
      into.put(def.name(), reader.signature(def));
    } catch (IrException e) {
      module.failedFunctions().add(def.name());
      module.failures().add(e.at(def.span()));
    }
  }

  private static boolean isDecorated(Py.FunctionDef def, Module module) {
    return def.decorators().stream().anyMatch(d -> DecoratorReader.isFunctionDecorator(module, d));
  }

  private static Function function(Py.FunctionDef def, Module module) {
    FunctionReader reader = new FunctionReader(module);
    return reader.function(reader.signature(def));
  }
}
