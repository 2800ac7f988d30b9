package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads calls of functions, of the language's own words, and of operators. */
final class CallReader {
  private final Module module;
  private final ExprReader exprs;
  private final AttrReader attrs;
  private final LaunchReader launches;
  private final OperatorReader operators;

  CallReader(Module module, ExprReader exprs, Bindings bindings) {
    this.module = module;
    this.exprs = exprs;
    this.attrs = new AttrReader(module, exprs, bindings);
    this.launches = new LaunchReader(module, exprs, this);
    this.operators = new OperatorReader(exprs, attrs, bindings, launches);
  }

  AttrReader attrs() {
    return attrs;
  }

  LaunchReader launches() {
    return launches;
  }

  Expr call(Py.Call c, Optional<Type> annotation) {
    String name = module.dotted(c.function()).orElseThrow(() -> CallMistake.NOT_CALLABLE.at(c));
    return switch (name) {
      case "pl.const" -> constant(c, 2);
      case "pl.ConstInt" -> constant(c, 3);
      case "pl.min", "min" -> binary(BinaryOp.MIN, c);
      case "pl.max", "max" -> binary(BinaryOp.MAX, c);
      case "abs" -> Exprs.unary(UnaryOp.ABS, exprs.expr(only(c)), c.span());
      case "pl.submit", "pl.spmd_submit" -> throw CallMistake.SUBMIT_PLACE.at(c);
      case WindowReader.ALLOCATION, "pld.alloc_window_buffer" ->
          throw CallMistake.WINDOW_PLACE.at(c);
      case "pl.cond" -> throw FlowMistake.COND_PLACE.at(c);
      default -> {
        if (name.startsWith("self.")) {
          yield function(c, name.substring("self.".length()), annotation);
        }
        Optional<Py.FunctionDef> template = Optional.ofNullable(module.templates().get(name));
        if (template.isPresent() && exprs.place().isPresent()) {
          yield exprs.place().get().inliner().expand(c, template.get());
        }
        if (name.endsWith(".get_byte")) {
          yield byteWidth(c);
        }
        if (name.startsWith("pl.") || name.startsWith("pld.")) {
          yield operators.call(c, name, annotation);
        }
        checkCallable(c, name);
        yield function(c, name, annotation);
      }
    };
  }

  /** Refuses functions of Python, which are none of the program. */
  private void checkCallable(Py.Call c, String name) {
    Optional<Integer> line = module.unread(name);
    if (line.isPresent()) {
      throw CallMistake.PYTHON_FUNCTION.at(c, name, line.get());
    }
    boolean known =
        module.inProgram()
            ? module.externals().containsKey(name) || module.failedFunctions().contains(name)
            : !name.contains(".");
    if (!known) {
      throw CallMistake.NOT_CALLABLE.at(c);
    }
  }

  private static Py.Expr only(Py.Call c) {
    if (c.args().size() != 1 || !c.keywords().isEmpty()) {
      throw CallMistake.ONE_ARGUMENT.at(c);
    }
    return c.args().getFirst();
  }

  private Expr binary(BinaryOp op, Py.Call c) {
    if (c.args().size() != 2 || !c.keywords().isEmpty()) {
      throw CallMistake.TWO_SCALARS.at(c, op.symbol());
    }
    return ExprReader.binary(
        op, exprs.expr(c.args().get(0)), exprs.expr(c.args().get(1)), c.span());
  }

