package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import io.pto4j.op.rule.MatmulRules;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads calls of operators. */
final class OperatorReader {
  private static final ImmutableSet<String> NAMESPACES =
      ImmutableSet.of("tensor", "tile", "system", "array", "prefetch", "buffer", "builtin", "dist");

  /** Names that operators have within their namespaces only. */
  private static final ImmutableSet<String> NOT_COMMON =
      ImmutableSet.of("pl.adds", "pl.subs", "pl.muls", "pl.divs", "pl.view", "pl.yield_");

  private static final String SCALAR = "scalar";
  private static final int USUAL_OPERANDS = 4;

  private final ExprReader exprs;
  private final AttrReader attrs;
  private final Bindings bindings;
  private final LaunchReader launches;

  OperatorReader(ExprReader exprs, AttrReader attrs, Bindings bindings, LaunchReader launches) {
    this.launches = launches;
    this.exprs = exprs;
    this.attrs = attrs;
    this.bindings = bindings;
  }

  /** The operands of a call, each read once although several steps look at them. */
  private final class Operands {
    private final Map<Py.Expr, Expr> known = new IdentityHashMap<>(USUAL_OPERANDS);

    Expr get(Py.Expr e) {
      Expr expr = known.get(e);
      if (expr == null) {
        expr = exprs.expr(e);
        known.put(e, expr);
      }
      return expr;
    }
  }

  Expr call(Py.Call c, String spelling, Optional<Type> annotation) {
    if (spelling.equals("pl.system.task_dummy")) {
      return launches.dummy(c);
    }
    if (spelling.equals(CallForms.PADDED_LOAD)) {
      return call(padded(c), CallForms.LOAD, annotation);
    }
    if (NOT_COMMON.contains(spelling)) {
      throw unknown(c, spelling);
    }
    Operands operands = new Operands();
    String name = plainName(spelling);
    boolean shortened = isShortened(name);
    if (name.startsWith("pld.")) {
      name = distributed(c, name, operands);
      checkHost(c, name);
    }
    boolean explicit = name.startsWith("pld.") || NAMESPACES.contains(namespace(name));
    if (!explicit) {
      Optional<Expr> scalar = scalar(c, name, operands);
      if (scalar.isPresent()) {
        return scalar.get();
      }
    }
    String operator =
        explicit
            ? namespaced(c, name, operands, annotation.isPresent())
            : dispatched(c, name, operands);
    Optional<Expr> own = own(c, operator, operands, annotation);
    if (own.isPresent()) {
      return own.get();
    }
    Optional<OpDef> op = Operators.find(operator);
    boolean said = explicit && !isScalarForm(operator, name);
    Py.Call plain = said ? Spellings.plain(operator, c) : general(operator, c, op, operands);
    // what comes from another core without a type can be given back
    boolean untyped = operator.startsWith("system.tfree_") && isUntyped(c, operands);
    if (untyped) {
      return unknown(c, operator, operands, Optional.of(UnknownType.INSTANCE));
    }
    return op.isPresent()
        ? OperatorCall.of(attrs, op.get(), explicit && !shortened, operands::get, plain)
            .read(plain, splitOfRegion(c, operator, explicit), annotation)
        : unknown(c, operator, operands, annotation);
  }

