package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.op.OutputSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the memory of each tile into its type and moves operands to where they are wanted. */
final class TilePlacer extends BodyRewriter {
  private final TileSpaces spaces;

  /** The moves made in each of the sequences around the current statement, innermost first. */
  private final Deque<Map<Moved, Var>> moves = new ArrayDeque<>();

  private record Moved(Var var, MemorySpace space) {}

  TilePlacer(TileSpaces spaces) {
    this.spaces = spaces;
  }

  @Override
  protected void enterSequence() {
    moves.push(new HashMap<>());
  }

  @Override
  protected void leaveSequence() {
    moves.pop();
  }

  @Override
  protected void assign(AssignStmt s) {
    Optional<MemorySpace> space = spaces.of(s.var());
    Expr value = value(s.value());
    if (space.isPresent() && value instanceof Call call) {
      value = placed(call, space.get());
    }
    bind(s, value);
  }

  @Override
  protected Expr value(Expr expr) {
    if (!(expr instanceof Call call)) {
      return expr(expr);
    }
    Optional<OpDef> op = SpaceDemands.definition(call);
    if (op.isEmpty() || op.get().operands().isEmpty()) {
      return unmarked(retyped(call));
    }
    List<Expr> args = new ArrayList<>();
    for (int i = 0; i < call.args().size(); i++) {
      args.add(inSpace(call.args().get(i), op.get(), i, call.span()));
    }
    boolean same = true;
    for (int i = 0; i < args.size(); i++) {
      same &= args.get(i) == call.args().get(i);
    }
    return unmarked(withArgs(call, same ? call.args() : ImmutableList.copyOf(args)));
  }

  private static Expr unmarked(Expr expr) {
    return expr instanceof Call call && call.attrs().has(InferTileMemorySpace.MAT_BRIDGE)
        ? call.withAttrs(call.attrs().without(InferTileMemorySpace.MAT_BRIDGE))
        : expr;
  }

  /** The operand, moved if the operator cannot take it from where it is. */
  private Expr inSpace(Expr arg, OpDef op, int i, Span span) {
    Expr mapped = expr(arg);
    ImmutableList<MemorySpace> allowed = op.operand(i).spaces();
    if (!(mapped instanceof Var var)
        || !(var.type() instanceof TileType type)
        || allowed.isEmpty()
        || type.memorySpace().isEmpty()
        || allowed.contains(type.memorySpace().get())) {
      return mapped;
    }
    Moved move = new Moved(var, allowed.getFirst());
    for (Map<Moved, Var> made : moves) {
      if (made.containsKey(move)) {
        return made.get(move);
      }
    }
    Var moved = emitAs(var.nameHint() + "_" + move.space().text(), move(move, span));
    moves.element().put(move, moved);
    return moved;
  }

  private static Call move(Moved move, Span span) {
    Attrs kwargs = Attrs.of("target_memory", AttrValue.of(move.space()));
    if (move.space() == MemorySpace.VEC) {
      kwargs =
          kwargs
              .with("blayout", new AttrValue.OfTileLayout(TileLayout.ROW_MAJOR))
              .with("slayout", new AttrValue.OfTileLayout(TileLayout.NONE_BOX));
    }
    return Operators.call("tile.move", ImmutableList.of(move.var()), kwargs, span);
  }

  /** The call with its result in {@code space}. */
  private Call placed(Call call, MemorySpace space) {
    boolean named =
        SpaceDemands.definition(call)
            .filter(
                op ->
                    op.outputSpace() instanceof OutputSpace.FromAttr(String attr, var absent)
                        && absent.isEmpty()
                        && !call.kwargs().getMemorySpace(attr).equals(Optional.of(space)))
            .isPresent();
    if (named) {
      return rebuilt(call, call.args(), call.kwargs().with("target_memory", AttrValue.of(space)));
    }
    Type type = inSpace(call.type(), space);
    return type == call.type() ? call : call.withType(type);
  }

  private static Type inSpace(Type type, MemorySpace space) {
    if (!(type instanceof TileType tile) || tile.memorySpace().equals(Optional.of(space))) {
      return type;
    }
    TileView implicit = TileView.implicit(tile.shape(), Optional.of(space));
    TileView view = tile.effectiveView();
    boolean own = tile.memorySpace().isPresent();
    TileView placed =
        own
            ? implicit.withValidShape(view.validShape()).withPad(view.pad())
            : view.withFractal(implicit.fractal());
    return tile.withMemorySpace(space).withTileView(placed);
  }

  @Override
  public Var def(Var var) {
    if (var instanceof IterArg) {
      return super.def(var);
    }
    Var mapped = super.def(var);
    return spaces
        .of(var)
        .map(space -> inSpace(mapped.type(), space))
        .filter(type -> type != mapped.type())
        .map(type -> retyped(mapped, type))
        .orElse(mapped);
  }
}
