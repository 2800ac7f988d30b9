package io.pto4j.text;

import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import java.util.List;
import java.util.Optional;

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
   * The program or the function in {@code text}.
   *
   * @throws IrException when the text is wrong, or contains none or several of them
   */
  public static IrNode parse(String text, String filename) {
    SourceText source = new SourceText(filename, text);
    try {
      return read(SyntaxParser.module(source), filename, isUnnamed(text));
    } catch (IrException e) {
      throw source.rendered(e);
    }
  }

  private static boolean isUnnamed(String text) {
    return text.lines().findFirst().filter(l -> l.strip().equals("# pypto.program")).isPresent();
  }

  private static IrNode read(List<Py.Stmt> stmts, String filename, boolean unnamed) {
    Optional<Py.ClassDef> program = Optional.empty();
    Optional<Py.FunctionDef> function = Optional.empty();
    for (Py.Stmt stmt : stmts) {
      boolean first = program.isEmpty() && function.isEmpty();
      switch (stmt) {
        case Py.ClassDef c when first -> program = Optional.of(c);
        case Py.FunctionDef f when first -> function = Optional.of(f);
        case Py.ClassDef _, Py.FunctionDef _ ->
            throw Module.error(stmt, "a text holds one program or one function");
        default -> {}
      }
    }
    if (program.isEmpty() && function.isEmpty()) {
      throw new IrException(
          "no @pl.function or @pl.program found in " + filename, "the text must hold one of them");
    }
    Module module = new Module(program.isPresent());
    stmts.forEach(stmt -> preamble(stmt, module));
    return program.isPresent()
        ? program(program.get(), module, unnamed)
        : function(function.get(), module);
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
        Signature signature = reader.signature(def);
        if (module.functions().put(def.name(), signature) != null) {
          throw Module.error(def, "a second function named '" + def.name() + "'", "rename it");
        }
      }
    }
    if (module.functions().isEmpty()) {
      throw Module.error(c, "the program has no function", "write methods with @pl.function");
    }
    List<Function> functions = module.functions().values().stream().map(reader::function).toList();
    return Program.of(unnamed ? "" : c.name(), functions, c.span());
  }

  private static boolean isDecorated(Py.FunctionDef def, Module module) {
    return def.decorators().stream().anyMatch(d -> DecoratorReader.isFunctionDecorator(module, d));
  }

  private static Function function(Py.FunctionDef def, Module module) {
    FunctionReader reader = new FunctionReader(module);
    return reader.function(reader.signature(def));
  }
}