  private static String namespace(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  /** Whether the name leaves out a namespace between devices, as printed programs never do. */
  private static boolean isShortened(String name) {
    return name.startsWith("pld.") && name.indexOf('.') == name.lastIndexOf('.');
  }

  /** Whether the operand on the right has chosen {@code operator} for {@code name}. */
  private static boolean isScalarForm(String operator, String name) {
    return operator.equals(name + "s");
  }

  private static boolean isUntyped(Py.Call c, Operands operands) {
    return leading(c, 0)
        .map(operands::get)
        .filter(e -> e.type() == UnknownType.INSTANCE)
        .isPresent();
  }

  private static Py.Call padded(Py.Call c) {
    Py.Keyword padding =
        new Py.Keyword(c.span(), CallForms.PADDING, new Py.BoolLit(c.span(), true));
    return new Py.Call(
        c.span(),
        c.function(),
        c.args(),
        ImmutableList.<Py.Keyword>builder().addAll(c.keywords()).add(padding).build());
  }

  /**
   * A call by a name for tensors and tiles, without the arguments that only the other one has,
   * which may say what holds anyway.
   */
  private Py.Call general(String operator, Py.Call c, Optional<OpDef> op, Operands operands) {
    Py.Call plain = Spellings.plain(operator, c);
    if (op.isEmpty()) {
      return plain;
    }
    boolean product = operator.equals("tile.matmul") && saysAccumulator(plain, operands);
    ImmutableList<Spellings.Argument> arguments = Spellings.arguments(op.get(), plain);
    return new Py.Call(
        plain.span(),
        plain.function(),
        op.get().variadic() ? plain.args() : withoutAbsent(plain.args(), arguments.size()),
        plain.keywords().stream()
            .filter(
                k ->
                    Spellings.find(arguments, k.name()).isPresent()
                        || !(saysNothing(k.value()) || (product && k.name().equals("out_dtype"))))
            .collect(toImmutableList()));
  }

  /** The arguments without those that are None and that the operator has no place for. */
  private static ImmutableList<Py.Expr> withoutAbsent(ImmutableList<Py.Expr> args, int places) {
    int count = args.size();
    while (count > places && args.get(count - 1) instanceof Py.NoneLit) {
      count--;
    }
    return args.subList(0, count);
  }

  /** Whether the result type that a product of tiles asks for is the one that it has. */
  private boolean saysAccumulator(Py.Call c, Operands operands) {
    Optional<DataType> asked = c.keyword("out_dtype").flatMap(exprs.types()::findDtype);
    return asked.isPresent()
        && leading(c, 0).map(operands::get).map(Expr::type).orElse(null) instanceof TileType factor
        && asked.get() == MatmulRules.accumulator(factor.dtype());
  }

  private static boolean saysNothing(Py.Expr value) {
    return switch (value) {
      case Py.NoneLit _ -> true;
      case Py.BoolLit(_, boolean flag) -> !flag;
      case Py.Attr(_, _, String name) -> name.equals("None_");
      default -> false;
    };
  }

  /** The split of the region around, for an operator that takes it from there. */
  private Optional<AttrValue> splitOfRegion(Py.Call c, String operator, boolean explicit) {
    if (!CallForms.takesSplitOfRegion(operator)) {
      return Optional.empty();
    }
    Optional<AttrValue> region = bindings.region().map(mode -> AttrValue.of(mode.code()));
    Optional<Py.Expr> given = c.keyword("split");
    boolean tile = operator.startsWith("tile.");
    if (!explicit && c.args().size() > 1) {
      throw CallMistake.SPLIT_OPERANDS.at(c.args().get(1));
    }
    if (!explicit && region.isPresent() && !c.keywords().isEmpty()) {
      throw CallMistake.SPLIT_IN_REGION.at(c.keywords().getFirst().span());
    }
    if (!explicit && region.isEmpty() && (given.isEmpty() || !tile)) {
      throw CallMistake.SPLIT_OUTSIDE_REGION.at(c);
    }
    return given.isPresent() ? Optional.empty() : region;
  }

  /** The full name of an operator between devices. */
  private String distributed(Py.Call c, String name, Operands operands) {
    String last = name.substring("pld.".length());
    if (last.contains(".")) {
      return name;
    }
    if (last.equals("remote_store")) {
      return "pld." + (kind(c, 0, operands).equals("tile") ? "tile." : "tensor.") + last;
    }
    return Spellings.distributed(last)
        .orElseThrow(() -> unknown(c, name.startsWith("pld.") ? name : "pl." + name));
  }

  private void checkHost(Py.Call c, String name) {
    boolean host = exprs.place().filter(p -> p.surroundings().isHostOrchestrator()).isPresent();
    if (name.equals("pld.system.world_size") && !host) {
      throw CallMistake.HOST_ONLY.at(c, "pld.world_size");
    }
    if (name.equals("pld.tensor.allreduce")) {
      Optional<Py.Expr> signal =
          c.args().size() > 1 ? Optional.of(c.args().get(1)) : c.keyword("signal");
      if (signal.isEmpty() && !host) {
        throw CallMistake.HOST_ONLY.at(c, "pld.tensor.allreduce without a signal");
      }
      if (signal.filter(Py.NoneLit.class::isInstance).isPresent()) {
        throw CallMistake.OPERATOR_ARGUMENT_MISSING.at(
            signal.get(), name, "signal", "give a window of counters; the host may leave it out");
      }
    }
  }

  /** A call that is more than its operator. */
  private Optional<Expr> own(
      Py.Call c, String operator, Operands operands, Optional<Type> annotation) {
    return switch (operator) {
      case "tensor.dim" -> annotation.isPresent() ? Optional.empty() : extent(c, operands);
      case "tile.tpop_from_aic", "tile.tpop_from_aiv" -> popped(c, operator);
      default -> Optional.empty();
    };
  }

  /** In orchestration, the dynamic extent that a tensor has in a parameter's type is a name. */
  private Optional<Expr> extent(Py.Call c, Operands operands) {
    Optional<Surroundings> around = exprs.place().map(ExprReader.Place::surroundings);
    Optional<Py.Expr> tensor = leading(c, 0).filter(Py.Name.class::isInstance);
    Optional<Number> axis =
        (c.args().size() > 1 ? Optional.of(c.args().get(1)) : c.keyword("axis"))
            .flatMap(exprs.folder()::fold);
    if (around.filter(Surroundings::isOrchestration).isEmpty()
        || tensor.isEmpty()
        || axis.isEmpty()
        || !(operands.get(tensor.get()).type() instanceof TensorLike type)) {
      return Optional.empty();
    }
    long written = axis.get().longValue();
    long at = written < 0 ? written + type.rank() : written;
    boolean known =
        at >= 0
            && at < type.rank()
            && type.shape().get((int) at) instanceof Var extent
            && around.get().function().params().stream().anyMatch(p -> isExtent(p, extent));
    return known ? Optional.of(type.shape().get((int) at)) : Optional.empty();
  }

  private static boolean isExtent(Var param, Var extent) {
    return param.type() instanceof TensorLike t && t.shape().stream().anyMatch(d -> d == extent);
  }

  /** A tile from the other core, whose shape and element type the author says. */
  private Optional<Expr> popped(Py.Call c, String operator) {
    Optional<Py.Expr> shape = c.keyword("shape");
    Optional<Py.Expr> dtype = c.keyword("dtype");
    if (shape.isPresent() != dtype.isPresent()) {
      throw CallMistake.POPPED_TYPE.at(c);
    }
    if (shape.isEmpty()) {
      return Optional.empty();
    }
    MemorySpace space = operator.equals("tile.tpop_from_aic") ? MemorySpace.VEC : MemorySpace.MAT;
    TypeReader types = exprs.types();
    TileType type =
        new TileType(
            types.dtype(dtype.get()),
            types.shape(shape.get()),
            Optional.empty(),
            Optional.empty(),
            Optional.of(space));
    ImmutableList<Py.Keyword> others =
        c.keywords().stream()
            .filter(k -> !k.name().equals("shape") && !k.name().equals("dtype"))
            .collect(toImmutableList());
    Py.Call rest = new Py.Call(c.span(), c.function(), c.args(), others);
    return Optional.of(
        OperatorCall.of(attrs, Operators.get(operator), false, exprs::expr, rest)
            .read(rest, Optional.empty(), Optional.of(type)));
  }

  /** An operator that the table does not have: the program must say what it gives. */
  private Call unknown(Py.Call c, String name, Operands operands, Optional<Type> annotation) {
    Type type =
        annotation.orElseThrow(
            () ->
                CallMistake.UNKNOWN_OPERATOR.at(
                    c,
                    name,
                    SimilarNames.to("pl." + name)
                        .map("did you mean %s?"::formatted)
                        .orElse("see the operator reference, or annotate the result")));
    List<Expr> args = new ArrayList<>(c.args().stream().map(operands::get).toList());
    Attrs own = Attrs.empty();
    Attrs kwargs = Attrs.empty();
    for (Py.Keyword k : c.keywords()) {
      if (k.name().equals("attrs")) {
        own = attrs.dict(k.value());
      } else if (CallForms.keywords(name).contains(k.name())) {
        args.add(operands.get(k.value()));
      } else {
        kwargs = kwargs.with(k.name(), OperatorCall.keyword(attrs, k.name(), k.value(), false));
      }
    }
    return new Call(c.span(), type, new Operator(name), ImmutableList.copyOf(args), own, kwargs);
  }

  /** The name without the module and without the underscore that keeps it from being a keyword. */
  private static String plainName(String spelling) {
    if (spelling.startsWith("pld.")) {
      return spelling;
    }
    String name = spelling.substring("pl.".length());
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.endsWith("_") && PythonNames.isKeyword(last.substring(0, last.length() - 1))
        ? name.substring(0, name.length() - 1)
        : name;
  }

  /** The value of a call that has scalars only. */
  private Optional<Expr> scalar(Py.Call c, String name, Operands operands) {
    Optional<BinaryOp> op = Spellings.scalar(name);
    if (name.equals("cast")) {
      return cast(c, operands);
    }
    if (op.isEmpty() || !kind(c, 0, operands).equals(SCALAR)) {
      return Optional.empty();
    }
    if (c.args().size() != 2 || !kind(c, 1, operands).equals(SCALAR)) {
      throw CallMistake.SCALAR_OPERANDS.at(c, name);
    }
    Expr left = operands.get(c.args().get(0));
    Expr right = operands.get(c.args().get(1));
    return Optional.of(ExprReader.binary(op.get(), left, right, c.span()));
  }

  private Optional<Expr> cast(Py.Call c, Operands operands) {
    if (!kind(c, 0, operands).equals(SCALAR)) {
      return Optional.empty();
    }
    checkPlainRounding(c);
    Py.Expr target =
        c.keyword("target_type")
            .or(() -> c.args().stream().skip(1).findFirst())
            .orElseThrow(() -> CallMistake.CAST_ARGUMENTS.at(c));
    return Optional.of(
        ExprReader.cast(
            operands.get(leading(c, 0).orElseThrow()), exprs.types().dtype(target), c.span()));
  }

  /** A scalar is converted in the usual way only. */
  private static void checkPlainRounding(Py.Call c) {
    boolean other =
        c.args().size() > 3
            || (c.args().size() == 3 ? Optional.of(c.args().get(2)) : c.keyword("mode"))
                .filter(m -> !(m instanceof Py.StrLit(_, String word) && word.equals("round")))
                .isPresent();
    if (other) {
      throw CallMistake.CAST_MODE.at(c);
    }
  }

  /** Operand {@code i} of the first two, by position or by keyword. */
  private static Optional<Py.Expr> leading(Py.Call c, int i) {
    if (i < c.args().size()) {
      return Optional.of(c.args().get(i));
    }
    return i == 0
        ? c.keywords().stream().map(Py.Keyword::value).findFirst()
        : c.keyword("rhs").or(() -> c.keyword("scalar"));
  }

  /** The kind of an operand, which is a namespace or a scalar; empty for anything else. */
  private String kind(Py.Call c, int i, Operands operands) {
    Optional<Py.Expr> e = leading(c, i).filter(this::isValue);
    if (e.isEmpty()) {
      return "";
    }
    Type type = operands.get(e.get()).type();
    if (type instanceof TileType) {
      return "tile";
    }
    return type instanceof ShapedType ? "tensor" : type instanceof ScalarType ? SCALAR : "";
  }

  /** Whether {@code e} is surely an operand, not a data type or another option. */
  private boolean isValue(Py.Expr e) {
    return switch (e) {
      case Py.Name(_, String id) -> bindings.value(id).isPresent() || exprs.isValue(id);
      case Py.IntLit _, Py.FloatLit _, Py.BoolLit _ -> true;
      case Py.Attr a -> exprs.folder().fold(a).isPresent();
      case Py.Call _, Py.Index _, Py.Binary _, Py.Unary _ -> true;
      case Py.StrLit _,
          Py.NoneLit _,
          Py.EllipsisLit _,
          Py.Slice _,
          Py.ListLit _,
          Py.TupleLit _,
          Py.Template _,
          Py.Comprehension _,
          Py.DictLit _ ->
          false;
    };
  }

  /** The operator of a name with namespace; an author leaves the choice of a form to the reader. */
  private String namespaced(Py.Call c, String name, Operands operands, boolean typed) {
    String operator = Spellings.variant(Spellings.operator(name).orElse(name), c);
    boolean chosen = typed || !operator.startsWith("tensor.");
    return chosen ? operator : withScalar(c, operator, operands);
  }

  /** The form of {@code operator} for a scalar on the right, if there are both. */
  private String withScalar(Py.Call c, String operator, Operands operands) {
    String form = operator + "s";
    return Operators.find(form).isPresent() && kind(c, 1, operands).equals(SCALAR)
        ? form
        : operator;
  }

  /** The operator meant by a name without namespace: that of the first operand's kind. */
  private String dispatched(Py.Call c, String name, Operands operands) {
    Optional<String> fixed = Spellings.operator(name);
    if (fixed.isPresent()) {
      return Spellings.variant(fixed.get(), c);
    }
    if (Spellings.isNamespaced(name)) {
      throw unknown(c, "pl." + name);
    }
    String kind = kind(c, 0, operands);
    boolean level = kind.equals("tile") || kind.equals("tensor");
    if (level) {
      checkSameKind(c, name, kind, operands);
    }
    return Stream.of(level ? kind : "tile", "tile", "tensor", "system")
        .map(namespace -> Spellings.variant(namespace + "." + name, c))
        .filter(candidate -> Operators.find(candidate).isPresent())
        .findFirst()
        .map(
            candidate -> {
              checkLevel(c, name, candidate, operands);
              return withScalar(c, candidate, operands);
            })
        .orElseThrow(() -> unknown(c, name.startsWith("pld.") ? name : "pl." + name));
  }

  private static ParseException unknown(Py.Call c, String spelling) {
    return CallMistake.UNKNOWN_OPERATION.at(
        c,
        spelling,
        SimilarNames.to(spelling)
            .map("did you mean %s?"::formatted)
            .orElse("write the operator with its namespace, such as pl.tile.load"));
  }

  private void checkLevel(Py.Call c, String name, String operator, Operands operands) {
    ImmutableList<Operand> wanted = Operators.get(operator).operands();
    if (!wanted.isEmpty()
        && wanted.getFirst().kind().isShaped()
        && kind(c, 0, operands).equals(SCALAR)) {
      Type scalar = operands.get(leading(c, 0).orElseThrow()).type();
      throw CallMistake.NOT_A_VALUE_OF_A_LEVEL.at(c, name, ((ScalarType) scalar).dtype().text());
    }
  }

  private void checkSameKind(Py.Call c, String name, String kind, Operands operands) {
    boolean everywhere =
        Operators.find("tile." + name).isPresent() && Operators.find("tensor." + name).isPresent();
    String other = everywhere ? kind(c, 1, operands) : "";
    if (!other.isEmpty() && !other.equals(SCALAR) && !other.equals(kind)) {
      throw CallMistake.MIXED_LEVELS.at(c, name, kind, other);
    }
  }
}
