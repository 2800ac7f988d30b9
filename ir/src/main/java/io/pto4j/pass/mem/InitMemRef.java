package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Gives every tensor and tile a memory reference and declares the allocations of tiles at the start
 * of the function. Tiles that must be one buffer get one base; where that would destroy a value
 * that is still needed, the tile is copied first.
 *
 * <p>Source: PyPTO passes, InitMemRef.
 */
public final class InitMemRef implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.SPLIT_INCORE_ORCH,
        Property.INCORE_TILE_OPS,
        Property.TILE_OPS_2D,
        Property.TILE_MEMORY_INFERRED);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.HAS_MEM_REFS, Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> invalidated() {
    return ImmutableSet.of(Property.SSA_FORM);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> {
          Function isolated = f.funcType().isInCore() ? CopyInserter.isolate(f) : f;
          return new Assigner(isolated, context.target()).assign();
        });
  }

  private static final class Assigner {
    private final Function function;
    private final Target target;
    private final BufferClasses classes;
    private final Map<Var, MemRef> memrefs = new HashMap<>();
    private final Map<Var, AssignStmt> allocations = new LinkedHashMap<>();
    private int bases;

    Assigner(Function function, Target target) {
      this.function = function;
      this.target = target;
      this.classes = BufferClasses.of(function.body());
    }

    Function assign() {
      function.params().forEach(this::fresh);
      walk(function.body());
      if (memrefs.isEmpty()) {
        return function;
      }
      Function typed = new MemRefRewriter(memrefs::get).function(function);
      List<Stmt> body = new ArrayList<>(allocations.values());
      body.add(typed.body());
      return typed.withBody(SeqStmts.flatten(body, typed.body().span()));
    }

    private void walk(Stmt stmt) {
      switch (stmt) {
        case SeqStmts s -> s.stmts().forEach(this::walk);
        case AssignStmt s -> define(s);
        case ForStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
        case WhileStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
        case IfStmt s -> {
          walk(s.thenBody());
          s.elseBody().ifPresent(this::walk);
          s.returnVars().forEach(this::shared);
        }
        case ScopeStmt s -> walk(s.body());
        default -> {}
      }
    }

    private void loop(ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars) {
      for (IterArg arg : iterArgs) {
        if (arg.type() instanceof ShapedType
            && arg.initValue() instanceof Var init
            && memrefs.containsKey(init)) {
          memrefs.put(arg, memrefs.get(init));
        } else {
          fresh(arg);
        }
      }
      walk(body);
      returnVars.forEach(this::shared);
    }

    /**
     * The result of a loop or conditional: a tile lies in its class's buffer, a tensor keeps a base
     * of its own.
     */
    private void shared(Var var) {
      fresh(var);
      Var root = classes.root(var);
      if (var.type() instanceof TileType && root != var && memrefs.containsKey(root)) {
        allocations.remove(memrefs.get(var).base());
        memrefs.put(var, memrefs.get(root));
      }
    }

    private void define(AssignStmt s) {
      if (!(s.var().type() instanceof ShapedType)) {
        return;
      }
      switch (s.value()) {
        case Var source when memrefs.containsKey(source) ->
            memrefs.put(s.var(), memrefs.get(source));
        case Call(Span span, _, Operator(String name), ImmutableList<Expr> args, _, _) -> {
          OpDef op = Operators.get(name);
          OptionalInt source = op.viewOf().isPresent() ? op.viewOf() : op.reusesInput();
          if (source.isPresent()
              && args.get(source.getAsInt()) instanceof Var v
              && memrefs.containsKey(v)
              && s.var().type() instanceof ShapedType) {
            memrefs.put(s.var(), view(memrefs.get(v), (ShapedType) v.type(), name, args));
          } else {
            fresh(s.var());
          }
        }
        default -> fresh(s.var());
      }
    }

    /** The part of {@code parent} that a view covers; the whole of it for everything but slices. */
    private static MemRef view(
        MemRef parent, ShapedType source, String operator, ImmutableList<Expr> args) {
      if (!operator.equals("tile.slice") && !operator.equals("tensor.slice")) {
        return parent;
      }
      ImmutableList<Expr> offsets = ((MakeTuple) args.get(2)).elements();
      ImmutableList<Expr> window = ((MakeTuple) args.get(1)).elements();
      Expr elementBytes = ConstInt.index(source.dtype().bytes());
      Expr offset = Exprs.mulFolded(linear(offsets, source.shape()), elementBytes);
      long size = parent.size();
      if (Dims.elements(window).isPresent() && Dims.elements(source.shape()).isPresent()) {
        ImmutableList<Expr> last =
            window.stream()
                .map(d -> (Expr) ConstInt.index(((ConstInt) d).value() - 1))
                .collect(ImmutableList.toImmutableList());
        size = (((ConstInt) linear(last, source.shape())).value() + 1) * source.dtype().bytes();
      }
      if (Exprs.isConstant(offset, 0) && size == parent.size()) {
        return parent;
      }
      return MemRef.of(parent.base(), Exprs.addFolded(parent.byteOffset(), offset), size);
    }

    private static Expr linear(ImmutableList<Expr> indices, ImmutableList<Expr> shape) {
      Expr flat = ConstInt.index(0);
      for (int i = 0; i < indices.size(); i++) {
        flat = Exprs.addFolded(Exprs.mulFolded(flat, shape.get(i)), indices.get(i));
      }
      return flat;
    }

    /** A new base; that of a tile is allocated at the start of the function. */
    private void fresh(Var var) {
      if (!(var.type() instanceof ShapedType shaped)) {
        return;
      }
      MemorySpace space =
          shaped instanceof TileType tile
              ? tile.memorySpace().orElse(MemorySpace.VEC)
              : MemorySpace.DDR;
      String name = "mem_" + space.text().toLowerCase(Locale.ROOT) + "_" + bases++;
      Var base = new Var(name, PtrType.INSTANCE, var.span());
      long size = bytes(shaped, space);
      memrefs.put(var, MemRef.of(base, 0, size));
      if (shaped instanceof TileType) {
        Call alloc =
            Operators.call(
                "tile.alloc",
                ImmutableList.of(ConstInt.index(space.code()), ConstInt.index(size)),
                var.span());
        allocations.put(base, AssignStmt.of(base, alloc));
      }
    }

    private long bytes(ShapedType type, MemorySpace space) {
      if (type instanceof TensorType) {
        return Dims.elements(type.shape()).stream()
            .map(type.dtype()::storageBytes)
            .findFirst()
            .orElse(0);
      }
      ImmutableList<Expr> shape = type.shape();
      long elements =
          Dims.elements(shape)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "tile of dynamic shape in function " + function.name()));
      if (space == MemorySpace.ACC && shape.size() >= 2) {
        long rows = ((ConstInt) shape.get(shape.size() - 2)).value();
        elements = elements / rows * roundUp(rows, target.accRowAlignment(type.dtype()));
      }
      return type.dtype().storageBytes(elements);
    }

    private static long roundUp(long value, int multiple) {
      return (value + multiple - 1) / multiple * multiple;
    }
  }
}
