package io.pto4j.backend.orch;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tensors created by the runtime. Those of one statement sequence are created together at its
 * start, unless a shape needs a value that the sequence computes first. Source: PTO task runtime,
 * allocation.
 */
final class Allocations {
  private static final int BATCH = 16;

  private final CppNames names;
  private final CppExprs exprs;
  private final Lines out;
  private final Set<Var> done = new HashSet<>();
  private int batches;

  Allocations(CppNames names, CppExprs exprs, Lines out) {
    this.names = names;
    this.exprs = exprs;
    this.out = out;
  }

  private record Create(Var var, Call call) {
    TensorType type() {
      return (TensorType) var.type();
    }
  }

  /** Creates what can be created before the first of {@code stmts}. */
  void batch(ImmutableList<Stmt> stmts) {
    Set<Var> computed = new HashSet<>();
    List<Create> early = new ArrayList<>();
    for (Stmt stmt : stmts) {
      if (stmt instanceof AssignStmt s
          && s.value() instanceof Call call
          && call.isOperator("tensor.create")) {
        boolean waits = Walk.usedVars(s).stream().anyMatch(computed::contains);
        if (!waits && !done.contains(s.var())) {
          early.add(new Create(s.var(), call));
          continue;
        }
      }
      Walk.stmts(stmt, inner -> computed.addAll(Walk.definedBy(inner)));
    }
    Lists.partition(early, BATCH).forEach(this::create);
  }

  /** Creates a tensor where it stands, unless it exists already. */
  void inPlace(Var var, Call call) {
    if (!done.contains(var)) {
      create(ImmutableList.of(new Create(var, call)));
    }
  }

  private void create(List<Create> creates) {
    String infos = creates.stream().map(this::info).collect(joining(", "));
    String batch = "alloc_" + batches++;
    out.line("TaskOutputTensors %s = alloc_tensors(%s);", batch, infos);
    for (int i = 0; i < creates.size(); i++) {
      out.line("const ChipTensor& %s = %s.get_ref(%d);", names.of(creates.get(i).var()), batch, i);
    }
  }

  private String info(Create create) {
    done.add(create.var());
    String info = names.declare(create.var()) + "_ci";
    TensorType type = create.type();
    String dims = type.shape().stream().map(this::extent).collect(joining(", "));
    boolean manual = create.call().kwargs().getBool("manual_dep", false);
    out.line("uint32_t %s_shapes[%d] = {%s};", info, type.rank(), dims);
    out.line(
        "TensorCreateInfo %s(%s_shapes, %d, %s%s);",
        info,
        info,
        type.rank(),
        dataType(type.dtype(), create.var().span()),
        manual ? ", /*manual_dep=*/true" : "");
    create
        .call()
        .kwargs()
        .get("init_value")
        .ifPresent(value -> initial(info, type.dtype(), value, create.var().span()));
    return info;
  }

  private void initial(String info, DataType dtype, AttrValue value, Span span) {
    double number =
        switch (value) {
          case AttrValue.OfInt(int i) -> i;
          case AttrValue.OfDouble(double d) -> d;
          default -> throw new IrException("init_value must be a number", "", span);
        };
    if (!Double.isFinite(number) || (dtype.isInt() && number != Math.rint(number))) {
      throw new IrException("init_value " + number + " is not a value of " + dtype, "", span);
    }
    if (number != 0 && dtype.isFloat() && dtype.bits() < 32) {
      throw new IrException(
          "a tensor of " + dtype + " can only start as zero", "fill it with a kernel", span);
    }
    String literal = dtype.isInt() ? Long.toString((long) number) : CppExprs.floating(number);
    out.line(
        "%s.set_initial_value(%s);",
        info,
        number == 0 ? "0" : "static_cast<" + CppExprs.type(dtype, span) + ">(" + literal + ")");
  }

  private String extent(Expr extent) {
    return TensorAccess.unsigned(extent, exprs);
  }

  static String dataType(DataType dtype, Span span) {
    return "DataType::"
        + switch (dtype) {
          case FP16 -> "FLOAT16";
          case FP32 -> "FLOAT32";
          case BF16 -> "BFLOAT16";
          case INDEX -> "INT64";
          case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, FP8E4M3FN, FP8E8M0 ->
              dtype.name();
          case FP4 -> "FP4E2M1";
          case INT4, UINT4, FP8E5M2, HF4, HF8, FP64, TASK_ID ->
              throw new IrException("the task runtime has no tensors of " + dtype, "", span);
        };
  }
}
