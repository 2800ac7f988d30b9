package io.pto4j.text;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Level;
import io.pto4j.ir.Role;
import java.util.Optional;

/** Reads the decorator of a function. */
final class DecoratorReader {
  private static final ImmutableMap<String, Level> LEVEL_ALIASES =
      ImmutableMap.of(
          "L2CACHE", Level.CHIP_DIE,
          "PROCESSOR", Level.CHIP,
          "UMA", Level.CHIP,
          "NODE", Level.HOST,
          "POD", Level.CLUSTER_0,
          "CLOS1", Level.CLUSTER_1,
          "CLOS2", Level.CLUSTER_2);

  private final Module module;

  FunctionType type = FunctionType.OPAQUE;
  Optional<Level> level = Optional.empty();
  Optional<Role> role = Optional.empty();
  Attrs attrs = Attrs.empty();
  boolean strict;
  Py.Expr place;

  /** The attributes in the older form of the decorator. */
  Optional<Py.Expr> given = Optional.empty();

  DecoratorReader(Module module) {
    this.module = module;
  }

  static boolean isHostOrAbove(String levelName) {
    Level level = LEVEL_ALIASES.get(levelName);
    for (Level l : Level.values()) {
      if (l.text().equals(levelName)) {
        level = l;
      }
    }
    return level != null && level != Level.UNDEFINED && level.compareTo(Level.HOST) >= 0;
  }

  void read(Py.FunctionDef def) {
    if (def.decorators().isEmpty() && !module.inProgram()) {
      // a function on its own needs no decorator
      return;
    }
    Py.Expr decorator =
        def.decorators().stream()
            .filter(d -> is(module, d, "function"))
            .findFirst()
            .orElseThrow(() -> unknown(module, def.decorators().getFirst()));
    place = decorator;
    if (decorator instanceof Py.Call call) {
      if (!call.args().isEmpty()) {
        throw SignatureMistake.DECORATOR_POSITIONAL.at(call.args().getFirst());
      }
      call.keywords().forEach(this::keyword);
    }
  }

  /** Whether {@code decorator} is the one of the language with this name. */
  static boolean is(Module module, Py.Expr decorator, String name) {
    String written = written(module, decorator);
    return written.equals("pl." + name) || written.equals(name);
  }

  static ParseException unknown(Module module, Py.Expr decorator) {
    String called = decorator instanceof Py.Call ? "(..)" : "";
    String written = written(module, decorator);
    String name = written.substring(written.lastIndexOf('.') + 1);
    String hint =
        SimilarNames.closest(name, OrdinaryPython.DECORATORS.stream())
            .filter(meant -> !meant.equals(name))
            .map("did you mean @pl.%s?"::formatted)
            .orElse(
                "a class has @pl.program, a method @pl.function, any other function @pl.function"
                    + " or @pl.inline");
    return SignatureMistake.UNKNOWN_DECORATOR.at(decorator, written + called, hint);
  }

  private static String written(Module module, Py.Expr decorator) {
    return module
        .dotted(decorator instanceof Py.Call call ? call.function() : decorator)
        .orElse("..");
  }

  /** Whether the function is a template that is expanded where it is called. */
  static boolean isTemplate(Py.FunctionDef def) {
    return def.decorators().stream()
        .anyMatch(d -> d instanceof Py.Attr(_, Py.Name _, String name) && name.equals("inline"));
  }

  private void keyword(Py.Keyword k) {
    if (k.value() instanceof Py.NoneLit) {
      return;
    }
    switch (k.name()) {
      case "type" -> {
        checkAttribute(k, "FunctionType.InCore");
        type = module.member(k.value(), FunctionType.class);
      }
      case "level" -> {
        checkAttribute(k, "Level.CHIP");
        level = Optional.of(level(module, k.value()));
      }
      case "role" -> {
        checkAttribute(k, "Role.Orchestrator");
        role = Optional.of(role(module, k.value()));
      }
      case "auto_scope" -> autoScope(k.value());
      case "external_source" -> {
        if (!(k.value() instanceof Py.StrLit(_, String path))) {
          throw SignatureMistake.EXTERNAL_SOURCE.at(k.value());
        }
        attrs = attrs.with("external_source", AttrValue.of(path));
      }
      case "strict_ssa" -> {
        // a program says it for all of its functions
        boolean asked = AttrReader.flag(k.value());
        strict = asked && !module.inProgram();
      }
      case "attrs" -> {
        module.warn(k.value(), "attrs of @pl.function is out of use; write pl.func_attr({..})");
        given = Optional.of(k.value());
      }
      default -> throw SignatureMistake.DECORATOR_KEYWORD.at(k.span(), k.name());
    }
  }

  private static void checkAttribute(Py.Keyword k, String form) {
    if (!(k.value() instanceof Py.Attr)) {
      throw SignatureMistake.DECORATOR_VALUE.at(k.value(), k.name(), form);
    }
  }

  private void autoScope(Py.Expr value) {
    if (!(value instanceof Py.BoolLit(_, boolean auto))) {
      throw SignatureMistake.AUTO_SCOPE.at(value);
    }
    if (!auto) {
      attrs = attrs.with("auto_scope", AttrValue.of(false));
    }
  }

  static Level level(Module module, Py.Expr value) {
    return value instanceof Py.Attr(_, _, String name)
            && LEVEL_ALIASES.containsKey(name)
            && module.isMemberOf(value, ImmutableSet.of("Level"))
        ? LEVEL_ALIASES.get(name)
        : module.member(value, Level.class);
  }

  static Role role(Module module, Py.Expr value) {
    boolean worker =
        value instanceof Py.Attr(_, _, String name)
            && name.equalsIgnoreCase("SubWorker")
            && module.isMemberOf(value, ImmutableSet.of("Role"));
    return worker ? Role.WORKER : module.member(value, Role.class);
  }
}
