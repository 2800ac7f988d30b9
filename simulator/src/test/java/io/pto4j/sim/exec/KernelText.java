package io.pto4j.sim.exec;

import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.pto.PtoModule;
import io.pto4j.sim.pto.PtoParser;
import io.pto4j.sim.timing.CostTable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes small kernels as text and runs them. Arguments are whole tensors of which each has one
 * view.
 */
final class KernelText {
  private final StringBuilder body = new StringBuilder();
  private final List<String> parameters = new ArrayList<>();
  private final List<Argument> arguments = new ArrayList<>();

  /** A tile type. */
  static String tile(String location, String dtype, int rows, int cols, String layout) {
    String order =
        switch (layout) {
          case "nd" -> "blayout=row_major, slayout=none_box, fractal=512";
          case "dn" -> "blayout=col_major, slayout=none_box, fractal=512";
          case "nz" -> "blayout=col_major, slayout=row_major, fractal=512";
          case "zz" -> "blayout=row_major, slayout=row_major, fractal=512";
          case "zn" -> "blayout=row_major, slayout=col_major, fractal=512";
          case "acc" -> "blayout=col_major, slayout=row_major, fractal=1024";
          default -> throw new IllegalArgumentException(layout);
        };
    return "!pto.tile_buf<loc=%s, dtype=%s, rows=%d, cols=%d, v_row=?, v_col=?, %s, pad=0>"
        .formatted(location, dtype, rows, cols, order);
  }

  /** The tile type with a pad value. */
  static String padded(String type, int pad) {
    return type.replace("pad=0", "pad=" + pad);
  }

  KernelText line(String text) {
    body.append("  ").append(text).append('\n');
    return this;
  }

  KernelText index(String name, long value) {
    return line("%" + name + " = arith.constant " + value + " : index");
  }

  /**
   * A tensor parameter with the view {@code %name}, and its window {@code %name_w} at the origin.
   */
  KernelText tensor(String name, String dtype, int rows, int cols, GmBuffer buffer) {
    return tensor(name, dtype, rows, cols, cols, 1, "nd", buffer);
  }

  KernelText tensor(
      String name,
      String dtype,
      int rows,
      int cols,
      int rowStride,
      int colStride,
      String layout,
      GmBuffer buffer) {
    parameters.add("%" + name + "_p: !pto.ptr<" + dtype + ">");
    arguments.add(new Argument.Pointer(buffer, 0));
    index(name + "_r", rows).index(name + "_c", cols).index(name + "_0", 0);
    index(name + "_rs", rowStride).index(name + "_cs", colStride);
    line(
        "%N = pto.make_tensor_view %N_p, shape = [%N_r, %N_c], strides = [%N_rs, %N_cs] {layout = #pto.layout<L>} : !pto.tensor_view<?x?xD>"
            .replace("%N", "%" + name)
            .replace("<L>", "<" + layout + ">")
            .replace("xD>", "x" + dtype + ">"));
    return window(name + "_w", name, dtype, 0, 0, rows, cols);
  }

  KernelText window(String name, String view, String dtype, int row, int col, int rows, int cols) {
    index(name + "_or", row)
        .index(name + "_oc", col)
        .index(name + "_sr", rows)
        .index(name + "_sc", cols);
    return line(
        "%"
            + name
            + " = pto.partition_view %"
            + view
            + ", offsets = [%"
            + name
            + "_or, %"
            + name
            + "_oc], sizes = [%"
            + name
            + "_sr, %"
            + name
            + "_sc] : !pto.tensor_view<?x?x"
            + dtype
            + "> -> !pto.partition_tensor_view<"
            + rows
            + "x"
            + cols
            + "x"
            + dtype
            + ">");
  }

  KernelText alloc(String name, String type, long address, int validRows, int validCols) {
    index(name + "_vr", validRows).index(name + "_vc", validCols);
    line("%" + name + "_a = arith.constant " + address + " : i64");
    return line(
        "%"
            + name
            + " = pto.alloc_tile addr = %"
            + name
            + "_a valid_row = %"
            + name
            + "_vr valid_col = %"
            + name
            + "_vc : "
            + type);
  }

  KernelText load(String window, String dtype, int rows, int cols, String tile, String type) {
    return line(
        "pto.tload ins(%"
            + window
            + " : !pto.partition_tensor_view<"
            + rows
            + "x"
            + cols
            + "x"
            + dtype
            + ">) outs(%"
            + tile
            + " : "
            + type
            + ")");
  }

  KernelText store(String tile, String type, String window, String dtype, int rows, int cols) {
    return line(
        "pto.tstore ins(%"
            + tile
            + " : "
            + type
            + ") outs(%"
            + window
            + " : !pto.partition_tensor_view<"
            + rows
            + "x"
            + cols
            + "x"
            + dtype
            + ">)");
  }

  String text() {
    return "module attributes {pto.target_arch = \"a2a3\"} {\nfunc.func @k("
        + String.join(", ", parameters)
        + ") {\n"
        + body
        + "  return\n}\n}\n";
  }

  KernelProgram decode() {
    PtoModule module = PtoParser.parse("k.pto", text());
    return KernelProgram.decode(module, module.functions().get(0), MachineModel.standard());
  }

  KernelRunner.Run run() {
    return new KernelRunner(MachineModel.standard(), CostTable.ascend910b())
        .run(decode(), arguments, new AccessLog());
  }

  static GmBuffer input(String name, byte[] bytes) {
    return GmBuffer.defined(name, MemorySegment.ofArray(bytes));
  }

  static GmBuffer output(String name, int bytes) {
    return GmBuffer.undefined(name, MemorySegment.ofArray(new byte[bytes]));
  }
}
