package io.pto4j.build;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A program. Functions that are built inside become part of it; one that is called before it is
 * built is declared first. Source: PyPTO IR builder, programs.
 */
public final class ProgramBlock extends Block {
  private final String name;
  private final Set<String> declared = new LinkedHashSet<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private Optional<Program> result = Optional.empty();

  ProgramBlock(IrBuilder builder, String name) {
    super(builder);
    this.name = name;
  }

  @Override
  String what() {
    return "program '" + name + "'";
  }

  @Override
  Body body() {
    throw new IrException(
        "a statement outside of any function",
        "open a function in " + what() + " first",
        builder().here());
  }

  /** Announces a function, so that it can be called before it is built. */
  public GlobalVar declare(String function) {
    requireOpen();
    if (!declared.add(function)) {
      throw error(what() + " has a function '" + function + "' already", "rename one of the two");
    }
    return new GlobalVar(function);
  }

  /** The name under which a declared or added function is called. */
  public GlobalVar globalVar(String function) {
    if (!declared.contains(function) && !functions.containsKey(function)) {
      throw error(what() + " has no function '" + function + "'", "declare or add it first");
    }
    return new GlobalVar(function);
  }

  /** Adds a finished function. */
  @CanIgnoreReturnValue
  public ProgramBlock add(Function function) {
    requireOpen();
    if (functions.putIfAbsent(function.name(), function) != null) {
      throw error(
          what() + " has a function '" + function.name() + "' already", "rename one of the two");
    }
    return this;
  }

  /** A function that is already built. */
  public Optional<Function> function(GlobalVar callee) {
    return Optional.ofNullable(functions.get(callee.name()));
  }

  /** What an already built function returns. */
  public ImmutableList<Type> returnTypes(GlobalVar callee) {
    return function(callee)
        .map(Function::returnTypes)
        .orElseThrow(
            () ->
                error(
                    "function '" + callee.name() + "' of " + what() + " is not built yet",
                    "build it before its return types are asked for"));
  }

  /** The finished program. */
  public Program result() {
    requireClosed();
    return result.orElseThrow(
        () -> error(what() + " was not finished", "its block ended in an error"));
  }

  @Override
  void finish(Span span) {
    ImmutableList<String> missing =
        declared.stream().filter(f -> !functions.containsKey(f)).collect(toImmutableList());
    if (!missing.isEmpty()) {
      throw error(
          what() + " declares but does not build " + String.join(", ", missing),
          "build the functions inside the program, or add them");
    }
    result = Optional.of(Program.of(name, functions.values(), span));
  }
}
