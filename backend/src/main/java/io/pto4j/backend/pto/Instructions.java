package io.pto4j.backend.pto;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.IrException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The instructions of the regular form {@code pto.OP ins(operands {attr} : types) outs(result :
 * type)}: which instruction an operator becomes, which of its operands are printed, and the
 * attribute inside the operand list.
 */
final class Instructions {
  private static final ImmutableMap<String, Instruction> TABLE = table();

  private Instructions() {}

  /**
   * An instruction.
   *
   * @param skipped leading operands of the operator that are not printed: templates of the result's
   *     shape
   * @param scalarType the type that scalar operands are given in; empty: their own, literals the
   *     element type of the result
   */
  record Instruction(String name, int skipped, Suffix suffix, Optional<DataType> scalarType) {
    Instruction(String name, int skipped, Suffix suffix) {
      this(name, skipped, suffix, Optional.empty());
    }

    ImmutableList<Integer> printed(int operands) {
      return IntStream.range(skipped, operands).boxed().collect(ImmutableList.toImmutableList());
    }
  }

  /**
   * The attributes of an instruction, from the keyword arguments and the number of operands of the
   * call.
   */
  @FunctionalInterface
  interface Suffix {
    String of(Attrs kwargs, int operands);
  }

  static Optional<Instruction> find(String operator) {
    return Optional.ofNullable(TABLE.get(operator));
  }

  private static ImmutableMap<String, Instruction> table() {
    ImmutableMap.Builder<String, Instruction> table = ImmutableMap.builder();
    plain(
        table,
        "add sub mul maximum:max minimum:min fmod and or shl shr part_add:partadd part_mul:partmul part_max:partmax");
    plain(
        table,
        "part_min:partmin rem xor prelu addc subc addsc subsc adds subs muls divs fmods maximums:maxs minimums:mins");
    plain(table, "rems neg abs relu exp sqrt rsqrt not sel sels");
    plain(
        table,
        "row_sum:rowsum row_max:rowmax row_min:rowmin row_prod:rowprod row_argmax:rowargmax row_argmin:rowargmin");
    plain(
        table,
        "col_max:colmax col_min:colmin col_prod:colprod col_argmax:colargmax col_argmin:colargmin");
    for (String kind : ImmutableList.of("add", "sub", "mul", "div", "max", "min", "expdif")) {
      plain(
          table,
          "row_expand_" + kind + ":rowexpand" + kind + " col_expand_" + kind + ":colexpand" + kind);
    }
    plain(
        table,
        "matmul matmul_acc:matmul.acc matmul_bias:matmul.bias gemv gemv_acc:gemv.acc gemv_bias:gemv.bias");
    plain(table, "move:mov full:expands concat fillpad");
    for (String name : ImmutableList.of("ands", "ors", "xors", "shls", "shrs")) {
      table.put(
          "tile." + name,
          new Instruction("pto.t" + name, 0, (_, _) -> "", Optional.of(DataType.INT32)));
    }
    // the operands after the source are the window's corner
    table.put(
        "tile.extract",
        new Instruction("pto.textract", 0, (_, _) -> "", Optional.of(DataType.INDEX)));
    table.put(
        "tile.lrelu", new Instruction("pto.tlrelu", 0, (_, _) -> "", Optional.of(DataType.FP32)));
    // only the vector is read; the first operand gives the shape
    table.put("tile.row_expand", new Instruction("pto.trowexpand", 1, (_, _) -> ""));
    table.put("tile.col_expand", new Instruction("pto.tcolexpand", 1, (_, _) -> ""));
    table.put(
        "tile.col_sum",
        new Instruction("pto.tcolsum", 0, (_, n) -> n == 2 ? "  {isBinary = true}" : ""));
    table.put(
        "tile.cast",
        new Instruction(
            "pto.tcvt", 0, (kwargs, _) -> " {rmode = #pto<round_mode " + rounding(kwargs) + ">}"));
    table.put("tile.cmp", new Instruction("pto.tcmp", 0, (kwargs, _) -> comparison(kwargs)));
    table.put("tile.cmps", new Instruction("pto.tcmps", 0, (kwargs, _) -> comparison(kwargs)));
    table.put("tile.div", new Instruction("pto.tdiv", 0, (_, _) -> ""));
    table.put("tile.log", new Instruction("pto.tlog", 0, (_, _) -> ""));
    table.put("tile.recip", new Instruction("pto.trecip", 0, (_, _) -> ""));
    return table.buildOrThrow();
  }

  private static void plain(ImmutableMap.Builder<String, Instruction> table, String names) {
    for (String entry : Splitter.on(' ').split(names)) {
      List<String> parts = Splitter.on(':').splitToList(entry);
      String name = parts.getFirst();
      table.put("tile." + name, new Instruction("pto.t" + parts.getLast(), 0, (_, _) -> ""));
    }
  }

  /** The attribute after the result, for the operators that have a more precise form. */
  static String precision(String operator, Attrs kwargs) {
    if (!kwargs.getBool("high_precision", false)) {
      return "";
    }
    return " {precisionType = #pto<"
        + operator.substring("tile.".length())
        + "_precision high_precision>}";
  }

  private static String rounding(Attrs kwargs) {
    ImmutableList<String> modes =
        ImmutableList.of("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD");
    return modes.get(checked(kwargs, "mode", modes.size()));
  }

  private static String comparison(Attrs kwargs) {
    ImmutableList<String> kinds = ImmutableList.of("eq", "ne", "lt", "le", "gt", "ge");
    return " {cmpMode = #pto<cmp " + kinds.get(checked(kwargs, "cmp_type", kinds.size())) + ">}";
  }

  private static int checked(Attrs kwargs, String key, int size) {
    int value = kwargs.getInt(key, -1);
    if (value < 0 || value >= size) {
      throw new IrException(
          "keyword argument '" + key + "' must be 0.." + (size - 1) + ", not " + value);
    }
    return value;
  }
}
