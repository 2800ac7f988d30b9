package io.pto4j.pass.front;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Level;
import io.pto4j.ir.Role;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Walk;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of scope that become functions. Source: PyPTO passes, outlining. */
enum OutlinedKind {
  INCORE,
  HIERARCHY;

  boolean matches(ScopeStmt scope) {
    return switch (this) {
      case INCORE -> scope instanceof InCoreScopeStmt;
      case HIERARCHY -> scope instanceof HierarchyScopeStmt;
    };
  }

  FunctionType functionType() {
    return switch (this) {
      case INCORE -> FunctionType.INCORE;
      case HIERARCHY -> FunctionType.OPAQUE;
    };
  }

  /** What stands between the name of the parent and the number of the scope. */
  static String suffix(ScopeStmt scope) {
    return scope instanceof HierarchyScopeStmt h
        ? "_"
            + h.level().text().toLowerCase(Locale.ROOT).replace("cluster_", "cluster")
            + h.role().map(r -> r == Role.ORCHESTRATOR ? "_orch" : "_sub_worker").orElse("")
            + "_"
        : "_incore_";
  }

  static Optional<Level> level(ScopeStmt scope) {
    return scope instanceof HierarchyScopeStmt h ? Optional.of(h.level()) : Optional.empty();
  }

  static Optional<Role> role(ScopeStmt scope) {
    return scope instanceof HierarchyScopeStmt h ? h.role() : Optional.empty();
  }

  /** The attributes of the function that the scope becomes. */
  static Attrs functionAttrs(ScopeStmt scope) {
    Attrs attrs = Attrs.empty();
    if (!(scope instanceof InCoreScopeStmt s)) {
      return attrs;
    }
    if (s.split().filter(mode -> mode != SplitMode.NONE).isPresent()) {
      attrs = attrs.with("split", AttrValue.of(s.split().get().code()));
    }
    for (String copied : new String[] {"slot_num", "windowize"}) {
      Optional<AttrValue> value = s.attrs().get(copied);
      if (value.isPresent()) {
        attrs = attrs.with(copied, value.get());
      }
    }
    if (DeferredWaits.in(s.body())) {
      attrs = attrs.with(DeferredWaits.WAITER, AttrValue.of(true));
    }
    return withRegions(s, attrs);
  }

  /** The attributes of a kernel that says itself which parts the vector cores divide. */
  private static Attrs withRegions(InCoreScopeStmt scope, Attrs attrs) {
    Set<SplitMode> modes = EnumSet.noneOf(SplitMode.class);
    Walk.stmts(
        scope.body(),
        stmt -> {
          if (stmt instanceof SplitAivScopeStmt region) {
            modes.add(region.split());
          }
        });
    if (modes.isEmpty()) {
      return attrs;
    }
    if (attrs.has("split")) {
      throw new IrException(
          "a kernel is either divided as a whole or has regions that are, not both",
          "leave pl.split out of the optimizations; pl.cross_core_slot(slot_num=N) may stay",
          scope.span());
    }
    Attrs divided = attrs.with("split_aiv", AttrValue.of(true));
    SplitMode mode = modes.iterator().next();
    return modes.size() == 1 && mode != SplitMode.NONE
        ? divided.with("split", AttrValue.of(mode.code()))
        : divided;
  }
}
