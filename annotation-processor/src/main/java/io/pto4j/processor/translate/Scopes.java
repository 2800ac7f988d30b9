package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.dsl.meta.Form;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.JStmt;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Scopes: their heads with options, and the statements. */
final class Scopes {
  private final Body body;

  Scopes(Body body) {
    this.body = body;
  }

  /** A call that opens a scope or sets an option of one. */
  Value option(Form form, JExpr.Invoke call) {
    Place place = call.place();
    return switch (form) {
      case AT -> at(call);
      case AUTO_SCOPE -> runtime(false, place);
      case MANUAL_SCOPE -> runtime(true, place);
      case NAMED -> new Value.Scope(coreGroup(call).withName(name(call)));
      case SPLIT, CROSS_CORE_SLOT, NO_DEP ->
          throw Mistake.at(
              place, call.method().getSimpleName() + " of a scope is not supported yet", "");
      default -> throw new IllegalStateException("not an option of a scope: " + form);
    };
  }

  ScopeSpec.CoreGroup coreGroup(JExpr.Invoke call) {
    Value receiver = body.expressions().value(call.receiver().orElseThrow());
    if (receiver instanceof Value.Scope(ScopeSpec.CoreGroup spec)) {
      return spec;
    }
    throw Mistake.at(call.place(), "the option belongs to Pl.at", "");
  }

  private Value at(JExpr.Invoke call) {
    checkOrchestration(call.place());
    JExpr level = call.args().getFirst();
    if (!(body.expressions().value(level) instanceof Value.EnumConstant constant)) {
      throw Mistake.at(level.place(), "the level of a scope is a constant", "");
    }
    if (!constant.name().equals("CORE_GROUP")) {
      throw Mistake.at(
          level.place(),
          "a scope at level " + constant.name() + " is not supported yet",
          "write Pl.at(Level.CORE_GROUP)");
    }
    return new Value.Scope(ScopeSpec.CoreGroup.plain());
  }

  private Value runtime(boolean manual, Place place) {
    checkOrchestration(place);
    return new Value.Scope(new ScopeSpec.TaskScope(manual));
  }

  private void checkOrchestration(Place place) {
    if (body.context() != Context.ORCHESTRATION) {
      throw Mistake.at(
          place,
          "a scope cannot be opened on a core",
          "scopes belong to @Orchestration methods and do not stand inside Pl.at");
    }
  }

  private String name(JExpr.Invoke call) {
    JExpr arg = call.args().getFirst();
    if (body.expressions().value(arg) instanceof Value.Text(String text)
        && !text.isEmpty()
        && Character.isJavaIdentifierStart(text.charAt(0))
        && text.chars().allMatch(Character::isJavaIdentifierPart)) {
      return text;
    }
    throw Mistake.at(arg.place(), "the name of a scope is a constant identifier", "");
  }

  void translate(JStmt.Scoped s) {
    Optional<ScopeSpec> head = Optional.empty();
    try {
      head = Optional.of(head(s));
    } catch (Mistake mistake) {
      body.report(mistake);
    }
    Context outside = body.context();
    if (head.isEmpty() || head.get() instanceof ScopeSpec.CoreGroup) {
      body.setContext(Context.CORE_SCOPE);
    }
    Stmt translated = body.statements().block(s.body());
    body.setContext(outside);
    head.ifPresent(spec -> body.emitter().emit(scope(spec, translated, s.place())));
  }

  private ScopeSpec head(JStmt.Scoped s) {
    Value value = body.expressions().value(s.scope());
    if (!(value instanceof Value.Scope(ScopeSpec spec))) {
      throw Mistake.at(
          s.scope().place(), "try opens a scope", "write try (var _ = Pl.at(Level.CORE_GROUP))");
    }
    s.name().ifPresent(name -> body.frame().put(name, value));
    return spec;
  }

  private static Stmt scope(ScopeSpec spec, Stmt translated, Place place) {
    return switch (spec) {
      case ScopeSpec.TaskScope(boolean manual) ->
          new RuntimeScopeStmt(
              place.span(), ImmutableList.of(), "", translated, Attrs.empty(), manual);
      case ScopeSpec.CoreGroup core ->
          new InCoreScopeStmt(
              place.span(),
              ImmutableList.of(),
              core.name(),
              translated,
              attrs(core),
              Optional.empty());
    };
  }

  private static Attrs attrs(ScopeSpec.CoreGroup core) {
    Map<String, AttrValue> attrs = new LinkedHashMap<>();
    if (!core.deps().isEmpty()) {
      attrs.put("manual_dep_edges", new AttrValue.OfVars(core.deps()));
    }
    if (core.allowEarlyResolve()) {
      attrs.put("allow_early_resolve", AttrValue.of(true));
    }
    return Attrs.of(attrs);
  }

  static boolean isCoreGroup(JExpr.Invoke call) {
    return Language.languageType(call.method().getReturnType())
        .filter("LevelScope"::equals)
        .isPresent();
  }
}
