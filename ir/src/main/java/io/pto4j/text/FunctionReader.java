package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.InlineLanguage;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads functions: their signatures first, so that calls know them, and then their bodies. */
final class FunctionReader {
  private final Module module;

  FunctionReader(Module module) {
    this.module = module;
  }

  Signature signature(Py.FunctionDef def) {
    DecoratorReader decorator = new DecoratorReader(module);
    decorator.read(def);
    Bindings bindings = new Bindings();
    TypeReader types = new ExprReader(module, bindings).types();
    ImmutableList.Builder<Var> params = ImmutableList.builder();
    ImmutableList.Builder<ParamDirection> directions = ImmutableList.builder();
    Set<String> names = new HashSet<>();
    boolean failed = false;
    for (Py.Param param : def.params()) {
      failed |=
          isWrong(
              () -> {
                if (!names.add(param.name())) {
                  throw SignatureMistake.PARAMETER_TWICE.at(param.span(), param.name());
                }
                if (param.name().equals("self") && param.annotation().isEmpty()) {
                  checkSelf(def, param);
                  return;
                }
                Var var = param(param, types);
                checkOrder(param, var, params.build());
                params.add(var);
                directions.add(direction(param.annotation().orElseThrow()));
                bindings.define(param.name(), var);
              });
    }
    List<Type> returns = new ArrayList<>();
    failed |= isWrong(() -> def.returns().ifPresent(r -> returns.addAll(returnTypes(r, types))));
    if (failed) {
      throw new Failures.FollowUp();
    }
    return new Signature(
        def,
        decorator.type,
        decorator.level,
        decorator.role,
        decorated(decorator, bindings),
        decorator.strict || module.strictSsa(),
        params.build(),
        directions.build(),
        ImmutableList.copyOf(returns),
        bindings);
  }

  /**
   * Whether a part of a signature has a mistake; it is noted, and the other parts are read, too.
   */
  private boolean isWrong(Runnable read) {
    try {
      read.run();
      return false;
    } catch (ParseException e) {
      module.failures().add(e);
    } catch (Failures.FollowUp _) {
      // what it follows is among the failures
    }
    return true;
  }

  private Var param(Py.Param param, TypeReader types) {
    Py.Expr annotation =
        param
            .annotation()
            .orElseThrow(
                () -> SignatureMistake.PARAMETER_TYPE.at(param.span(), param.name(), param.name()));
    Type type = types.type(unwrapped(annotation));
    if (type instanceof ScalarType && direction(annotation) == ParamDirection.INOUT) {
      throw SignatureMistake.INOUT_SCALAR.at(annotation, param.name());
    }
    return param(param, type);
  }

  private static void checkSelf(Py.FunctionDef def, Py.Param self) {
    if (!def.rawBody().isEmpty()) {
      throw SignatureMistake.WORKER_SELF.at(self.span());
    }
  }

  private Attrs decorated(DecoratorReader decorator, Bindings bindings) {
    boolean kernel = decorator.type == FunctionType.AIC || decorator.type == FunctionType.AIV;
    if (decorator.attrs.has("external_source") && !kernel) {
      throw SignatureMistake.EXTERNAL_TYPE.at(decorator.place);
    }
    if (decorator.given.isEmpty()) {
      return decorator.attrs;
    }
    AttrReader reader = new ExprReader(module, bindings).calls().attrs();
    return reader.merge(decorator.attrs, own(reader, decorator.given.get()));
  }

  /** The attributes in a dictionary of those that a function has. */
  private Attrs own(AttrReader reader, Py.Expr dict) {
    Attrs attrs = reader.dict(dict);
    for (String key : ImmutableList.of("auto_scope", "external_source")) {
      if (attrs.has(key)) {
        throw SignatureMistake.FUNC_ATTR_RESERVED.at(AttrReader.entry(dict, key).key(), key);
      }
    }
    return withoutNoSplit(dict, attrs);
  }

  /** An index parameter with the name of a dynamic extent is that extent. */
  private Var param(Py.Param param, Type type) {
    boolean index = type instanceof ScalarType(DataType dtype) && dtype == DataType.INDEX;
    Optional<Var> dynamic = index ? module.dynamic(param.name()) : Optional.empty();
    return dynamic.orElseGet(() -> new Var(param.name(), type, param.span()));
  }

  /** A dynamic extent that is a parameter is one ahead of the types that name it. */
  private void checkOrder(Py.Param param, Var var, List<Var> before) {
    boolean dynamic = module.dynamic(param.name()).filter(d -> d == var).isPresent();
    if (dynamic && before.stream().anyMatch(p -> DynamicDims.of(p.type()).contains(var))) {
      throw SignatureMistake.EXTENT_ORDER.at(param.span(), param.name());
    }
  }

  private ParamDirection direction(Py.Expr annotation) {
    return switch (wrapper(annotation)) {
      case "pl.Out" -> ParamDirection.OUT;
      case "pl.InOut" -> ParamDirection.INOUT;
      default -> ParamDirection.IN;
    };
  }

