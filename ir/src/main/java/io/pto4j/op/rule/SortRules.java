package io.pto4j.op.rule;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Result types of sorting. Elements travel as 8-byte records of value and index, so a row of n FP32
 * values becomes 2n elements and one of n FP16 values 4n. Source: PTO ISA, TSORT32 and TMRGSORT.
 */
public final class SortRules {
  private static final int BLOCK = 32;
  private static final int RUN = 64;
  private static final int RECORD_BYTES = 8;

  private SortRules() {}

  /** {@code sort32(src, idx)}: every 32 elements sorted, as records. */
  public static Type tileSort(Request r) {
    TileType source = r.tile(0);
    checkSort(r);
    return TileTypes.implicit(
        source.dtype(),
        records(source.dtype(), source.shape()),
        records(source.dtype(), source.validShape()),
        r.space());
  }

  /** The tensor form of {@link #tileSort}. */
  public static Type tensorSort(Request r) {
    TensorLike source = r.tensor(0);
    checkSort(r);
    return TensorTypes.fresh(
        source.dtype(),
        records(source.dtype(), source.shape()),
        records(source.dtype(), TensorTypes.valid(source)));
  }

  private static void checkSort(Request r) {
    Shapes.checkSame(r, 0, 1, "one index per element");
    if (!(Shapes.last(r.shaped(0).shape()) instanceof ConstInt c) || c.value() % BLOCK != 0) {
      throw r.error(
          "operand " + r.name(0) + " has shape " + Texts.of(r.shaped(0).shape()),
          "the last extent is a constant multiple of 32");
    }
  }

  private static ImmutableList<Expr> records(DataType dtype, ImmutableList<Expr> dims) {
    ConstInt each = ConstInt.index(RECORD_BYTES / dtype.bytes());
    return Shapes.with(dims, dims.size() - 1, Exprs.mulFolded(Shapes.last(dims), each));
  }

  /** {@code mrgsort_format1(src, block_len)}: every four sorted runs merged into one. */
  public static Type tileMergeRuns(Request r) {
    checkRun(r);
    return ElementwiseRules.tile(r);
  }

  /** The tensor form of {@link #tileMergeRuns}. */
  public static Type tensorMergeRuns(Request r) {
    checkRun(r);
    return ElementwiseRules.tensor(r);
  }

  private static void checkRun(Request r) {
    if (!r.scalar(1).isInt()) {
      throw r.error("operand " + r.name(1) + " must be an integer", "it is the length of a run");
    }
    if (r.args().get(1) instanceof ConstInt c && (c.value() <= 0 || c.value() % RUN != 0)) {
      throw r.error("a run cannot have " + c.value() + " elements", "use a multiple of 64");
    }
  }

  /**
   * {@code mrgsort_format2(src0, src1[, src2[, src3]], tmp)}: two to four sorted rows merged, as
   * far as the scratch tile reaches.
   */
  public static Type tileMerge(Request r) {
    int sources = r.args().size() - 1;
    checkSources(r, sources);
    TileType scratch = r.tile(sources);
    DataType dtype = r.tile(0).dtype();
    if (scratch.dtype() != dtype) {
      throw r.error(
          "the scratch tile has dtype " + scratch.dtype().text(), "it has that of the sources");
    }
    checkRows(r, sources);
    ImmutableList<ImmutableList<Expr>> valid = each(sources, i -> r.tile(i).validShape());
    Expr merged = Extents.min(lengths(valid), Shapes.last(scratch.shape()));
    return TileTypes.implicit(
        dtype, scratch.shape(), merged(r.tile(0).shape(), valid, merged), r.space());
  }

  /** The tensor form of {@link #tileMerge}; the result is as long as the sources together. */
  public static Type tensorMerge(Request r) {
    int sources = r.args().size();
    checkSources(r, sources);
    ShapedType first = r.shaped(0);
    Expr length = lengths(each(sources, i -> r.tensor(i).shape()));
    ImmutableList<ImmutableList<Expr>> valid = each(sources, i -> TensorTypes.valid(r.tensor(i)));
    return TensorTypes.fresh(
        first.dtype(),
        Shapes.with(first.shape(), first.rank() - 1, length),
        merged(first.shape(), valid, lengths(valid)));
  }

  private static ImmutableList<ImmutableList<Expr>> each(
      int sources, IntFunction<ImmutableList<Expr>> extents) {
    return IntStream.range(0, sources).mapToObj(extents).collect(toImmutableList());
  }

  /** How long rows are that follow one another. */
  private static Expr lengths(List<ImmutableList<Expr>> extents) {
    Expr length = Shapes.last(extents.getFirst());
    for (List<Expr> more : extents.subList(1, extents.size())) {
      length = Extents.plus(length, Shapes.last(more));
    }
    return length;
  }

  /** The rows that all sources have, and in each as many elements as are merged. */
  private static ImmutableList<Expr> merged(
      ImmutableList<Expr> shape, List<ImmutableList<Expr>> valid, Expr length) {
    ImmutableList<Expr> common = valid.getFirst();
    for (ImmutableList<Expr> next : valid.subList(1, valid.size())) {
      common = Shapes.intersection(shape, common, next);
    }
    return Shapes.with(common, common.size() - 1, length);
  }

  private static void checkSources(Request r, int sources) {
    for (int i = 1; i < sources; i++) {
      Promotion.same(r, 0, i);
      checkRows(r, i);
    }
  }

  /** Checks that operand {@code i} has as many rows as the first one. */
  private static void checkRows(Request r, int i) {
    ShapedType first = r.shaped(0);
    Shapes.checkExactRank(r, i, first.rank());
    for (int d = 0; d < first.rank() - 1; d++) {
      if (Extents.different(first.shape().get(d), r.shaped(i).shape().get(d))) {
        throw r.error(
            "operands "
                + r.name(0)
                + " and "
                + r.name(i)
                + " have shapes "
                + Texts.of(first.shape())
                + " and "
                + Texts.of(r.shaped(i).shape()),
            "only the last extent may differ");
      }
    }
  }
}
