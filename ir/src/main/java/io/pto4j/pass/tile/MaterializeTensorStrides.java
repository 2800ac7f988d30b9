package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorStrides;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Writes the strides of a packed tensor into every tensor view that leaves them out; a tensor
 * without a view stays as it is. Source: PyPTO passes, MaterializeTensorStrides.
 */
public final class MaterializeTensorStrides implements Pass {
  private static final ImmutableSet<Property> KEPT =
      ImmutableSet.of(
          Property.SSA_FORM,
          Property.SPLIT_INCORE_ORCH,
          Property.INCORE_TILE_OPS,
          Property.TILE_OPS_2D,
          Property.TILE_MEMORY_INFERRED,
          Property.NORMALIZED_STMT_STRUCTURE);

  @Override
  public ImmutableSet<Property> required() {
    return KEPT;
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.<Property>builder()
        .addAll(KEPT)
        .add(Property.TENSOR_VIEW_CANONICAL)
        .build();
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> new Materializer().function(f));
  }

  private static final class Materializer extends Rewriter {
    private Span place = Span.unknown();

    @Override
    public Function function(Function function) {
      place = function.span();
      return super.function(function);
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      place = stmt.span().isKnown() ? stmt.span() : place;
      return super.stmt(stmt);
    }

    @Override
    public Type type(Type type) {
      return switch (super.type(type)) {
        case TensorType t -> t.withTensorView(t.tensorView().map(v -> withStrides(t, v)));
        case DistributedTensorType t ->
            t.withTensorView(t.tensorView().map(v -> withStrides(t, v)));
        case Type other -> other;
      };
    }

    private TensorView withStrides(TensorLike tensor, TensorView view) {
      try {
        // of a blocked shape also when they are given
        ImmutableList<Expr> packed =
            TensorStrides.packed(tensor.dtype(), tensor.shape(), view.layout());
        return view.stride().isEmpty() ? view.withStride(packed) : view;
      } catch (IrException e) {
        throw e.at(place);
      }
    }
  }
}
