package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.InlineLanguage;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    for (Py.Param param : def.params()) {
      if (param.name().equals("self") && param.annotation().isEmpty()) {
        continue;
      }
      Py.Expr annotation =
          param
              .annotation()
              .orElseThrow(
                  () ->
                      new IrException(
                          "parameter '" + param.name() + "' has no type",
                          "write " + param.name() + ": pl.Tensor[[64], pl.FP32]",
                          param.span()));
      directions.add(direction(annotation));
      Var var = param(param, types.type(unwrapped(annotation)));
      params.add(var);
      bindings.define(param.name(), var);
    }
    ImmutableList<Type> returns =
        def.returns().map(r -> returnTypes(r, types)).orElse(ImmutableList.of());
    return new Signature(
        def,
        decorator.type,
        decorator.level,
        decorator.role,
        decorator.attrs,
        params.build(),
        directions.build(),
        returns,
        bindings);
  }

  /** An index parameter with the name of a dynamic extent is that extent. */
  private Var param(Py.Param param, Type type) {
    boolean index = type instanceof ScalarType(DataType dtype) && dtype == DataType.INDEX;
    Optional<Var> dynamic = index ? module.dynamic(param.name()) : Optional.empty();
    return dynamic.orElseGet(() -> new Var(param.name(), type, param.span()));
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
      throw Module.error(annotation, "pl.Out and pl.InOut hold one type");
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
    StmtReader stmts = new StmtReader(module, s.bindings());
    if (!def.rawBody().isEmpty()) {
      return foreign(s);
    }
    List<Py.Stmt> body = new ArrayList<>(def.body());
    Attrs attrs = prologue(body, stmts, s.attrs());
    if (s.attrs().has("external_source") && isEllipsis(body)) {
      body.clear();
    }
    Stmt read = stmts.body(body, new StmtReader.Outputs(), def.span());
    return build(s, attrs, false, read);
  }

  private static Function foreign(Signature s) {
    String text = s.definition().rawBody();
    boolean unbound = text.strip().equals("...");
    InlineStmt inline =
        new InlineStmt(
            s.definition().span(), ImmutableList.of(), unbound ? "" : text, InlineLanguage.PYTHON);
    return build(s, s.attrs(), unbound, inline);
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
      throw e.at(s.definition().span());
    }
  }

  private static boolean isEllipsis(List<Py.Stmt> body) {
    return body.size() == 1 && body.getFirst() instanceof Py.ExprStmt(_, _, Py.EllipsisLit _);
  }

  /** Takes the {@code func_attr} calls at the beginning of {@code body}. */
  private Attrs prologue(List<Py.Stmt> body, StmtReader stmts, Attrs decorator) {
    AttrReader reader = stmts.exprs().calls().attrs();
    Attrs attrs = Attrs.empty();
    while (!body.isEmpty()
        && body.getFirst() instanceof Py.ExprStmt(_, _, Py.Expr value)
        && module.calls(value, "func_attr")) {
      Py.Call call = (Py.Call) value;
      if (call.args().size() != 1 || !call.keywords().isEmpty()) {
        throw Module.error(call, "pl.func_attr takes one dictionary");
      }
      attrs = reader.merge(attrs, reader.dict(call.args().getFirst()));
      body.removeFirst();
    }
    return reader.merge(decorator, attrs);
  }
}
