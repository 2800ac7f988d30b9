package io.pto4j.pass.orch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Op;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Notes on every call of a program function what it does with each argument. An output is only
 * written, unless the order of several writers matters: then it counts as read too, so that the
 * runtime keeps them in order.
 *
 * <p>Source: PyPTO passes, DeriveCallDirections.
 */
public final class DeriveCallDirections implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SPLIT_INCORE_ORCH);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.CALL_DIRECTIONS_RESOLVED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> {
          if (f.funcType().isWrapper()) {
            throw new IrException(
                "the %s function '%s' is not supported yet"
                    .formatted(f.funcType().text(), f.name()),
                "call its kernel directly",
                f.span());
          }
          return new Deriver(program, f).function(f);
        });
  }

  private static final class Deriver extends Rewriter {
    private final Set<Var> windows = new HashSet<>();
    private final Map<Var, Var> parents = new HashMap<>();
    private final Program program;
    private final Function function;
    private final BufferRoots roots;
    private Set<Var> written = new HashSet<>();
    private boolean repeated;

    Deriver(Program program, Function function) {
      this.program = program;
      this.function = function;
      this.roots = new BufferRoots(program, function);
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return switch (stmt) {
        case ForStmt s -> repeat(s, repeated || s.kind() != ForKind.PARALLEL);
        case WhileStmt s -> repeat(s, true);
        case IfStmt s -> branches(s);
        case AssignStmt s -> {
          if (s.value() instanceof Call call && call.isOperator("tensor.slice")) {
            noteWindow(s.var(), call);
          }
          yield super.stmt(s);
        }
        default -> super.stmt(stmt);
      };
    }

    /** A kernel is compiled for packed tensors, so a slice that leaves gaps cannot be passed. */
    private void noteWindow(Var window, Call call) {
      roots.root(call.args().get(0)).ifPresent(parent -> parents.put(window, parent));
      ImmutableList<Expr> source = ((TensorType) call.args().get(0).type()).shape();
      ImmutableList<Expr> shape = ((MakeTuple) call.args().get(1)).elements();
      boolean ofWindow = call.args().get(0) instanceof Var v && windows.contains(v);
      if (ofWindow || !isPacked(shape, source)) {
        windows.add(window);
      }
    }

    /** Whether nothing lies outside the first partial axis, seen from the innermost one. */
    private static boolean isPacked(ImmutableList<Expr> window, ImmutableList<Expr> source) {
      boolean partial = false;
      for (int i = window.size() - 1; i >= 0; i--) {
        if (partial && !Exprs.isConstant(window.get(i), 1)) {
          return false;
        }
        partial |= !Dims.same(window.get(i), source.get(i));
      }
      return true;
    }

    private Stmt repeat(Stmt loop, boolean sequential) {
      boolean outer = repeated;
      repeated = sequential;
      Stmt mapped = super.stmt(loop);
      repeated = outer;
      return mapped;
    }

    /** Neither branch sees what the other one wrote; afterwards both may have written. */
    private Stmt branches(IfStmt s) {
      Set<Var> before = written;
      Set<Var> after = new HashSet<>(before);
      Stmt mapped = Children.map(s, new BranchMapper(before, after));
      written = after;
      return mapped;
    }

    private final class BranchMapper extends Rewriter {
      private final Set<Var> before;
      private final Set<Var> after;

      BranchMapper(Set<Var> before, Set<Var> after) {
        this.before = before;
        this.after = after;
      }

      @Override
      public Stmt stmt(Stmt branch) {
        written = new HashSet<>(before);
        Stmt mapped = Deriver.this.stmt(branch);
        after.addAll(written);
        return mapped;
      }

      @Override
      public Expr expr(Expr expr) {
        return Deriver.this.expr(expr);
      }

      @Override
      public Var def(Var var) {
        return Deriver.this.def(var);
      }

      @Override
      public Type type(Type type) {
        return type;
      }
    }

    @Override
    public Type type(Type type) {
      return type;
    }

    @Override
    public Expr expr(Expr expr) {
      return switch (expr) {
        case Call c when c.op() instanceof GlobalVar ->
            derive(c.op(), c.args(), c.attrs())
                .map(
                    attrs ->
                        (Expr) new Call(c.span(), c.type(), c.op(), c.args(), attrs, c.kwargs()))
                .orElse(c);
        case Submit s ->
            derive(s.op(), s.args(), s.attrs()).map(attrs -> (Expr) s.withAttrs(attrs)).orElse(s);
        default -> super.expr(expr);
      };
    }

    /**
     * The attributes with directions; empty when there are some already or the callee is unknown.
     */
    private Optional<Attrs> derive(Op op, ImmutableList<Expr> args, Attrs attrs) {
      Function callee = program.function((GlobalVar) op).orElse(null);
      boolean derived = attrs.getDirections("arg_directions").filter(d -> !d.isEmpty()).isPresent();
      if (callee == null || derived || callee.params().size() < args.size()) {
        return Optional.empty();
      }
      Set<Var> seen = ImmutableSet.copyOf(written);
      ImmutableList.Builder<ArgDirection> directions = ImmutableList.builder();
      for (int i = 0; i < args.size(); i++) {
        checkPacked(args.get(i), callee);
        directions.add(direction(args.get(i), callee.direction(i), seen));
      }
      for (int i = 0; i < args.size(); i++) {
        if (callee.direction(i) != ParamDirection.IN) {
          written.addAll(buffers(args.get(i)));
        }
      }
      return Optional.of(
          attrs.with(
              "arg_directions", new AttrValue.OfDirections(overridden(directions.build(), attrs))));
    }

    private void checkPacked(Expr arg, Function callee) {
      if (arg instanceof Var v && windows.contains(v)) {
        throw new IrException(
            "kernel '%s' is compiled for packed tensors, but this slice leaves gaps between its rows"
                .formatted(callee.name()),
            "slice whole rows, or pass the whole tensor and the offsets",
            v.span());
      }
    }

    private ArgDirection direction(Expr arg, ParamDirection param, Set<Var> seen) {
      if (!(arg.type() instanceof TensorType || arg.type() instanceof TupleType)) {
        return ArgDirection.SCALAR;
      }
      return switch (param) {
        case IN -> ArgDirection.INPUT;
        case INOUT -> ArgDirection.INOUT;
        case OUT -> orderMatters(arg, seen) ? ArgDirection.INOUT : ArgDirection.OUTPUT_EXISTING;
      };
    }

    private boolean orderMatters(Expr arg, Set<Var> seen) {
      Optional<Var> root = roots.root(arg);
      return repeated
          || roots.isAmbiguous(arg)
          || buffers(arg).stream().anyMatch(seen::contains)
          || root.filter(this::isInOutParameter).isPresent();
    }

    /** The tensor that an argument is, and those that it is a slice of: slices may overlap. */
    private List<Var> buffers(Expr arg) {
      return Stream.iterate(roots.root(arg).orElse(null), Objects::nonNull, parents::get).toList();
    }

    private boolean isInOutParameter(Var root) {
      int i = function.params().indexOf(root);
      return i >= 0 && function.direction(i) == ParamDirection.INOUT;
    }

    private static ImmutableList<ArgDirection> overridden(
        ImmutableList<ArgDirection> directions, Attrs attrs) {
      if (!(attrs.get("arg_direction_overrides").orElse(null)
          instanceof AttrValue.OfInts(ImmutableList<Integer> indices))) {
        return directions;
      }
      ImmutableList.Builder<ArgDirection> result = ImmutableList.builder();
      for (int i = 0; i < directions.size(); i++) {
        result.add(indices.contains(i) ? ArgDirection.NO_DEP : directions.get(i));
      }
      return result.build();
    }
  }
}
