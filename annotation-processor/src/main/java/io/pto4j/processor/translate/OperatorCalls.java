package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.analysis.WriteBack;
import io.pto4j.dsl.Index;
import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Operand;
import io.pto4j.dsl.meta.Scratch;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import io.pto4j.op.Operators;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Calls of methods that mean operators. */
final class OperatorCalls {
  /** What the control core does itself. */
  private static final ImmutableSet<String> ORCHESTRATION =
      ImmutableSet.of(
          "tensor.create",
          "tensor.slice",
          "tensor.reshape",
          "tensor.transpose",
          "tensor.dim",
          "tensor.read",
          "tensor.write");

  private final Body body;

  OperatorCalls(Body body) {
    this.body = body;
  }

  /** An argument of the call and the parameter it is for. */
  private record Argument(VariableElement parameter, ImmutableList<Value> values, Place place) {}

  Value call(JExpr.Invoke call) {
    Op op = call.method().getAnnotation(Op.class);
    Place place = call.place();
    List<JExpr> exprs = new ArrayList<>();
    call.receiver().ifPresent(exprs::add);
    exprs.addAll(call.args());
    ImmutableList<Value> values = body.values(exprs);
    checkContext(op.value(), place);
    int first = call.receiver().isPresent() ? 1 : 0;
    ImmutableList<Argument> arguments = arguments(call, values.subList(first, values.size()));
    Optional<DataType> met = elementType(values);
    Map<Integer, Expr> operands = new TreeMap<>();
    if (first == 1) {
      operands.put(0, body.expr(values.getFirst(), call.receiver().orElseThrow().place()));
    }
    int next = first;
    Map<String, AttrValue> attrs = new LinkedHashMap<>();
    for (Argument argument : arguments) {
      Attr attr = argument.parameter().getAnnotation(Attr.class);
      if (attr != null) {
        attribute(attr, argument).ifPresent(value -> attrs.put(attr.value(), value));
        continue;
      }
      Operand at = argument.parameter().getAnnotation(Operand.class);
      int[] positions = at == null ? new int[] {next} : at.value();
      Expr operand = operand(argument, met);
      for (int position : positions) {
        operands.put(position, operand);
        next = position + 1;
      }
    }
    defaults(call.method(), operands, attrs);
    scratch(call.method(), operands, place);
    ImmutableList<Expr> all = ImmutableList.copyOf(operands.values());
    Call built = build(op.value(), all, Attrs.of(attrs), place);
    Optional<Expr> target = WriteBack.target(built);
    return target.isPresent() ? update(target.get(), built, place) : new Value.Of(built);
  }

  /** Gives the variable that holds {@code target} what {@code call} makes of it. */
  Value update(Expr target, Call call, Place place) {
    body.write(target, place);
    if (target instanceof Var var) {
      body.emitter().assign(var, call, place.span());
      return new Value.Of(var);
    }
    return new Value.Of(call);
  }

  static Call build(String op, ImmutableList<Expr> operands, Attrs attrs, Place place) {
    try {
      return Operators.call(op, operands, attrs, place.span());
    } catch (IrException e) {
      throw Mistake.at(place, e);
    }
  }

  private void checkContext(String op, Place place) {
    switch (body.context()) {
      case ORCHESTRATION -> {
        if (op.startsWith("tile.")) {
          throw Mistake.at(
              place,
              "the tile operator " + op + " cannot be used in an orchestrator",
              "tiles live on the cores: move this into an @InCore kernel, or into"
                  + " try (var _ = Pl.at(Level.CORE_GROUP))");
        }
        if (!ORCHESTRATION.contains(op)) {
          throw Mistake.at(
              place,
              "the operator " + op + " cannot run on the control core",
              "put the computation into try (var _ = Pl.at(Level.CORE_GROUP))");
        }
      }
      case KERNEL -> {
        if (op.equals("tensor.create")) {
          throw Mistake.at(
              place,
              "a kernel cannot allocate a tensor",
              "create it in the orchestrator and pass it as an @Out parameter; for on-chip"
                  + " memory use Pl.createTile");
        }
      }
      case CORE_SCOPE -> {}
    }
  }

