package io.pto4j.build;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Level;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A function. Its return types are those declared; when none are, those of its first return.
 * Source: PyPTO IR builder, functions.
 */
public final class FunctionBlock extends Block {
  private final String name;
  private final FunctionType type;
  private final List<Var> params = new ArrayList<>();
  private final List<ParamDirection> directions = new ArrayList<>();
  private final List<Type> returnTypes = new ArrayList<>();
  private final Body body = new Body();
  private Optional<Level> level = Optional.empty();
  private Optional<Role> role = Optional.empty();
  private Attrs attrs = Attrs.empty();
  private boolean requiresRuntimeBinding;
  private Optional<Function> result = Optional.empty();

  FunctionBlock(IrBuilder builder, String name, FunctionType type) {
    super(builder);
    this.name = name;
    this.type = type;
  }

  @Override
  String what() {
    return "function '" + name + "'";
  }

  @Override
  Body body() {
    return body;
  }

  /** An input. */
  public Var param(String paramName, Type paramType) {
    return param(paramName, paramType, ParamDirection.IN);
  }

  public Var param(String paramName, Type paramType, ParamDirection direction) {
    requireOpen();
    Var param = new Var(paramName, paramType, builder().here());
    params.add(param);
    directions.add(direction);
    return param;
  }

  /** Declares the next results. */
  @CanIgnoreReturnValue
  public FunctionBlock returnType(Type... types) {
    requireOpen();
    returnTypes.addAll(ImmutableList.copyOf(types));
    return this;
  }

  @CanIgnoreReturnValue
  public FunctionBlock level(Level newLevel) {
    requireOpen();
    level = Optional.of(newLevel);
    return this;
  }

  @CanIgnoreReturnValue
  public FunctionBlock role(Role newRole) {
    requireOpen();
    role = Optional.of(newRole);
    return this;
  }

  /**
   * @throws IrException when the attribute is there already
   */
  @CanIgnoreReturnValue
  public FunctionBlock attr(String key, AttrValue value) {
    requireOpen();
    if (attrs.has(key)) {
      throw error(
          what() + " has the attribute '" + key + "' already", "set every attribute only once");
    }
    attrs = attrs.with(key, value);
    return this;
  }

  /** The implementation is supplied when the program runs. */
  @CanIgnoreReturnValue
  public FunctionBlock requiresRuntimeBinding() {
    requireOpen();
    requiresRuntimeBinding = true;
    return this;
  }

  /** The finished function. */
  public Function result() {
    requireClosed();
    return result.orElseThrow(
        () -> error(what() + " was not finished", "its block ended in an error"));
  }

  @Override
  void finish(Span span) {
    Stmt stmts = body.build(this);
    Function function =
        new Function(
            span,
            ImmutableList.copyOf(params),
            ImmutableList.copyOf(directions),
            type,
            level,
            role,
            attrs,
            requiresRuntimeBinding,
            returned(stmts),
            stmts,
            name);
    result = Optional.of(function);
    builder().program().ifPresent(p -> p.add(function));
  }

  private ImmutableList<Type> returned(Stmt stmts) {
    List<ReturnStmt> returns = new ArrayList<>();
    Walk.stmts(
        stmts,
        s -> {
          if (s instanceof ReturnStmt r) {
            returns.add(r);
          }
        });
    ImmutableList<Type> types =
        returnTypes.isEmpty() && !returns.isEmpty()
            ? returns.getFirst().value().stream().map(this::knownType).collect(toImmutableList())
            : ImmutableList.copyOf(returnTypes);
    returns.forEach(r -> Fit.all("the return of " + what(), types, r.value(), r.span()));
    return types;
  }

  private Type knownType(Expr value) {
    if (value.type() instanceof UnknownType) {
      throw error(
          what() + " returns a value of unknown type", "declare its return types with returnType");
    }
    return value.type();
  }
}
