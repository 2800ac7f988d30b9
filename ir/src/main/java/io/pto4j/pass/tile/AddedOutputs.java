package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Op;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates the tensors into which converted kernels store their results, and passes them. */
final class AddedOutputs extends BodyRewriter {
  private final Map<String, ImmutableList<KernelConverter.Output>> added;

  AddedOutputs(Map<String, ImmutableList<KernelConverter.Output>> added) {
    this.added = added;
  }

  private static ImmutableList<KernelConverter.Output> outputs(
      Op op, Map<String, ImmutableList<KernelConverter.Output>> added) {
    return op instanceof GlobalVar(String name)
        ? added.getOrDefault(name, ImmutableList.of())
        : ImmutableList.of();
  }

  @Override
  protected Expr value(Expr expr) {
    return switch (expr) {
      case Call c -> {
        Call mapped = (Call) super.value(c);
        yield mapped.withArgs(withTensors(c.op(), mapped.args(), c.type(), c.span()));
      }
      case Submit s -> {
        Submit mapped = (Submit) super.value(s);
        yield mapped.withArgs(withTensors(s.op(), mapped.args(), s.type(), s.span()));
      }
      default -> super.value(expr);
    };
  }

  private ImmutableList<Expr> withTensors(Op op, ImmutableList<Expr> args, Type result, Span span) {
    ImmutableList<KernelConverter.Output> outputs = outputs(op, added);
    if (outputs.isEmpty()) {
      return args;
    }
    ImmutableList.Builder<Expr> all = ImmutableList.<Expr>builder().addAll(args);
    for (KernelConverter.Output output : outputs) {
      TensorType type =
          (TensorType)
              (result instanceof TupleType(var types) ? types.get(output.result()) : result);
      Attrs kwargs =
          Attrs.of("dtype", AttrValue.of(type.dtype()))
              .with("layout", new AttrValue.OfTensorLayout(type.effectiveView().layout()));
      all.add(
          emitAs(
              output.param().nameHint(),
              Operators.call(
                  "tensor.create",
                  ImmutableList.of(MakeTuple.of(type.shape(), span)),
                  kwargs,
                  span)));
    }
    return all.build();
  }

  /** A wrapper that takes the added outputs of the kernels that it launches and passes them on. */
  static Function forwarded(
      Function wrapper, Map<String, ImmutableList<KernelConverter.Output>> added) {
    Forwarder forwarder = new Forwarder(added);
    Function forwarding = forwarder.function(wrapper);
    if (forwarder.outputs.isEmpty()) {
      return wrapper;
    }
    added.put(wrapper.name(), ImmutableList.copyOf(forwarder.outputs));
    return declared(forwarding, forwarder.outputs);
  }

  /** The function with the outputs as further parameters. */
  static Function declared(Function function, List<KernelConverter.Output> outputs) {
    ImmutableList.Builder<Var> params = ImmutableList.<Var>builder().addAll(function.params());
    outputs.forEach(output -> params.add(output.param()));
    return new Function(
        function.span(),
        params.build(),
        ImmutableList.<ParamDirection>builder()
            .addAll(function.paramDirections())
            .addAll(Collections.nCopies(outputs.size(), ParamDirection.OUT))
            .build(),
        function.funcType(),
        function.level(),
        function.role(),
        function.attrs(),
        function.requiresRuntimeBinding(),
        function.returnTypes(),
        function.body(),
        function.name());
  }

  private static final class Forwarder extends Rewriter {
    private final Map<String, ImmutableList<KernelConverter.Output>> added;
    private final List<KernelConverter.Output> outputs = new ArrayList<>();

    Forwarder(Map<String, ImmutableList<KernelConverter.Output>> added) {
      this.added = new HashMap<>(added);
    }

    @Override
    public Expr expr(Expr expr) {
      Expr mapped = super.expr(expr);
      if (!(mapped instanceof Call call)) {
        return mapped;
      }
      ImmutableList.Builder<Expr> args = ImmutableList.<Expr>builder().addAll(call.args());
      for (KernelConverter.Output output : outputs(call.op(), added)) {
        Var source = output.param();
        Var param = new Var(source.nameHint(), source.type(), source.span());
        outputs.add(new KernelConverter.Output(output.result(), param));
        args.add(param);
      }
      return call.withArgs(args.build());
    }
  }
}