  private ImmutableList<Argument> arguments(JExpr.Invoke call, List<Value> values) {
    List<? extends VariableElement> parameters = call.method().getParameters();
    ImmutableList.Builder<Argument> arguments = ImmutableList.builder();
    for (int i = 0; i < parameters.size(); i++) {
      boolean rest = call.method().isVarArgs() && i == parameters.size() - 1;
      int end = rest ? values.size() : i + 1;
      Place place = i < call.args().size() ? call.args().get(i).place() : call.place();
      arguments.add(
          new Argument(parameters.get(i), ImmutableList.copyOf(values.subList(i, end)), place));
    }
    return arguments.build();
  }

  /** The element type that literals of the call take: of its tile or tensor, or as named. */
  private static Optional<DataType> elementType(List<Value> values) {
    Optional<DataType> shaped =
        values.stream().flatMap(value -> shaped(value).stream()).map(ShapedType::dtype).findFirst();
    return shaped.or(
        () ->
            values.stream()
                .flatMap(
                    value ->
                        value instanceof Value.ElementType(DataType dtype)
                            ? Optional.of(dtype).stream()
                            : Optional.<DataType>empty().stream())
                .findFirst());
  }

  private static Optional<ShapedType> shaped(Value value) {
    return switch (value) {
      case Value.Of(Expr expr) when expr.type() instanceof ShapedType type -> Optional.of(type);
      case Value.Window window when window.slice().type() instanceof ShapedType type ->
          Optional.of(type);
      default -> Optional.empty();
    };
  }

  private Expr operand(Argument argument, Optional<DataType> met) {
    Place place = argument.place();
    if (argument.parameter().asType().getKind() == TypeKind.ARRAY) {
      return MakeTuple.of(body.scalars().indices(argument.values(), place), place.span());
    }
    Value value = argument.values().getFirst();
    return switch (argument.parameter().asType().getKind()) {
      case BOOLEAN -> body.scalars().as(value, DataType.BOOL, place);
      case INT, LONG, FLOAT, DOUBLE ->
          body.scalars().as(value, scalarType(argument.parameter(), met), place);
      default ->
          value instanceof Value.Indices(ImmutableList<Expr> elements)
              ? MakeTuple.of(elements, place.span())
              : body.expr(value, place);
    };
  }

  /** As the parameter says, else the element type of the call, else INDEX. */
  private static DataType scalarType(VariableElement parameter, Optional<DataType> met) {
    return Language.has(parameter, Index.class)
        ? DataType.INDEX
        : SignatureReader.scalarType(parameter).or(() -> met).orElse(DataType.INDEX);
  }

  private static Optional<AttrValue> attribute(Attr attr, Argument argument) {
    AttrValue value =
        AttrValues.of(argument.values().getFirst(), argument.parameter(), argument.place());
    return !attr.omitWhen().isEmpty() && AttrValues.parse(attr.omitWhen()).equals(value)
        ? Optional.empty()
        : Optional.of(value);
  }

  private static void defaults(
      ExecutableElement method, Map<Integer, Expr> operands, Map<String, AttrValue> attrs) {
    for (AttrDefault given : method.getAnnotationsByType(AttrDefault.class)) {
      AttrValue value =
          given.value().equals(AttrDefault.ACCUMULATOR)
              ? AttrValue.of(accumulator(operands.get(0)))
              : AttrValues.parse(given.value());
      attrs.put(given.attr(), value);
    }
  }

  private static DataType accumulator(Expr operand) {
    return operand.type() instanceof ShapedType type && type.dtype().isFloat()
        ? DataType.FP32
        : DataType.INT32;
  }

  private void scratch(ExecutableElement method, Map<Integer, Expr> operands, Place place) {
    Scratch scratch = method.getAnnotation(Scratch.class);
    if (scratch == null || !(operands.get(0).type() instanceof ShapedType first)) {
      return;
    }
    Span span = place.span();
    ImmutableList<Expr> shape =
        switch (scratch.value()) {
          case LIKE_FIRST_OPERAND -> first.shape();
          case BYTES_1_BY_32 -> ImmutableList.of(ConstInt.index(1), ConstInt.index(32));
        };
    DataType dtype =
        switch (scratch.value()) {
          case LIKE_FIRST_OPERAND -> first.dtype();
          case BYTES_1_BY_32 -> DataType.UINT8;
        };
    Expr tile =
        build(
            "tile.create",
            ImmutableList.of(MakeTuple.of(shape, span)),
            Attrs.of("dtype", AttrValue.of(dtype))
                .with("target_memory", AttrValue.of(MemorySpace.VEC)),
            place);
    operands.put(scratch.operand(), body.emitter().bind("_scratch_tmp", tile, span));
  }
}
