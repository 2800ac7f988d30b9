package io.pto4j.processor.translate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.Diagnostics;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.JMethod;
import io.pto4j.processor.tree.JStmt;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/** Translates one program: its own functions and those of other classes that it uses. */
public final class ProgramTranslator {
  private final Sources sources;
  private final Diagnostics diagnostics;
  private final Map<String, Var> dimensions = new HashMap<>();
  private final Map<ExecutableElement, Optional<FunctionInfo>> functions = new LinkedHashMap<>();
  private final Map<String, ExecutableElement> names = new HashMap<>();
  private final Deque<ExecutableElement> inProgress = new ArrayDeque<>();

  public ProgramTranslator(Sources sources, Diagnostics diagnostics) {
    this.sources = sources;
    this.diagnostics = diagnostics;
  }

  /**
   * The program, before any pass. Mistakes are reported; the program is whole only if there were
   * none.
   *
   * @param methods the kernels and orchestrators of the class
   */
  public Program translate(String name, List<ExecutableElement> methods, Span span) {
    methods.forEach(method -> names.putIfAbsent(method.getSimpleName().toString(), method));
    for (ExecutableElement method : methods) {
      if (!Language.isInline(method)) {
        translated(method);
      }
    }
    return Program.of(
        name,
        functions.values().stream()
            .flatMap(Optional::stream)
            .map(FunctionInfo::function)
            .collect(toImmutableList()),
        span);
  }

  /**
   * The function for a method that is used at {@code place}.
   *
   * @throws Mistake when it has a mistake, which is reported, or calls itself
   */
  FunctionInfo function(ExecutableElement method, Place place) {
    if (inProgress.contains(method)) {
      throw Mistake.at(
          place,
          method.getSimpleName() + " calls itself",
          "recursion cannot run on the device: write a loop");
    }
    return translated(method).orElseThrow(Mistake::reported);
  }

  /** The body of a helper, which is expanded where it is called. */
  JMethod helper(ExecutableElement method, Place place) {
    sources.signature(method);
    return sources
        .source(method)
        .orElseThrow(
            () ->
                Mistake.at(
                    place,
                    "the helper "
                        + Language.enclosing(method).getSimpleName()
                        + "."
                        + method.getSimpleName()
                        + " comes from a class file, which does not hold its body",
                    "compile the helper together with the kernel"));
  }

  private Optional<FunctionInfo> translated(ExecutableElement method) {
    Optional<FunctionInfo> known = functions.get(method);
    if (known != null) {
      return known;
    }
    inProgress.push(method);
    Optional<FunctionInfo> info =
        sources
            .source(method)
            .map(source -> translate(method, source))
            .orElseGet(() -> published(method));
    inProgress.pop();
    functions.put(method, info);
    return info;
  }

  /** A name for the function; methods of other classes give way to those of the program. */
  private String name(ExecutableElement method) {
    String simple = method.getSimpleName().toString();
    ExecutableElement owner = names.putIfAbsent(simple, method);
    if (owner == null || owner.equals(method)) {
      return simple;
    }
    String qualified = Language.enclosing(method).getSimpleName() + "_" + simple;
    names.put(qualified, method);
    return qualified;
  }

  private Optional<FunctionInfo> translate(ExecutableElement method, JMethod source) {
    Signature signature = sources.signature(method);
    ExecutableElement owner = names.get(method.getSimpleName().toString());
    if (owner != null
        && !owner.equals(method)
        && owner.getEnclosingElement().equals(method.getEnclosingElement())) {
      diagnostics.error(
          source.place(),
          "there are two kernels named " + method.getSimpleName(),
          "kernels of a program have different names");
      return Optional.empty();
    }
    if (!signature.valid()) {
      return Optional.empty();
    }
    int before = diagnostics.count();
    FunctionTranslation translation = new FunctionTranslation(signature, source);
    FunctionInfo info = translation.run();
    return translation.body.isFailed() || diagnostics.count() > before
        ? Optional.empty()
        : Optional.of(info);
  }

