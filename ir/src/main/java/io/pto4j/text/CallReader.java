package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.UnknownType;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads calls of functions, of the language's own words, and of operators. */
final class CallReader {
  private final Module module;
  private final ExprReader exprs;
  private final AttrReader attrs;
  private final OperatorReader operators;

  CallReader(Module module, ExprReader exprs, Bindings bindings) {
    this.module = module;
    this.exprs = exprs;
    this.attrs = new AttrReader(module, exprs, bindings);
    this.operators = new OperatorReader(exprs, attrs, bindings);
  }

  AttrReader attrs() {
    return attrs;
  }

  Expr call(Py.Call c, Optional<Type> annotation) {
    String name =
        module
            .dotted(c.function())
            .orElseThrow(() -> Module.error(c, "only functions and operators can be called"));
    return switch (name) {
      case "pl.const" -> constant(c);
      case "pl.min", "min" -> binary(BinaryOp.MIN, c);
      case "pl.max", "max" -> binary(BinaryOp.MAX, c);
      case "abs" -> Exprs.unary(UnaryOp.ABS, exprs.expr(only(c)), c.span());
      case "pl.submit", "pl.spmd_submit" -> submit(c, annotation);
      default -> {
        if (name.startsWith("self.")) {
          yield function(c, name.substring("self.".length()), annotation);
        }
        Optional<Py.FunctionDef> template = Optional.ofNullable(module.templates().get(name));
        if (template.isPresent() && exprs.inliner().isPresent()) {
          yield exprs.inliner().get().expand(c, template.get());
        }
        boolean operator = name.startsWith("pl.") || name.startsWith("pld.");
        yield operator ? operators.call(c, name, annotation) : function(c, name, annotation);
      }
    };
  }

  private static Py.Expr only(Py.Call c) {
    if (c.args().size() != 1 || !c.keywords().isEmpty()) {
      throw Module.error(c, "one argument is expected");
    }
    return c.args().getFirst();
  }

  private Expr binary(BinaryOp op, Py.Call c) {
    if (c.args().size() != 2) {
      throw Module.error(c, op.symbol() + " takes two scalars");
    }
    return ExprReader.binary(
        op, exprs.expr(c.args().get(0)), exprs.expr(c.args().get(1)), c.span());
  }

  private Expr constant(Py.Call c) {
    if (c.args().size() != 2 || !c.keywords().isEmpty()) {
      throw Module.error(
          c, "pl.const takes a number and a data type", "write pl.const(1, pl.INT64)");
    }
    ScalarType type = ScalarType.of(exprs.types().dtype(c.args().get(1)));
    Py.Expr value = c.args().getFirst();
    Optional<Double> special = special(value);
    if (special.isPresent()) {
      return new ConstFloat(c.span(), type, special.get());
    }
    return switch (exprs.expr(value)) {
      case ConstInt i -> new ConstInt(c.span(), type, i.value());
      case ConstFloat f -> new ConstFloat(c.span(), type, f.value());
      default -> throw Module.error(value, "the value of pl.const is a number");
    };
  }

  /** The numbers that are words. */
  static Optional<Double> special(Py.Expr value) {
    return switch (value) {
      case Py.Name(_, String id) when id.equals("inf") -> Optional.of(Double.POSITIVE_INFINITY);
      case Py.Name(_, String id) when id.equals("nan") -> Optional.of(Double.NaN);
      case Py.Unary(_, String op, Py.Name(_, String id)) when op.equals("-") && id.equals("inf") ->
          Optional.of(Double.NEGATIVE_INFINITY);
      default -> Optional.empty();
    };
  }

  private Call function(Py.Call c, String name, Optional<Type> annotation) {
    ImmutableList<Expr> args = arguments(c.args());
    Attrs all = overrides(c.args());
    for (Py.Keyword k : c.keywords()) {
      all =
          switch (k.name()) {
            case "attrs" -> attrs.merge(all, attrs.dict(k.value()));
            case "device" -> all.with("device", new AttrValue.OfExpr(exprs.expr(k.value())));
            default ->
                throw Module.error(
                    k.value(),
                    "a function call takes no keyword argument '" + k.name() + "'",
                    "deps and core_num belong to pl.submit and pl.spmd_submit");
          };
    }
    Type type =
        known(annotation)
            .orElseGet(
                () -> {
                  List<Type> results = results(c, name, args);
                  return switch (results.size()) {
                    case 0 -> UnknownType.INSTANCE;
                    case 1 -> results.getFirst();
                    default -> new TupleType(ImmutableList.copyOf(results));
                  };
                });
    return new Call(c.span(), type, new GlobalVar(name), args, all, Attrs.empty());
  }

