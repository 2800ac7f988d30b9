package io.pto4j.op;

import static io.pto4j.op.Defs.vec;
import static io.pto4j.op.Defs.vector;
import static io.pto4j.op.rule.ReductionRules.Axis.COLUMN;
import static io.pto4j.op.rule.ReductionRules.Axis.ROW;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.op.rule.ExpandRules;
import io.pto4j.op.rule.ReductionRules;
import io.pto4j.op.rule.ReductionRules.Axis;
import io.pto4j.op.rule.ReductionRules.Scratch;
import java.util.Optional;

/** Tile operators between a matrix and one value per row or column. Source: PTO ISA. */
@AutoService(OpFamily.class)
public final class TileReductionOps implements OpFamily {
  private static final Optional<DataType> SAME = Optional.empty();
  private static final Optional<DataType> POSITION = Optional.of(DataType.INT32);

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(rows())
        .addAll(columns())
        .addAll(rowExpansions())
        .addAll(columnExpansions())
        .build();
  }

  private static ImmutableList<OpDef> rows() {
    return ImmutableList.of(
        row("tile.row_sum", "Sum of each row").build(),
        row("tile.row_max", "Largest element of each row").build(),
        row("tile.row_prod", "Product of each row").build(),
        vector(
                "tile.row_min",
                "Smallest element of each row",
                ReductionRules.flat(ReductionRules.tile(ROW, Scratch.COVERING, SAME)),
                vec("tile").of(Defs.DIVISIBLE),
                vec("tmp_tile").with(Operand.Effect.NONE))
            .inPlaceSafe(false)
            .build(),
        position("tile.row_argmax", "Column of the largest element of each row", ROW),
        position("tile.row_argmin", "Column of the smallest element of each row", ROW));
  }

  private static OpDefBuilder row(String name, String doc) {
    return vector(
            name,
            doc,
            ReductionRules.tile(ROW, Scratch.COVERING, SAME),
            vec("tile"),
            vec("tmp_tile").with(Operand.Effect.NONE))
        .inPlaceSafe(false);
  }

  private static OpDef position(String name, String doc, Axis axis) {
    return vector(
            name,
            doc,
            ReductionRules.tile(axis, Scratch.EXACT, POSITION),
            vec("tile"),
            vec("tmp_tile").with(Operand.Effect.NONE))
        .inPlaceSafe(false)
        .build();
  }

  private static ImmutableList<OpDef> columns() {
    return ImmutableList.of(
        vector(
                "tile.col_sum",
                "Sum of each column; with a scratch tile as a tree",
                ReductionRules.tile(COLUMN, Scratch.COVERING, SAME),
                vec("tile"),
                vec("tmp_tile").with(Operand.Effect.NONE).asOptional())
            .build(),
        column("tile.col_max", "Largest element of each column"),
        column("tile.col_min", "Smallest element of each column"),
        column("tile.col_prod", "Product of each column"),
        position("tile.col_argmax", "Row of the largest element of each column", COLUMN),
        position("tile.col_argmin", "Row of the smallest element of each column", COLUMN));
  }

  private static OpDef column(String name, String doc) {
    return vector(name, doc, ReductionRules.tile(COLUMN, Scratch.NONE, SAME), vec("tile")).build();
  }

  private static ImmutableList<OpDef> rowExpansions() {
    return ImmutableList.of(
        vector(
                "tile.row_expand",
                "The row's value in every element; target gives the shape only",
                ExpandRules.tile(ROW),
                vec("target").with(Operand.Effect.NONE),
                vec("row_vec"))
            .addForbiddenAliases(1)
            .build(),
        vector(
                "tile.row_expand_add",
                "matrix + the row's value",
                Rule.EXPAND_ROW_SUM,
                vec("tile").of(ADDABLE),
                vec("row_vec").of(ADDABLE),
                vec("tmp").with(Operand.Effect.NONE).asOptional())
            .addForbiddenAliases(1, 2)
            .build(),
        rowExpand("tile.row_expand_sub", "matrix - the row's value"),
        rowExpand("tile.row_expand_mul", "matrix * the row's value"),
        rowExpand("tile.row_expand_div", "matrix / the row's value"),
        rowExpand("tile.row_expand_max", "The larger of matrix and the row's value"),
        rowExpand("tile.row_expand_min", "The smaller of matrix and the row's value"),
        rowExpand("tile.row_expand_expdif", "e to the power (matrix - the row's value)"));
  }

  static final ImmutableSet<DataType> ADDABLE =
      ImmutableSet.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);

  private static OpDef rowExpand(String name, String doc) {
    return vector(name, doc, ExpandRules.tile(ROW), vec("tile"), vec("row_vec"))
        .addForbiddenAliases(1)
        .build();
  }

  private static ImmutableList<OpDef> columnExpansions() {
    return ImmutableList.of(
        vector(
                "tile.col_expand",
                "The column's value in every element; target gives the shape only",
                ExpandRules.tile(COLUMN),
                vec("target").with(Operand.Effect.NONE),
                vec("col_tile"))
            .addForbiddenAliases(1)
            .build(),
        columnExpand("tile.col_expand_add", "matrix + the column's value"),
        columnExpand("tile.col_expand_sub", "matrix - the column's value"),
        columnExpand("tile.col_expand_mul", "matrix * the column's value"),
        columnExpand("tile.col_expand_div", "matrix / the column's value"),
        columnExpand("tile.col_expand_max", "The larger of matrix and the column's value"),
        columnExpand("tile.col_expand_min", "The smaller of matrix and the column's value"),
        columnExpand("tile.col_expand_expdif", "e to the power (matrix - the column's value)"));
  }

  private static OpDef columnExpand(String name, String doc) {
    return vector(name, doc, ExpandRules.tile(COLUMN), vec("tile"), vec("col_tile"))
        .addForbiddenAliases(1)
        .build();
  }
}
