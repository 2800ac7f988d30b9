package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Var;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Random attributes and keyword arguments. */
final class AttrGenerator {
  private static final ImmutableList<String> STRINGS =
      ImmutableList.of("", "plain", "it's \"quoted\" \\ here", "two\nlines\ttab", "größe");

  private final Choice choice;

  AttrGenerator(Choice choice) {
    this.choice = choice;
  }

  /** The kinds that keyword arguments of operators may have. */
  private AttrValue plain() {
    return choice.<AttrValue>from(
        () -> AttrValue.of(choice.oneIn(2)),
        () -> AttrValue.of(choice.below(1000) - 500),
        () -> AttrValue.of(choice.real()),
        () -> AttrValue.of(choice.of(STRINGS)),
        () -> AttrValue.of(choice.of(DataType.values())),
        () -> AttrValue.of(choice.of(MemorySpace.values())),
        () -> new AttrValue.OfTensorLayout(choice.of(TensorLayout.values())),
        () -> new AttrValue.OfTileLayout(choice.of(TileLayout.values())),
        () -> new AttrValue.OfPadValue(choice.of(PadValue.values())));
  }

  Attrs keywords() {
    Map<String, AttrValue> entries = new LinkedHashMap<>();
    int count = choice.below(3);
    for (int i = 0; i < count; i++) {
      entries.put("k" + i, plain());
    }
    if (choice.oneIn(6)) {
      entries.put("mode", AttrValue.of(choice.below(7)));
    }
    return Attrs.of(entries);
  }

  /** Attributes of any call. */
  Attrs call(List<Var> scope) {
    Map<String, AttrValue> entries = new LinkedHashMap<>();
    if (choice.oneIn(3)) {
      entries.put("note", plain());
    }
    if (choice.oneIn(5)) {
      entries.put("arg_direction_overrides", new AttrValue.OfInts(ImmutableList.of(0, 2)));
    }
    if (choice.oneIn(5)) {
      entries.put("direction", new AttrValue.OfDirection(choice.of(ArgDirection.values())));
    }
    if (choice.oneIn(5) && !scope.isEmpty()) {
      entries.put("dump_vars", vars(scope));
      entries.put("related", new AttrValue.OfVar(choice.of(scope)));
    }
    return Attrs.of(entries);
  }

  /** Attributes of the call or launch of a function with these arguments. */
  Attrs launch(List<Var> scope, List<Expr> args) {
    Attrs all = call(scope).without("dump_vars");
    List<Var> tensors =
        args.stream()
            .filter(a -> a instanceof Var v && v.type() instanceof TensorLike)
            .map(Var.class::cast)
            .toList();
    if (choice.oneIn(3) && !tensors.isEmpty()) {
      all = all.with("dump_vars", new AttrValue.OfVars(ImmutableList.of(choice.of(tensors))));
    }
    if (choice.oneIn(3)) {
      all =
          all.with(
              "arg_directions",
              new AttrValue.OfDirections(
                  choice.list(args.size(), () -> choice.of(ArgDirection.values()))));
    }
    return choice.oneIn(4)
        ? all.with("core_num", new AttrValue.OfExpr(ConstInt.index(choice.below(64))))
        : all;
  }

  Attrs loop(ForKind kind) {
    Attrs all =
        kind == ForKind.PIPELINE ? Attrs.of("pipeline_stages", AttrValue.of(2)) : Attrs.empty();
    return choice.oneIn(3) ? all.with("tag", AttrValue.of(choice.of(STRINGS))) : all;
  }

  Attrs scope(List<Var> scope, List<Var> tasks) {
    Map<String, AttrValue> entries = new LinkedHashMap<>();
    if (choice.oneIn(2) && !tasks.isEmpty()) {
      entries.put("manual_dep_edges", distinct(tasks));
    }
    List<Var> tensors = scope.stream().filter(v -> v.type() instanceof TensorLike).toList();
    if (choice.oneIn(4) && !tensors.isEmpty()) {
      entries.put("arg_direction_overrides_vars", distinct(tensors));
    }
    if (choice.oneIn(4) && !tensors.isEmpty()) {
      entries.put("dump_vars", distinct(tensors));
    }
    if (choice.oneIn(4)) {
      entries.put("allow_early_resolve", AttrValue.of(true));
    }
    if (choice.oneIn(4)) {
      entries.put("windowize", AttrValue.of(true));
    }
    if (choice.oneIn(4)) {
      entries.put("own", plain());
    }
    return Attrs.of(entries);
  }

  private AttrValue vars(List<Var> scope) {
    return new AttrValue.OfVars(choice.list(1 + choice.below(2), () -> choice.of(scope)));
  }

  private AttrValue distinct(List<Var> scope) {
    return new AttrValue.OfVars(
        choice.list(1 + choice.below(2), () -> choice.of(scope)).stream()
            .distinct()
            .collect(ImmutableList.toImmutableList()));
  }

  /** Attributes of a function. */
  Attrs function(List<Var> params) {
    Map<String, AttrValue> entries = new LinkedHashMap<>();
    if (choice.oneIn(3)) {
      entries.put("auto_scope", AttrValue.of(false));
    }
    if (choice.oneIn(3)) {
      entries.put("split", AttrValue.of(1 + choice.below(2)));
    }
    if (choice.oneIn(3)) {
      entries.put("note", plain());
    }
    if (choice.oneIn(3) && !params.isEmpty()) {
      entries.put("related", new AttrValue.OfVar(choice.of(params)));
    }
    return Attrs.of(entries);
  }
}