  /**
   * A number with a data type.
   *
   * @param most how many arguments there may be: behind the type, a place in a text
   */
  private Expr constant(Py.Call c, int most) {
    if (c.args().size() < 2 || c.args().size() > most || !c.keywords().isEmpty()) {
      throw CallMistake.CONST_ARGUMENTS.at(c);
    }
    ScalarType type = ScalarType.of(exprs.types().dtype(c.args().get(1)));
    Py.Expr value = c.args().getFirst();
    Optional<Double> special = special(value);
    if (special.isPresent()) {
      return new ConstFloat(c.span(), type, special.get());
    }
    if (value instanceof Py.Name) {
      throw CallMistake.CONST_VALUE.at(value);
    }
    return switch (exprs.expr(value)) {
      case ConstInt i -> new ConstInt(c.span(), type, i.value());
      case ConstFloat f -> new ConstFloat(c.span(), type, f.value());
      default -> throw CallMistake.CONST_VALUE.at(value);
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

  /** The bytes of an element, as in {@code pl.FP32.get_byte()}. */
  private Expr byteWidth(Py.Call c) {
    Py.Attr function = (Py.Attr) c.function();
    if (!c.args().isEmpty() || !c.keywords().isEmpty()) {
      throw CallMistake.NO_ARGUMENTS.at(c, "get_byte");
    }
    int bits = exprs.types().dtype(function.value()).bits();
    return new ConstInt(
        c.span(), ScalarType.of(DataType.INDEX), (bits + Byte.SIZE - 1) / Byte.SIZE);
  }

  private Call function(Py.Call c, String name, Optional<Type> annotation) {
    ImmutableList<Expr> args = arguments(c.args());
    Attrs all = tagged(args, ImmutableSet.of());
    Attrs device = Attrs.empty();
    for (Py.Keyword k : c.keywords()) {
      switch (k.name()) {
        case "attrs" -> all = merged(all, attrs.dict(k.value()));
        case "device" -> device = device(k, name);
        default -> throw unknownKeyword(k, name);
      }
    }
    all = completed(all, overrides(c.args()), device);
    checkDirections(c, all, args.size());
    Optional<Type> known = known(annotation);
    Type type = known.isPresent() ? known.get() : type(results(c, name, args, false));
    return new Call(c.span(), type, new GlobalVar(name), args, all, Attrs.empty());
  }

  /** The attributes in their order: what directives and arguments say is ahead of what is given. */
  Attrs completed(Attrs given, Attrs overrides, Attrs device) {
    if (overrides.isEmpty() && device.isEmpty()) {
      return given;
    }
    Attrs first = Attrs.empty();
    for (String key : ImmutableList.of("dump_vars", "arg_directions")) {
      if (given.has(key)) {
        first = first.with(key, given.get(key).orElseThrow());
      }
    }
    return merged(merged(merged(first, overrides), device), given);
  }

  /** The device on which an orchestrator runs; who else is called has none of its own. */
  Attrs device(Py.Keyword k, String name) {
    Signature callee = module.functions().getOrDefault(name, module.externals().get(name));
    boolean orchestrator =
        callee == null
            || callee.type().isOrchestration()
            || callee.role().equals(Optional.of(Role.ORCHESTRATOR));
    if (!orchestrator) {
      throw unknownKeyword(k, name);
    }
    return Attrs.of("device", new AttrValue.OfExpr(exprs.expr(k.value())));
  }

  private static Type type(ImmutableList<Type> results) {
    return switch (results.size()) {
      case 0 -> UnknownType.INSTANCE;
      case 1 -> results.getFirst();
      default -> new TupleType(results);
    };
  }

  private Attrs merged(Attrs first, Attrs second) {
    return attrs.merge(first, second);
  }

  /** What is wrong with a keyword argument of a function. */
  ParseException unknownKeyword(Py.Keyword k, String name) {
    String hint =
        switch (k.name()) {
          case "deps", "dumps", "allow_early_resolve", "predicate" -> "use pl.submit";
          case "core_num", "sync_start" -> "use pl.spmd_submit";
          default ->
              "arguments stand by position; by keyword there are attrs, and device for an"
                  + " orchestrator";
        };
    return CallMistake.FUNCTION_KEYWORD.at(k.span(), name, k.name(), hint);
  }

  void checkDirections(Py.Call c, Attrs all, int args) {
    if (all.entries().get("arg_directions") instanceof AttrValue.OfDirections(var directions)
        && directions.size() != args) {
      throw CallMistake.DIRECTION_COUNT.at(c, directions.size(), args);
    }
  }

  /** The tensors among the arguments whose content shall be shown, and {@code more}. */
  Attrs tagged(ImmutableList<Expr> args, Set<Var> more) {
    Set<Var> tags = exprs.place().map(p -> p.surroundings().tagged()).orElse(ImmutableSet.of());
    ImmutableList<Var> shown =
        args.stream()
            .filter(Var.class::isInstance)
            .map(Var.class::cast)
            .filter(v -> tags.contains(v) || more.contains(v))
            .distinct()
            .collect(toImmutableList());
    return shown.isEmpty() ? Attrs.empty() : Attrs.of("dump_vars", new AttrValue.OfVars(shown));
  }

  /** The arguments of a function; one may be exempt from automatic dependencies. */
  ImmutableList<Expr> arguments(List<Py.Expr> args) {
    return args.stream()
        .map(a -> exprs.expr(module.calls(a, "no_dep") ? only((Py.Call) a) : a))
        .collect(toImmutableList());
  }

  Attrs overrides(List<Py.Expr> args) {
    ImmutableList<Integer> exempt =
        IntStream.range(0, args.size())
            .filter(i -> module.calls(args.get(i), "no_dep"))
            .boxed()
            .collect(toImmutableList());
    return exempt.isEmpty()
        ? Attrs.empty()
        : Attrs.of("arg_direction_overrides", new AttrValue.OfInts(exempt));
  }

  static Optional<Type> known(Optional<Type> annotation) {
    return annotation.filter(t -> !Annotations.isSilent(t));
  }

  /**
   * The result types of a function for the given arguments.
   *
   * @param launch whether output arguments may be left to the runtime
   */
  ImmutableList<Type> results(Py.Call c, String name, ImmutableList<Expr> args, boolean launch) {
    Signature callee = module.functions().get(name);
    if (callee == null && module.externals().containsKey(name)) {
      callee = module.externals().get(name);
      module.include(callee);
    }
    if (callee == null) {
      if (module.failedFunctions().contains(name)) {
        throw new Failures.FollowUp();
      }
      if (!module.inProgram()) {
        return ImmutableList.of();
      }
      Optional<Integer> line = module.unread("self." + name);
      if (line.isPresent()) {
        throw CallMistake.METHOD_DECORATOR.at(c, name, line.get());
      }
      throw CallMistake.UNDEFINED_FUNCTION.at(
          c, name, String.join(", ", module.functions().keySet()));
    }
    ImmutableList<Var> params = supplied(c, callee, args.size(), launch);
    boolean inferred = !launch && callee.definition().returns().isEmpty();
    DimSubstitution extents = DimSubstitution.of(params, args);
    if (extents.conflict().isPresent()) {
      DimSubstitution.Conflict conflict = extents.conflict().get();
      throw CallMistake.EXTENT_TWICE.at(
          c,
          name,
          conflict.symbol().nameHint(),
          IrPrinter.print(conflict.first()),
          IrPrinter.print(conflict.second()));
    }
    return extents.apply(inferred ? returned(callee) : callee.returnTypes());
  }

  /** What a function returns that says nothing about it, if its body has been read. */
  private ImmutableList<Type> returned(Signature callee) {
    Function read = module.readFunctions().get(callee.name());
    if (read == null) {
      return callee.returnTypes();
    }
    List<Stmt> returns = new ArrayList<>();
    Walk.stmts(
        read.body(),
        s -> {
          if (s instanceof ReturnStmt(_, _, var values) && !values.isEmpty()) {
            returns.add(s);
          }
        });
    if (returns.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList<Type> types =
        ((ReturnStmt) returns.getFirst())
            .value().stream().map(Expr::type).collect(toImmutableList());
    return types.contains(UnknownType.INSTANCE) ? ImmutableList.of() : types;
  }

  /** The parameters that the arguments are for: outputs may be missing in a launch. */
  private static ImmutableList<Var> supplied(
      Py.Call c, Signature callee, int args, boolean launch) {
    int all = callee.params().size();
    int inputs = (int) callee.directions().stream().filter(d -> d == ParamDirection.IN).count();
    int least = launch ? inputs : all;
    if (args > all || args < least) {
      throw CallMistake.ARGUMENT_COUNT.at(
          c, callee.name(), least == all ? "" + all : least + ".." + all, args, form(callee));
    }
    ImmutableList.Builder<Var> supplied = ImmutableList.builder();
    int left = args;
    int inputsLeft = inputs;
    for (int i = 0; i < all; i++) {
      boolean input = callee.directions().get(i) == ParamDirection.IN;
      if (input || left > inputsLeft) {
        supplied.add(callee.params().get(i));
        left--;
      }
      inputsLeft -= input ? 1 : 0;
    }
    return supplied.build();
  }

  private static String form(Signature callee) {
    return IntStream.range(0, callee.params().size())
        .mapToObj(i -> callee.params().get(i).nameHint() + ": " + callee.directions().get(i).text())
        .collect(joining(", ", "[", "]"));
  }
}
