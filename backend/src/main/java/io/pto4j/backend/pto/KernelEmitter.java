package io.pto4j.backend.pto;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes one in-core function: signature, constants, tensor views, then its body statement by
 * statement.
 */
final class KernelEmitter {
  private static final String INDENT = "  ";

  private final Function function;
  private final SsaNames names = new SsaNames();
  private final Constants constants = new Constants(names);
  private final Lines prologue = new Lines(INDENT);
  private final Lines body = new Lines(INDENT);
  private final Map<Var, String> scalars = new HashMap<>();
  private final Map<Var, TileHandle> tiles = new HashMap<>();
  private final Map<Var, TensorHandle> tensors = new HashMap<>();
  private final Set<Var> naturals = new HashSet<>();
  private final Scalars scalarCode = new Scalars(body, names, constants, this::scalar, naturals);
  private final TileOps tileOps =
      new TileOps(body, names, scalarCode, constants, this::tile, this::tensor);

  KernelEmitter(Function function) {
    this.function = function;
  }

  String emit(String kind) {
    String signature = signature();
    requestAddresses();
    views();
    hoistBranchResults(function.body());
    stmt(function.body());
    StringBuilder text = new StringBuilder();
    text.append("  func.func @")
        .append(function.name())
        .append('(')
        .append(signature)
        .append(')')
        .append(kind);
    text.append(" {\n");
    constants.lines().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append(prologue).append(body).append("  return\n  }\n").toString();
  }

  // ---- signature and prologue

