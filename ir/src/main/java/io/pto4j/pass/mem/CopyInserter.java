package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.mem.BufferClasses.Copy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Inserts the copies that {@link BufferClasses} asks for, each before the statement that uses it.
 */
final class CopyInserter extends Rewriter {
  private final IdentityHashMap<Stmt, List<Copy>> requests = new IdentityHashMap<>();

  private CopyInserter(List<Copy> copies) {
    copies.forEach(copy -> requests.computeIfAbsent(copy.user(), _ -> new ArrayList<>()).add(copy));
  }

  /** {@code function} with copies, so that every class of tiles can live in one buffer. */
  static Function isolate(Function function) {
    ImmutableList<Copy> copies = BufferClasses.of(function.body()).copies();
    return copies.isEmpty() ? function : new CopyInserter(copies).function(function);
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    List<Copy> wanted = requests.get(stmt);
    if (wanted == null) {
      return super.stmt(stmt);
    }
    List<Stmt> result = new ArrayList<>();
    Stmt current = stmt;
    for (Copy copy : wanted) {
      Expr source = expr(copy.source());
      AssignStmt move = move((Var) source, "cp", copy.user().span());
      result.add(move);
      current = withOperand(current, copy.index(), move.var());
    }
    result.add(super.stmt(current));
    return SeqStmts.flatten(result, stmt.span());
  }

  /** A copy of a tile in its own memory space. */
  static AssignStmt move(Var source, String suffix, Span span) {
    TileType type = (TileType) source.type();
    MemorySpace space = type.memorySpace().orElseThrow();
    if (space != MemorySpace.VEC) {
      throw new IrException(
          "the tile '%s' in %s would have to be copied, because its value is needed after it is overwritten or it is a window that cannot be seen in another shape"
              .formatted(source.nameHint(), space.text()),
          "use each version of it only until the next one is made, and reshape whole tiles",
          span);
    }
    Call call =
        Operators.call(
            "tile.move",
            ImmutableList.of(source),
            Attrs.of("target_memory", new AttrValue.OfMemorySpace(space)),
            span);
    TileType copied =
        new TileType(
            type.dtype(), type.shape(), Optional.empty(), type.tileView(), type.memorySpace());
    return AssignStmt.of(new Var(source.nameHint() + "_" + suffix, copied, span), call);
  }

  private Stmt withOperand(Stmt stmt, int index, Var copy) {
    return switch (stmt) {
      case AssignStmt s ->
          new AssignStmt(
              s.span(), s.leadingComments(), s.var(), withArg((Call) s.value(), index, copy));
      case YieldStmt s ->
          new YieldStmt(s.span(), s.leadingComments(), replaced(s.value(), index, copy));
      case ForStmt s -> s.withIterArgs(withInit(s.iterArgs(), index, copy));
      case WhileStmt s -> s.withIterArgs(withInit(s.iterArgs(), index, copy));
      default -> throw new IllegalArgumentException("no tile operands");
    };
  }

  private static Call withArg(Call call, int index, Var copy) {
    return new Call(
        call.span(),
        call.type(),
        call.op(),
        replaced(call.args(), index, copy),
        call.attrs(),
        call.kwargs());
  }

  private ImmutableList<IterArg> withInit(ImmutableList<IterArg> args, int index, Var copy) {
    IterArg old = args.get(index);
    IterArg renewed = new IterArg(old.nameHint(), old.type(), copy, old.span());
    replace(old, renewed);
    return replaced(args, index, renewed);
  }

  private static <E> ImmutableList<E> replaced(ImmutableList<E> list, int index, E element) {
    List<E> copy = new ArrayList<>(list);
    copy.set(index, element);
    return ImmutableList.copyOf(copy);
  }
}