  /** A kernel of a class that was compiled earlier. */
  private Optional<FunctionInfo> published(ExecutableElement method) {
    TypeElement type = Language.enclosing(method);
    Place place =
        sources
            .source(inProgress.stream().skip(1).findFirst().orElse(method))
            .map(JMethod::place)
            .orElseThrow(Mistake::reported);
    ImmutableSortedMap<String, Function> all = sources.published(type, place);
    Function function = all.get(method.getSimpleName().toString());
    if (function == null) {
      diagnostics.error(
          place,
          "kernel "
              + type.getSimpleName()
              + "."
              + method.getSimpleName()
              + " of a compiled class was not published",
          "compile " + type.getSimpleName() + " again with the annotation processor");
      return Optional.empty();
    }
    return Optional.of(info(withOwnDimensions(function).withName(name(method)), method));
  }

  /** The function with the dimensions of this program, where one of a name is one variable. */
  private Function withOwnDimensions(Function function) {
    Rewriter rewriter = new Rewriter();
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType tensor) {
        for (Expr extent : tensor.shape()) {
          if (extent instanceof Var dimension && !function.params().contains(dimension)) {
            rewriter.replace(dimension, dimension(dimension.nameHint()));
          }
        }
      }
    }
    return rewriter.function(function);
  }

  private static FunctionInfo info(Function function, ExecutableElement method) {
    ImmutableList.Builder<Integer> returned = ImmutableList.builder();
    if (SeqStmts.listOf(function.body()).getLast() instanceof ReturnStmt end) {
      end.value().forEach(value -> returned.add(function.params().indexOf(value)));
    }
    return new FunctionInfo(
        function,
        returned.build(),
        resultNames(method),
        method.getReturnType().getKind() != TypeKind.VOID);
  }

  private static ImmutableList<String> resultNames(ExecutableElement method) {
    return Language.userRecord(method.getReturnType())
        .map(
            type ->
                type.getRecordComponents().stream()
                    .map(RecordComponentElement::getSimpleName)
                    .map(Object::toString)
                    .collect(toImmutableList()))
        .orElse(ImmutableList.of());
  }

  Var dimension(String name) {
    return dimensions.computeIfAbsent(
        name, n -> new Var(n, ScalarType.of(DataType.INDEX), Span.unknown()));
  }

  /** The translation of one function. */
  private final class FunctionTranslation {
    private final Signature signature;
    private final JMethod source;
    private final Body body;

    FunctionTranslation(Signature signature, JMethod source) {
      this.signature = signature;
      this.source = source;
      this.body =
          new Body(
              ProgramTranslator.this,
              diagnostics,
              signature.kind() == FunctionType.INCORE ? Context.KERNEL : Context.ORCHESTRATION);
    }

    FunctionInfo run() {
      Span span = source.place().span();
      body.frames().push(new Frame(source));
      ImmutableList<Var> params =
          signature.parameters().stream().map(this::parameter).collect(toImmutableList());
      body.statements().translate(source.body());
      List<Stmt> statements = new ArrayList<>(body.emitter().close());
      body.checkChanges(SeqStmts.flatten(statements, span));
      ImmutableList<Var> results = body.isFailed() ? ImmutableList.of() : results(params);
      statements.add(ReturnStmt.of(results, source.place().span()));
      Function function =
          new Function(
              span,
              params,
              signature.parameters().stream()
                  .map(Signature.Parameter::direction)
                  .collect(toImmutableList()),
              signature.kind(),
              Optional.empty(),
              Optional.empty(),
              signature.autoScope() ? Attrs.empty() : Attrs.of("auto_scope", AttrValue.of(false)),
              false,
              results.stream().map(Var::type).collect(toImmutableList()),
              SeqStmts.flatten(statements, span),
              name(signature.method()));
      return info(function, signature.method());
    }

    private Var parameter(Signature.Parameter parameter) {
      Span span = place(parameter).span();
      Type type = type(parameter.kind());
      boolean dimension =
          ScalarType.of(DataType.INDEX).equals(type) && dimensions.containsKey(parameter.name());
      Var var =
          dimension
              ? dimension(parameter.name())
              : new Var(body.emitter().unique(parameter.name()), type, span);
      body.frame().put(parameter.element(), new Value.Of(var));
      body.parameters().put(var, parameter);
      if (source.assigned().contains(parameter.element())) {
        body.markReassigned(var);
      } else if (ScalarType.of(DataType.INDEX).equals(type)) {
        body.scalars().markNonNegative(var);
      }
      return var;
    }

    private Place place(Signature.Parameter parameter) {
      return source.parameters().get(signature.parameters().indexOf(parameter)).place();
    }

    private Type type(Signature.ParamKind kind) {
      return switch (kind) {
        case Signature.ParamKind.OfTensor(DataType dtype, var shape) ->
            TensorType.of(dtype, shape.stream().map(this::extent).collect(toImmutableList()));
        case Signature.ParamKind.OfScalar(DataType dtype) -> ScalarType.of(dtype);
        case Signature.ParamKind.OfArgument _, Signature.ParamKind.Invalid _ ->
            throw new IllegalStateException("no type for a parameter of " + signature.name());
      };
    }

    private Expr extent(Signature.Extent extent) {
      return switch (extent) {
        case Signature.Extent.Constant(long value) -> ConstInt.index(value);
        case Signature.Extent.Symbol(String name) -> dimension(name);
      };
    }

    /** The parameters that the function returns; without a result, those that it may write. */
    private ImmutableList<Var> results(ImmutableList<Var> params) {
      ImmutableList<Var> outputs =
          params.stream()
              .filter(p -> body.parameters().get(p).direction() != ParamDirection.IN)
              .collect(toImmutableList());
      if (outputs.isEmpty()) {
        diagnostics.error(
            source.place(),
            signature.name() + " has no output",
            "declare the tensor that it writes @Out or @InOut");
        return ImmutableList.of();
      }
      outputs.stream()
          .filter(p -> body.parameters().get(p).direction() == ParamDirection.OUT)
          .filter(p -> !body.isWritten(p))
          .forEach(this::reportUnwritten);
      return source.element().getReturnType().getKind() == TypeKind.VOID
          ? outputs
          : returned(body.frame().returned());
    }

    private void reportUnwritten(Var param) {
      Signature.Parameter parameter = body.parameters().get(param);
      diagnostics.error(
          place(parameter),
          "@Out tensor " + parameter.name() + " is never written",
          "write it, or remove @Out");
    }

    private ImmutableList<Var> returned(Value value) {
      List<Value> values =
          value instanceof Value.Group group
              ? group.components().values().asList()
              : List.of(value);
      ImmutableList.Builder<Var> results = ImmutableList.builder();
      for (Value each : values) {
        if (each instanceof Value.Of(Expr expr)
            && expr instanceof Var var
            && body.parameters().containsKey(var)
            && body.parameters().get(var).direction() != ParamDirection.IN) {
          results.add(var);
        } else {
          diagnostics.error(
              returnPlace(),
              signature.name() + " returns something that is not an @Out or @InOut parameter",
              "write the result to " + outputNames() + " and return that");
          return ImmutableList.of();
        }
      }
      return results.build();
    }

    private String outputNames() {
      return signature.parameters().stream()
          .filter(p -> p.direction() != ParamDirection.IN)
          .map(Signature.Parameter::name)
          .collect(Collectors.joining(" or "));
    }

    private Place returnPlace() {
      return source.end().flatMap(JStmt.Return::value).map(JExpr::place).orElse(source.place());
    }
  }
}