  /**
   * Tensors first, then scalars, then the symbolic extents of tensors in the order of their first
   * occurrence.
   */
  private String signature() {
    List<String> arguments = new ArrayList<>();
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType tensor) {
        arguments.add(
            argument(arguments.size()) + ": " + PtoTypes.pointer(tensor.dtype(), param.span()));
        tensors.put(param, new TensorHandle(argument(arguments.size() - 1), "", tensor));
      }
    }
    for (Var param : function.params()) {
      if (param.type() instanceof ScalarType(DataType dtype)) {
        scalars.put(param, argument(arguments.size()));
        arguments.add(argument(arguments.size()) + ": " + PtoTypes.element(dtype, param.span()));
      } else if (!(param.type() instanceof TensorType)) {
        throw new IrException("a kernel parameter is a tensor or a scalar", "", param.span());
      }
    }
    for (Var dim : symbolicDims()) {
      scalars.put(dim, argument(arguments.size()));
      arguments.add(argument(arguments.size()) + ": index");
    }
    for (int i = 0; i < arguments.size(); i++) {
      names.reserve(argument(i));
    }
    return String.join(", ", arguments);
  }

  private static String argument(int i) {
    return "%arg" + i;
  }

  private Set<Var> symbolicDims() {
    Set<Var> dims = Walk.identitySet();
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType tensor) {
        for (Expr extent : tensor.shape()) {
          Walk.exprs(
              extent,
              e -> {
                if (e instanceof Var v && !scalars.containsKey(v)) {
                  dims.add(v);
                }
              });
        }
      }
    }
    return dims;
  }

  private void requestAddresses() {
    Walk.stmts(
        function.body(),
        s ->
            Walk.definedBy(s)
                .forEach(
                    v -> {
                      if (v.type() instanceof TileType tile && !(v instanceof IterArg)) {
                        tile.memref().ifPresent(ref -> tileOps.address(ref, v.span()));
                      }
                    }));
  }

  private void views() {
    Set<Var> used = Walk.identitySet();
    Walk.stmts(
        function.body(),
        s -> {
          if (!(s instanceof ReturnStmt) && !(s instanceof SeqStmts)) {
            used.addAll(Walk.usedVars(s));
          }
        });
    Scalars extents = new Scalars(prologue, names, constants, this::scalar, naturals);
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType tensor && used.contains(param)) {
        TensorViews writer = new TensorViews(prologue, names, extents, constants);
        TensorHandle handle = tensors.get(param);
        tensors.put(param, writer.view(handle.pointer(), param.nameHint(), tensor, param.span()));
      }
    }
  }

  /** The tiles that a branch yields need a handle that dominates both branches. */
  private void hoistBranchResults(Stmt root) {
    Walk.stmts(
        root,
        s -> {
          if (s instanceof IfStmt branch) {
            for (Var result : branch.returnVars()) {
              if (result.type() instanceof TileType tile) {
                tiles.put(result, tileOps.allocate(result, tile));
              }
            }
          }
        });
  }

  // ---- statements

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case SeqStmts s -> s.stmts().forEach(this::stmt);
      case AssignStmt s -> assign(s);
      case EvalStmt s -> eval(s.expr());
      case ForStmt s -> loop(s);
      case WhileStmt s -> whileLoop(s);
      case IfStmt s -> branch(s);
      case ReturnStmt _, YieldStmt _ -> {}
      case ScopeStmt s -> throw unsupported("a scope", s.span());
      case BreakStmt s -> throw unsupported("break", s.span());
      case ContinueStmt s -> throw unsupported("continue", s.span());
      case InlineStmt s -> throw unsupported("inline text", s.span());
    }
  }

  private static IrException unsupported(String what, Span span) {
    return new IrException("a kernel cannot contain " + what + " here", "", span);
  }

  private void assign(AssignStmt s) {
    switch (s.var().type()) {
      case ScalarType _ when !(s.value() instanceof Call) ->
          scalars.put(s.var(), scalarCode.value(s.value()));
      case ScalarType _ -> scalars.put(s.var(), tileOps.scalarResult(s.var(), (Call) s.value()));
      case TileType tile -> tiles.put(s.var(), assignTile(s, tile));
      case TensorType tensor -> tensors.put(s.var(), assignTensor(s, tensor));
      default -> {
        if (!(s.value() instanceof Call call)) {
          throw unsupported("a value of this type", s.span());
        }
        if (!call.isOperator("tile.alloc")) {
          throw TileOps.unsupported(call);
        }
      }
    }
  }

  private TileHandle assignTile(AssignStmt s, TileType type) {
    return switch (s.value()) {
      case Var source -> tile(source);
      case Call call -> tileOps.tileResult(s.var(), type, call);
      default -> throw unsupported("this tile expression", s.span());
    };
  }

  private TensorHandle assignTensor(AssignStmt s, TensorType type) {
    return switch (s.value()) {
      case Var source -> tensor(source);
      case Call call when call.isOperator("tensor.view") -> {
        TensorHandle source = tensor((Var) call.args().get(0));
        yield new TensorViews(body, names, scalarCode, constants)
            .view(source.pointer(), s.var().nameHint(), type, s.span());
      }
      case Call call -> tileOps.tensorResult(call);
      default -> throw unsupported("this tensor expression", s.span());
    };
  }

  private void eval(Expr expr) {
    if (!(expr instanceof Call call)) {
      throw unsupported("this expression as a statement", expr.span());
    }
    tileOps.effect(call);
  }

  // ---- control flow: only scalars are carried by value; tiles and tensors are mutable handles

  private void loop(ForStmt s) {
    if (s.kind() == ForKind.UNROLL || s.kind() == ForKind.PIPELINE) {
      throw unsupported("an unexpanded " + s.kind().text() + " loop", s.span());
    }
    if (s.step() instanceof ConstInt step && step.value() <= 0) {
      throw new IrException(
          "the step of a loop in a kernel must be positive, not " + step.value(),
          "count upwards",
          s.span());
    }
    String start = scalarCode.index(s.start());
    String stop = scalarCode.index(s.stop());
    String step = scalarCode.index(s.step());
    Carried carried = carry(s.iterArgs(), s.returnVars());
    String loopVar = names.hinted(s.loopVar().nameHint());
    scalars.put(s.loopVar(), loopVar);
    if (s.start() instanceof ConstInt c && c.value() >= 0) {
      naturals.add(s.loopVar());
    }
    String header = "scf.for %s = %s to %s step %s".formatted(loopVar, start, stop, step);
    body.open(
        carried.isEmpty()
            ? header + " {"
            : carried.results() + " = " + header + carried.clause() + " {");
    stmt(s.body());
    yieldScalars(yielded(s.body()), carried.positions());
    body.close();
  }

  private void whileLoop(WhileStmt s) {
    Carried carried = carry(s.iterArgs(), s.returnVars());
    if (carried.isEmpty()) {
      body.open("scf.while : () -> () {");
      body.line("scf.condition(%s)", scalarCode.value(s.condition()));
      body.reopen("} do {");
      stmt(s.body());
      body.line("scf.yield");
      body.close();
      return;
    }
    String types = String.join(", ", carried.types());
    body.open(
        "%s = scf.while (%s) : (%s) -> (%s) {"
            .formatted(carried.results(), carried.bindings(), types, types));
    body.line(
        "scf.condition(%s) %s : %s",
        scalarCode.value(s.condition()), String.join(", ", carried.arguments()), types);
    body.reopen("} do {");
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < carried.positions().size(); i++) {
      String inner = names.temp();
      scalars.put(s.iterArgs().get(carried.positions().get(i)), inner);
      parameters.add(inner + " : " + carried.types().get(i));
    }
    body.line("^bb0(%s):", String.join(", ", parameters));
    stmt(s.body());
    yieldScalars(yielded(s.body()), carried.positions());
    body.close();
  }

  /** The scalar part of the values a loop carries. */
  private record Carried(
      List<Integer> positions,
      List<String> arguments,
      List<String> inits,
      List<String> types,
      String results) {
    boolean isEmpty() {
      return positions.isEmpty();
    }

    String bindings() {
      List<String> pairs = new ArrayList<>();
      for (int i = 0; i < arguments.size(); i++) {
        pairs.add(arguments.get(i) + " = " + inits.get(i));
      }
      return String.join(", ", pairs);
    }

    String clause() {
      return " iter_args(" + bindings() + ") -> (" + String.join(", ", types) + ")";
    }
  }

  private Carried carry(List<IterArg> iterArgs, List<Var> returnVars) {
    List<Integer> positions = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    List<String> inits = new ArrayList<>();
    List<String> types = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (int i = 0; i < iterArgs.size(); i++) {
      IterArg arg = iterArgs.get(i);
      Var result = returnVars.get(i);
      if (arg.type() instanceof ScalarType) {
        inits.add(scalarCode.value(arg.initValue(), Exprs.scalarDtype(arg)));
        positions.add(i);
        types.add(Scalars.type(arg));
        arguments.add(names.hinted(arg.nameHint()));
        results.add(names.hinted(result.nameHint()));
        scalars.put(arg, arguments.getLast());
        scalars.put(result, results.getLast());
      } else {
        bind(arg, arg.initValue());
        bind(result, arg.initValue());
      }
    }
    return new Carried(positions, arguments, inits, types, String.join(", ", results));
  }

  private void bind(Var var, Expr source) {
    Var from = (Var) source;
    switch (var.type()) {
      case TileType tile -> tiles.put(var, sameBuffer(tile, tile(from), var.span()));
      case TensorType _ -> tensors.put(var, tensor(from));
      default -> throw unsupported("a carried value of this type", var.span());
    }
  }

  /** A carried tile stays in one buffer; planning has moved what had to be moved. */
  private TileHandle sameBuffer(TileType tile, TileHandle handle, Span span) {
    if (!address(tile, span).equals(address(handle.tile(), span))) {
      throw new IllegalStateException(
          "carried tile at " + span + " changes its address in function " + function.name());
    }
    return handle;
  }

  private String address(TileType tile, Span span) {
    MemRef ref =
        tile.memref()
            .orElseThrow(() -> new IllegalStateException("tile without memory at " + span));
    return tile.memorySpace().orElseThrow() + "+" + tileOps.address(ref, span);
  }

  private void branch(IfStmt s) {
    List<Integer> positions = new ArrayList<>();
    List<String> results = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (int i = 0; i < s.returnVars().size(); i++) {
      Var result = s.returnVars().get(i);
      if (result.type() instanceof ScalarType) {
        positions.add(i);
        types.add(Scalars.type(result));
      }
    }
    String condition = scalarCode.value(s.condition());
    for (int position : positions) {
      Var result = s.returnVars().get(position);
      results.add(names.hinted(result.nameHint()));
      scalars.put(result, results.getLast());
    }
    String header = "scf.if " + condition;
    body.open(
        results.isEmpty()
            ? header + " {"
            : String.join(", ", results)
                + " = "
                + header
                + " -> ("
                + String.join(", ", types)
                + ") {");
    branchBody(s.thenBody(), positions);
    if (s.elseBody().isPresent()) {
      body.reopen("} else {");
      branchBody(s.elseBody().get(), positions);
    }
    body.close();
    bindTensorResults(s);
  }

  private void branchBody(Stmt branch, List<Integer> positions) {
    stmt(branch);
    yieldScalars(yielded(branch), positions);
  }

  private void bindTensorResults(IfStmt s) {
    ImmutableList<Expr> values = yielded(s.thenBody());
    for (int i = 0; i < s.returnVars().size(); i++) {
      Var result = s.returnVars().get(i);
      if (result.type() instanceof TensorType) {
        TensorHandle chosen = tensor((Var) values.get(i));
        TensorHandle other = tensor((Var) yielded(s.elseBody().orElseThrow()).get(i));
        if (!chosen.view().equals(other.view())) {
          throw new IrException(
              "the branches of an if yield different tensors",
              "write both results to one tensor",
              s.span());
        }
        tensors.put(result, chosen);
      }
    }
  }

  private void yieldScalars(ImmutableList<Expr> values, List<Integer> positions) {
    if (positions.isEmpty()) {
      return;
    }
    String results =
        positions.stream().map(i -> scalarCode.value(values.get(i))).collect(joining(", "));
    String types = positions.stream().map(i -> Scalars.type(values.get(i))).collect(joining(", "));
    body.line("scf.yield %s : %s", results, types);
  }

  private static ImmutableList<Expr> yielded(Stmt branch) {
    ImmutableList<Stmt> stmts = SeqStmts.listOf(branch);
    return !stmts.isEmpty() && stmts.getLast() instanceof YieldStmt y
        ? y.value()
        : ImmutableList.of();
  }

  // ---- values

  private String scalar(Var var) {
    return known(scalars, var);
  }

  private TileHandle tile(Var var) {
    return known(tiles, var);
  }

  private TensorHandle tensor(Var var) {
    return known(tensors, var);
  }

  private <V> V known(Map<Var, V> values, Var var) {
    V value = values.get(var);
    if (value == null) {
      throw new IllegalStateException("no value for '" + var + "' in function " + function.name());
    }
    return value;
  }
}
