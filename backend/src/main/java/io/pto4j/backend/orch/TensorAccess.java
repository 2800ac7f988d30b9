package io.pto4j.backend.orch;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;

/** Views of tensors and the elements that orchestration code reads and writes itself. */
final class TensorAccess {
  private final CppNames names;
  private final CppExprs exprs;
  private final Lines out;

  TensorAccess(CppNames names, CppExprs exprs, Lines out) {
    this.names = names;
    this.exprs = exprs;
    this.out = out;
  }

  void assign(Var var, Call call) {
    switch (call.op().name()) {
      case "tensor.slice" -> slice(var, call);
      case "tensor.reshape" -> {
        String source = name(call, 0);
        String view = names.declare(var);
        TensorType type = (TensorType) var.type();
        out.line("uint32_t %s_shapes[%d] = {%s};", view, type.rank(), list(type.shape()));
        out.line("ChipTensor %s = %s.reshape(%s_shapes, %d);", view, source, view, type.rank());
      }
      case "tensor.transpose" ->
          out.line(
              "ChipTensor %s = %s.transpose(%s, %s);",
              names.declare(var),
              name(call, 0),
              exprs.print(call.args().get(1)),
              exprs.print(call.args().get(2)));
      case "tensor.dim" -> {
        String source = name(call, 0);
        out.line(
            "int64_t %s = (int64_t)%s.shapes[%s];",
            names.declare(var), source, exprs.print(call.args().get(1)));
      }
      case "tensor.read" -> read(var, call);
      case "tensor.write" -> {
        write(call);
        names.alias(var, name(call, 0));
      }
      // the source already is a view of the target, so nothing is copied here
      case "tensor.assemble" -> assemble(var, call);
      default -> throw misplaced(call);
    }
  }

  void effect(Call call) {
    if (call.isOperator("tensor.write")) {
      write(call);
    } else {
      throw misplaced(call);
    }
  }

  private static IrException misplaced(Call call) {
    return new IrException(
        "'" + call.op().name() + "' computes, so it cannot stand in orchestration code",
        "move it into a kernel or an at(CORE_GROUP) scope",
        call.span());
  }

  private void slice(Var var, Call call) {
    if (call.args().size() > 4
        && call.args().get(4) instanceof MakeTuple drop
        && !drop.elements().isEmpty()) {
      throw new IrException(
          "a slice that drops dimensions is not supported in orchestration code",
          "keep them as 1",
          call.span());
    }
    String source = name(call, 0);
    ImmutableList<Expr> shape = tuple(call, 1);
    ImmutableList<Expr> offsets = tuple(call, 2);
    String view = names.declare(var);
    out.line("uint32_t %s_offsets[%d] = {%s};", view, offsets.size(), list(offsets));
    ImmutableList.Builder<String> extents = ImmutableList.builder();
    for (int i = 0; i < shape.size(); i++) {
      extents.add(
          "(%1$s_offsets[%2$d] >= %3$s.shapes[%2$d] ? 0u : std::min<uint32_t>(%4$s, %3$s.shapes[%2$d] - %1$s_offsets[%2$d]))"
              .formatted(view, i, source, unsigned(shape.get(i), exprs)));
    }
    out.line(
        "uint32_t %s_shapes[%d] = {%s};", view, shape.size(), String.join(", ", extents.build()));
    out.line("ChipTensor %s = %s.view(%s_shapes, %s_offsets);", view, source, view, view);
  }

  private void read(Var var, Call call) {
    TensorType type = (TensorType) call.args().get(0).type();
    String element = CppExprs.type(type.dtype(), call.span());
    String source = name(call, 0);
    String name = names.declare(var);
    ImmutableList<Expr> indices = tuple(call, 1);
    if (indices.isEmpty()) {
      out.line("%s %s = get_tensor_data<%s>(%s, 0, nullptr);", element, name, element, source);
      return;
    }
    out.line("uint32_t indices_%s[%d] = {%s};", name, indices.size(), list(indices));
    out.line(
        "%s %s = get_tensor_data<%s>(%s, %d, indices_%s);",
        element, name, element, source, indices.size(), name);
  }

  private void write(Call call) {
    TensorType type = (TensorType) call.args().get(0).type();
    String target = name(call, 0);
    ImmutableList<Expr> indices = tuple(call, 1);
    out.open("{");
    out.line("uint32_t indices_%s[%d] = {%s};", target, indices.size(), list(indices));
    out.line(
        "set_tensor_data<%s>(%s, %d, indices_%s, %s);",
        CppExprs.type(type.dtype(), call.span()),
        target,
        indices.size(),
        target,
        exprs.print(call.args().get(2)));
    out.close();
  }

  private void assemble(Var var, Call call) {
    if (!(call.args().get(1) instanceof Var source && names.of(source).equals(name(call, 0)))) {
      throw new IrException(
          "orchestration code cannot copy one tensor into another",
          "assign inside a kernel or an at(CORE_GROUP) scope",
          call.span());
    }
    names.alias(var, name(call, 0));
  }

  private String name(Call call, int i) {
    return exprs.print(call.args().get(i));
  }

  private static ImmutableList<Expr> tuple(Call call, int i) {
    return ((MakeTuple) call.args().get(i)).elements();
  }

  private String list(ImmutableList<Expr> dims) {
    return dims.stream().map(d -> unsigned(d, exprs)).collect(joining(", "));
  }

  /** A dimension as the runtime's extents have it: constants bare, everything else converted. */
  static String unsigned(Expr dim, CppExprs exprs) {
    return dim instanceof ConstInt c
        ? Long.toString(c.value())
        : "static_cast<uint32_t>(" + exprs.print(dim) + ")";
  }
}