  private String wrapper(Py.Expr annotation) {
    return annotation instanceof Py.Index(_, Py.Expr head, _) ? module.dotted(head).orElse("") : "";
  }

  private Py.Expr unwrapped(Py.Expr annotation) {
    boolean wrapped =
        wrapper(annotation).equals("pl.Out") || wrapper(annotation).equals("pl.InOut");
    if (!wrapped) {
      return annotation;
    }
    ImmutableList<Py.Expr> inner = ((Py.Index) annotation).indices();
    if (inner.size() != 1) {
      throw SignatureMistake.DIRECTION_TYPES.at(annotation);
    }
    return inner.getFirst();
  }

  private ImmutableList<Type> returnTypes(Py.Expr returns, TypeReader types) {
    return returns instanceof Py.Index(_, Py.Name(_, String id), ImmutableList<Py.Expr> several)
            && id.equals("tuple")
        ? several.stream().map(types::type).collect(toImmutableList())
        : ImmutableList.of(types.type(returns));
  }

  Function function(Signature s) {
    Py.FunctionDef def = s.definition();
    if (!def.rawBody().isEmpty()) {
      return foreign(s);
    }
    StmtReader stmts = new StmtReader(module, s);
    List<Py.Stmt> body = new ArrayList<>(def.body());
    List<String> comments = new ArrayList<>();
    Attrs attrs = prologue(body, comments, stmts, s.attrs());
    if (s.attrs().has("external_source")) {
      checkEmpty(body);
      body.clear();
    }
    Stmt read = stmts.body(body, new StmtReader.Outputs(), def.span(), comments);
    Function function = build(s, attrs, false, read);
    module.readFunctions().put(s.name(), function);
    return function;
  }

  private static void checkEmpty(List<Py.Stmt> body) {
    for (Py.Stmt stmt : body) {
      if (!(stmt instanceof Py.Pass || stmt instanceof Py.ExprStmt(_, _, Py.EllipsisLit _))) {
        throw SignatureMistake.EXTERNAL_BODY.at(stmt);
      }
    }
  }

  private Function foreign(Signature s) {
    String text = s.definition().rawBody();
    List<Py.Stmt> prologue = new ArrayList<>(s.definition().body());
    Attrs attrs = prologue(prologue, new ArrayList<>(), new StmtReader(module, s), s.attrs());
    boolean unbound = text.strip().equals("...");
    InlineStmt inline =
        new InlineStmt(
            s.definition().span(), ImmutableList.of(), unbound ? "" : text, InlineLanguage.PYTHON);
    return build(s, attrs, unbound, inline);
  }

  private static Function build(Signature s, Attrs attrs, boolean unbound, Stmt body) {
    try {
      return new Function(
          s.definition().span(),
          s.params(),
          s.directions(),
          s.type(),
          s.level(),
          s.role(),
          attrs,
          unbound,
          s.returnTypes(),
          body,
          s.name());
    } catch (IrException e) {
      throw SignatureMistake.FUNCTION.at(s.definition(), s.name(), e.getMessage(), Mistake.hint(e));
    }
  }

  /**
   * Takes the {@code func_attr} calls at the beginning of {@code body}.
   *
   * @param comments takes the comments of the calls
   */
  private Attrs prologue(
      List<Py.Stmt> body, List<String> comments, StmtReader stmts, Attrs decorator) {
    AttrReader reader = stmts.exprs().calls().attrs();
    Attrs attrs = decorator;
    while (!body.isEmpty()
        && body.getFirst() instanceof Py.ExprStmt(_, var above, Py.Expr value)
        && module.calls(value, "func_attr")) {
      Py.Call call = (Py.Call) value;
      if (call.args().size() != 1 || !call.keywords().isEmpty()) {
        throw SignatureMistake.FUNC_ATTR_FORM.at(call);
      }
      Py.Expr dict = call.args().getFirst();
      Attrs given = own(reader, dict);
      for (String key : given.entries().keySet()) {
        if (attrs.has(key)) {
          throw CallMistake.ATTRIBUTE_TWICE.at(AttrReader.entry(dict, key).key(), key);
        }
      }
      attrs = reader.merge(attrs, given);
      comments.addAll(above);
      body.removeFirst();
    }
    return attrs;
  }

  /** No split is the absence of the attribute. */
  private Attrs withoutNoSplit(Py.Expr dict, Attrs attrs) {
    if (!attrs.has("split")) {
      return attrs;
    }
    Py.Expr value = AttrReader.entry(dict, "split").value();
    SplitMode mode =
        module
            .findMember(value, SplitMode.class)
            .orElseThrow(() -> SignatureMistake.FUNC_ATTR_SPLIT.at(value));
    return mode == SplitMode.NONE ? attrs.without("split") : attrs;
  }
}
