package io.pto4j.text;

import static io.pto4j.text.DialectRule.TENSOR_PLUS_CONSTANT;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Op;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Submit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Prints calls of operators and functions, and task launches. */
final class CallText {
  private final PrintScope scope;
  private final ExprText exprs;
  private final AttrText attrs;

  CallText(PrintScope scope, ExprText exprs) {
    this.scope = scope;
    this.exprs = exprs;
    this.attrs = new AttrText(scope, exprs);
  }

  String of(Call call) {
    return switch (call.op()) {
      case GlobalVar callee -> function(callee, call);
      case Operator(String name) -> operator(name, call);
    };
  }

  private String function(GlobalVar callee, Call call) {
    List<String> parts = new ArrayList<>();
    call.args().forEach(a -> parts.add(exprs.of(a)));
    call.attrs().get("device").ifPresent(d -> parts.add("device=" + attrs.value(d)));
    addAttrs(call.attrs(), ImmutableSet.of("device"), parts);
    return callee(callee) + arguments(parts);
  }

  private String callee(Op callee) {
    return scope.inProgram() ? "self." + callee.name() : callee.name();
  }

  private String operator(String name, Call call) {
    if (scope.ecosystem()
        && name.equals(CallForms.LOAD)
        && call.kwargs().getBool(CallForms.PADDING, false)) {
      return operator(
          CallForms.PADDED_LOAD, call.withKwargs(call.kwargs().without(CallForms.PADDING)));
    }
    List<String> parts = new ArrayList<>();
    if (name.equals("system.task_dummy")) {
      parts.add("deps=[" + exprs.list(call.attrs().getVars("manual_dep_edges")) + "]");
      addAttrs(call.attrs(), ImmutableSet.of("dummy_task", "manual_dep_edges"), parts);
      return spelling(name) + arguments(parts);
    }
    if (name.equals("system.syncall") && !call.args().isEmpty()) {
      return spelling(name) + arguments(softBarrier(call));
    }
    for (int i = 0; i < call.args().size(); i++) {
      if (CallForms.keyword(name, i, call).isEmpty()) {
        parts.add(operand(name, i, call.args().get(i)));
      }
    }
    call.kwargs()
        .entries()
        .forEach(
            (key, value) -> {
              if (!isSaidByRegion(name, key, value)) {
                parts.add(attrs.keyword(name, key, value));
              }
            });
    for (int i = 0; i < call.args().size(); i++) {
      Expr arg = call.args().get(i);
      CallForms.keyword(name, i, call).ifPresent(key -> parts.add(key + "=" + bare(arg)));
    }
    addAttrs(call.attrs(), ImmutableSet.of(), parts);
    return (addsConstant(name, call) ? scope.spelling(TENSOR_PLUS_CONSTANT) : spelling(name))
        + arguments(parts);
  }

  /** A barrier through a workspace; where the number of cores is that of the launch, it says 0. */
  private List<String> softBarrier(Call call) {
    List<String> parts = new ArrayList<>();
    for (String key : ImmutableList.of("mode", "core_type")) {
      call.kwargs()
          .getString(key)
          .ifPresent(value -> parts.add(key + "=" + StringText.doubleQuoted(value)));
    }
    parts.add("gm_workspace=" + exprs.of(call.args().getFirst()));
    parts.add("used_cores=" + (call.args().size() > 1 ? bare(call.args().get(1)) : "0"));
    addAttrs(call.attrs(), ImmutableSet.of(), parts);
    return parts;
  }

  private static boolean addsConstant(String name, Call call) {
    return name.equals("tensor.add")
        && call.args().size() == 2
        && (call.args().get(1) instanceof ConstInt || call.args().get(1) instanceof ConstFloat);
  }

  private boolean isSaidByRegion(String name, String key, AttrValue value) {
    return key.equals("split")
        && CallForms.takesSplitOfRegion(name)
        && scope.region().filter(split -> value.equals(AttrValue.of(split.code()))).isPresent();
  }

  private String operand(String name, int index, Expr arg) {
    if (index == 0 && CallForms.startsWithSpace(name) && arg instanceof ConstInt c) {
      Optional<String> space =
          Arrays.stream(MemorySpace.values())
              .filter(s -> s.code() == c.value())
              .map(s -> scope.pl("Mem." + s.text()))
              .findFirst();
      return space.orElseGet(() -> exprs.of(arg));
    }
    return exprs.of(arg);
  }

  /** A number by keyword takes its type from the operator. */
  private String bare(Expr value) {
    return switch (value) {
      case ConstInt c -> Long.toString(c.value());
      case ConstFloat c -> FloatText.of(c.value());
      case ConstBool c -> c.value() ? "True" : "False";
      default -> exprs.of(value);
    };
  }

  private String spelling(String name) {
    if (name.startsWith("pld.") || name.indexOf('.') < 0) {
      return name;
    }
    int last = name.lastIndexOf('.') + 1;
    return scope.pl(name.substring(0, last) + PythonNames.attribute(name.substring(last)));
  }

  String of(Submit s) {
    List<String> parts = new ArrayList<>();
    parts.add(callee(s.op()));
    s.args().forEach(a -> parts.add(exprs.of(a)));
    addList("deps", s.deps(), parts);
    addList("dumps", s.attrs().getVars("dump_vars"), parts);
    s.coreNum().ifPresent(n -> parts.add("core_num=" + exprs.of(n)));
    if (s.syncStart()) {
      parts.add("sync_start=True");
    }
    if (s.allowEarlyResolve()) {
      parts.add("allow_early_resolve=True");
    }
    s.predicate().ifPresent(p -> parts.add("predicate=(" + exprs.of(p) + ")"));
    addAttrs(s.attrs(), ImmutableSet.of("dump_vars"), parts);
    return scope.pl(s.coreNum().isPresent() ? "spmd_submit" : "submit") + arguments(parts);
  }

  private void addList(String key, ImmutableList<? extends Expr> values, List<String> parts) {
    if (!values.isEmpty()) {
      parts.add(key + "=[" + exprs.list(values) + "]");
    }
  }

  private void addAttrs(Attrs all, ImmutableSet<String> hidden, List<String> parts) {
    attrs.dict(all, hidden).ifPresent(dict -> parts.add("attrs=" + dict));
  }

  private static String arguments(List<String> parts) {
    return "(" + String.join(", ", parts) + ")";
  }
}
