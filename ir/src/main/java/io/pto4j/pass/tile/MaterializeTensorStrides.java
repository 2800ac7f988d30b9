package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.op.rule.TensorViewRules;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.List;

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
      Type mapped = super.type(type);
      return mapped instanceof TensorType tensor && tensor.tensorView().isPresent()
          ? withStrides(tensor, tensor.tensorView().get())
          : mapped;
    }

    private TensorType withStrides(TensorType tensor, TensorView view) {
      if (view.layout() == TensorLayout.NZ) {
        throw new IrException(
            "a tensor in global memory cannot have the NZ layout",
            "only tiles are stored in boxes; use ND or DN",
            place);
      }
      if (!view.stride().isEmpty()) {
        return tensor;
      }
      return tensor.withTensorView(view.withStride(packed(tensor.shape(), view.layout())));
    }

    /** Strides of a packed tensor in elements; DN lays the last two axes out column by column. */
    private ImmutableList<Expr> packed(ImmutableList<Expr> shape, TensorLayout layout) {
      if (layout != TensorLayout.DN) {
        return TensorViewRules.rowMajorStrides(shape);
      }
      int rank = shape.size();
      if (rank < 2) {
        throw new IrException(
            "a tensor in the DN layout needs at least two dimensions", "use the ND layout", place);
      }
      List<Expr> strides = new ArrayList<>(TensorViewRules.rowMajorStrides(shape));
      strides.set(rank - 2, ConstInt.index(1));
      strides.set(rank - 1, shape.get(rank - 2));
      return ImmutableList.copyOf(strides);
    }
  }
}
