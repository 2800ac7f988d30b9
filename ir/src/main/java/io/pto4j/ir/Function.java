package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * A function of the program. Level and role follow from the type where that decides them; a level
 * or role that contradicts it is refused. Source: PyPTO IR hierarchy, Function.
 */
@Value.Builder
public record Function(
    @Ignore Span span,
    @Def ImmutableList<Var> params,
    ImmutableList<ParamDirection> paramDirections,
    FunctionType funcType,
    Optional<Level> level,
    Optional<Role> role,
    Attrs attrs,
    boolean requiresRuntimeBinding,
    ImmutableList<Type> returnTypes,
    Stmt body,
    @Ignore String name)
    implements IrNode, WithFunction {
  public Function {
    ConstructionRule.requireValues(attrs, "attribute of a function", span);
    if (params.size() != paramDirections.size()) {
      throw ConstructionRule.FUNCTION_DIRECTIONS.broken(
          "function '%s' has %d parameters but %d directions"
              .formatted(name, params.size(), paramDirections.size()),
          span);
    }
    ConstructionRule.VALUE.require(!returnTypes.contains(VoidType.INSTANCE), span);
    level = agree(ConstructionRule.FUNCTION_LEVEL, name, funcType, levelOf(funcType), level, span);
    role = agree(ConstructionRule.FUNCTION_ROLE, name, funcType, roleOf(funcType), role, span);
  }

  private static Optional<Level> levelOf(FunctionType type) {
    return switch (type) {
      case INCORE -> Optional.of(Level.CHIP_DIE);
      case AIC -> Optional.of(Level.AIC);
      case AIV -> Optional.of(Level.AIV);
      case GROUP -> Optional.of(Level.CORE_GROUP);
      case ORCHESTRATION, GRAPH -> Optional.of(Level.CHIP);
      case OPAQUE, SPMD, INLINE -> Optional.empty();
    };
  }

  private static Optional<Role> roleOf(FunctionType type) {
    return switch (type) {
      case INCORE, AIC, AIV, GROUP -> Optional.of(Role.WORKER);
      case ORCHESTRATION, GRAPH -> Optional.of(Role.ORCHESTRATOR);
      case OPAQUE, SPMD, INLINE -> Optional.empty();
    };
  }

  private static <E extends WireEnum> Optional<E> agree(
      ConstructionRule rule,
      String name,
      FunctionType type,
      Optional<E> implied,
      Optional<E> given,
      Span span) {
    if (implied.isPresent() && given.isPresent() && implied.get() != given.get()) {
      String what = rule == ConstructionRule.FUNCTION_LEVEL ? "level" : "role";
      throw rule.broken(
          "Function '%s' has func_type=%s which implies %s=%s, but explicit %s=%s was provided"
              .formatted(name, type.text(), what, implied.get().text(), what, given.get().text()),
          span);
    }
    return implied.isPresent() ? implied : given;
  }

  /** The same function as another type; level and role are derived anew. */
  public Function retyped(FunctionType type) {
    return new Function(
        span,
        params,
        paramDirections,
        type,
        Optional.empty(),
        Optional.empty(),
        attrs,
        requiresRuntimeBinding,
        returnTypes,
        body,
        name);
  }

  /** The direction of parameter {@code i}. */
  public ParamDirection direction(int i) {
    return paramDirections.get(i);
  }
}