  /** The arguments of a function; one may be exempt from automatic dependencies. */
  private ImmutableList<Expr> arguments(List<Py.Expr> args) {
    return args.stream()
        .map(a -> exprs.expr(module.calls(a, "no_dep") ? only((Py.Call) a) : a))
        .collect(toImmutableList());
  }

  private Attrs overrides(List<Py.Expr> args) {
    ImmutableList<Integer> exempt =
        IntStream.range(0, args.size())
            .filter(i -> module.calls(args.get(i), "no_dep"))
            .boxed()
            .collect(toImmutableList());
    return exempt.isEmpty()
        ? Attrs.empty()
        : Attrs.of("arg_direction_overrides", new AttrValue.OfInts(exempt));
  }

  private static Optional<Type> known(Optional<Type> annotation) {
    return annotation.filter(t -> t != UnknownType.INSTANCE);
  }

  /** The result types of a function for the given arguments. */
  private ImmutableList<Type> results(Py.Call c, String name, ImmutableList<Expr> args) {
    Signature callee = module.functions().get(name);
    if (callee == null && module.externals().containsKey(name)) {
      callee = module.externals().get(name);
      module.functions().put(name, callee);
    }
    if (callee == null) {
      if (module.failedFunctions().contains(name)) {
        throw Failures.followUp(c);
      }
      if (!module.inProgram()) {
        return ImmutableList.of();
      }
      throw Module.error(
          c,
          "function '" + name + "' is not defined in the program",
          "defined are: " + String.join(", ", module.functions().keySet()));
    }
    if (args.size() > callee.params().size()) {
      throw Module.error(
          c,
          "function '%s' takes %d arguments, but %d are given"
              .formatted(name, callee.params().size(), args.size()));
    }
    return DimSubstitution.of(callee.params(), args).apply(callee.returnTypes());
  }

  private Submit submit(Py.Call c, Optional<Type> annotation) {
    String callee = c.args().isEmpty() ? "" : module.dotted(c.args().getFirst()).orElse("");
    boolean member = callee.startsWith("self.");
    if (callee.isEmpty() || (module.inProgram() && !member)) {
      throw Module.error(
          c, "the first argument of a submit is the kernel", "write pl.submit(self.kernel, ...)");
    }
    String name = member ? callee.substring("self.".length()) : callee;
    List<Py.Expr> texts = c.args().subList(1, c.args().size());
    ImmutableList<Expr> args = arguments(texts);
    SubmitOptions options = new SubmitOptions(exprs, attrs, overrides(texts));
    c.keywords().forEach(options::keyword);
    Type type =
        known(annotation)
            .orElseGet(
                () ->
                    new TupleType(
                        ImmutableList.<Type>builder()
                            .addAll(results(c, name, args))
                            .add(ScalarType.of(DataType.TASK_ID))
                            .build()));
    return options.submit(c.span(), type, name, args);
  }

  /** The keyword arguments of a submit. */
  private static final class SubmitOptions {
    private final ExprReader exprs;
    private final AttrReader attrReader;
    private ImmutableList<Expr> deps = ImmutableList.of();
    private Optional<Expr> coreNum = Optional.empty();
    private Optional<Expr> predicate = Optional.empty();
    private boolean syncStart;
    private boolean early;
    private Attrs attrs;

    SubmitOptions(ExprReader exprs, AttrReader attrReader, Attrs attrs) {
      this.attrs = attrs;
      this.exprs = exprs;
      this.attrReader = attrReader;
    }

    void keyword(Py.Keyword k) {
      switch (k.name()) {
        case "deps" ->
            deps =
                attrReader.elements(k.value()).stream()
                    .filter(e -> !(e instanceof Py.NoneLit))
                    .map(exprs::expr)
                    .collect(toImmutableList());
        case "dumps" ->
            attrs = attrs.with("dump_vars", new AttrValue.OfVars(attrReader.vars(k.value())));
        case "core_num" -> coreNum = Optional.of(exprs.expr(k.value()));
        case "sync_start" -> syncStart = AttrReader.flag(k.value());
        case "allow_early_resolve" -> early = AttrReader.flag(k.value());
        case "predicate" -> predicate = Optional.of(exprs.expr(k.value()));
        case "attrs" -> attrs = attrReader.merge(attrs, attrReader.dict(k.value()));
        default -> throw Module.error(k.value(), "a submit has no argument '" + k.name() + "'");
      }
    }

    Submit submit(Span span, Type type, String name, ImmutableList<Expr> args) {
      return new Submit(
          span,
          type,
          new GlobalVar(name),
          args,
          deps,
          coreNum,
          syncStart,
          early,
          predicate,
          attrs,
          Attrs.empty());
    }
  }
}
