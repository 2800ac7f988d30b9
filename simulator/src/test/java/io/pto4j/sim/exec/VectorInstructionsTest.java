package io.pto4j.sim.exec;

import static io.pto4j.sim.exec.KernelText.tile;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.sim.machine.GmBuffer;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Vector instructions against definitions written out element by element. */
final class VectorInstructionsTest {

  private record Binary(String name, DoubleBinaryOperator floats, DoubleBinaryOperator ints) {}

  private static final List<Binary> BINARY =
      List.of(
          new Binary("add", (a, b) -> a + b, (a, b) -> a + b),
          new Binary("sub", (a, b) -> a - b, (a, b) -> a - b),
          new Binary("mul", (a, b) -> a * b, (a, b) -> a * b),
          new Binary("div", (a, b) -> a / b, null),
          new Binary("max", (a, b) -> a < b ? b : a, Math::max),
          new Binary("min", (a, b) -> b < a ? b : a, Math::min));

  private record Unary(String name, DoubleUnaryOperator function) {}

  private static final List<Unary> UNARY =
      List.of(
          new Unary("exp", v -> (float) StrictMath.exp(v)),
          new Unary("log", v -> (float) StrictMath.log(v)),
          new Unary("sqrt", v -> (float) Math.sqrt(v)),
          new Unary("rsqrt", v -> (float) (1 / Math.sqrt(v))),
          new Unary("recip", v -> (float) (1 / v)),
          new Unary("abs", v -> v < 0 ? -v : v),
          new Unary("neg", v -> -v),
          new Unary("relu", v -> v < 0 ? 0 : v));

  @Provide
  Arbitrary<String> dtypes() {
    return Arbitraries.of("f32", "f16", "bf16", "i32", "i16");
  }

  @Provide
  Arbitrary<String> floats() {
    return Arbitraries.of("f32", "f16", "bf16");
  }

  @Property(tries = 60)
  void binaryInstructionsAndTheirScalarForms(
      @ForAll("dtypes") String dtype,
      @ForAll @IntRange(min = 0, max = 5) int which,
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols,
      @ForAll long seed) {
    Binary op = BINARY.get(which);
    boolean floating = Matrix.isFloat(dtype);
    if (!floating && op.ints == null) {
      return;
    }
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    Matrix a = Matrix.random(random, dtype, rows, cols);
    Matrix b = Matrix.random(random, dtype, rows, cols);
    int width = (cols + 31) / 32 * 32;
    String type = tile("vec", dtype, rows, width, "nd");
    double scalar = Matrix.ordinary(random, dtype, 1, 1).at(0, 0);
    GmBuffer out = KernelText.output("d", rows * cols * Matrix.bytes(dtype));
    GmBuffer outs = KernelText.output("s", rows * cols * Matrix.bytes(dtype));
    String literal =
        floating ? "%e".formatted(scalar) + " : " + dtype : (int) scalar + " : " + dtype;
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("b", dtype, rows, cols, b.buffer("b"))
        .tensor("d", dtype, rows, cols, out)
        .tensor("s", dtype, rows, cols, outs)
        .alloc("ta", type, 0, rows, cols)
        .alloc("tb", type, 16384, rows, cols)
        .alloc("td", type, 32768, rows, cols)
        .load("a_w", dtype, rows, cols, "ta", type)
        .load("b_w", dtype, rows, cols, "tb", type)
        .line(
            "pto.t"
                + op.name
                + " ins(%ta, %tb : "
                + type
                + ", "
                + type
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "d_w", dtype, rows, cols)
        .line("%x = arith.constant " + literal)
        .line(
            "pto.t"
                + op.name
                + "s ins(%ta, %x : "
                + type
                + ", "
                + dtype
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "s_w", dtype, rows, cols)
        .run();
    Matrix d = Matrix.of(out, dtype, rows, cols);
    Matrix s = Matrix.of(outs, dtype, rows, cols);
    double rounded =
        floating ? Matrix.round(dtype, Double.parseDouble("%e".formatted(scalar))) : (int) scalar;
    for (int i = 0; i < a.values().length; i++) {
      double left = a.values()[i];
      assertThat(bits(dtype, d.values()[i]))
          .isEqualTo(bits(dtype, expected(op, dtype, left, b.values()[i])));
      assertThat(bits(dtype, s.values()[i]))
          .isEqualTo(bits(dtype, expected(op, dtype, left, rounded)));
    }
  }

  private static double expected(Binary op, String dtype, double a, double b) {
    if (Matrix.isFloat(dtype)) {
      return Matrix.round(dtype, (float) op.floats.applyAsDouble(a, b));
    }
    long exact =
        op.name.equals("mul") ? ((long) a) * ((long) b) : (long) op.ints.applyAsDouble(a, b);
    return dtype.equals("i32") ? (int) exact : (short) exact;
  }

  private static Object bits(String dtype, double value) {
    return Double.isNaN(value)
        ? "NaN"
        : Matrix.isFloat(dtype) ? Float.floatToRawIntBits((float) value) : (long) value;
  }

  @Property(tries = 40)
  void unaryInstructions(
      @ForAll("floats") String dtype,
      @ForAll @IntRange(min = 0, max = 7) int which,
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols,
      @ForAll long seed) {
    Unary op = UNARY.get(which);
    Matrix a = Matrix.random(RandomGeneratorFactory.getDefault().create(seed), dtype, rows, cols);
    String type = tile("vec", dtype, rows, (cols + 31) / 32 * 32, "nd");
    GmBuffer out = KernelText.output("d", rows * cols * Matrix.bytes(dtype));
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("d", dtype, rows, cols, out)
        .alloc("ta", type, 0, rows, cols)
        .alloc("td", type, 32768, rows, cols)
        .load("a_w", dtype, rows, cols, "ta", type)
        .line("pto.t" + op.name + " ins(%ta : " + type + ") outs(%td : " + type + ")")
        .store("td", type, "d_w", dtype, rows, cols)
        .run();
    Matrix d = Matrix.of(out, dtype, rows, cols);
    for (int i = 0; i < a.values().length; i++) {
      double want = Matrix.round(dtype, op.function.applyAsDouble(a.values()[i]));
      assertThat(bits(dtype, d.values()[i])).isEqualTo(bits(dtype, want));
    }
  }

  @Property(tries = 30)
  void reductionsGoLeftToRightAndTopToBottom(
      @ForAll("floats") String dtype,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 1, max = 70) int cols,
      @ForAll long seed) {
    Matrix a = Matrix.ordinary(RandomGeneratorFactory.getDefault().create(seed), dtype, rows, cols);
    int tall = (rows + 15) / 16 * 16;
    String type = tile("vec", dtype, tall, (cols + 31) / 32 * 32, "nd");
    String column = tile("vec", dtype, tall, 1, "dn");
    String row = tile("vec", dtype, 1, (cols + 31) / 32 * 32, "nd");
    int bytes = Matrix.bytes(dtype);
    GmBuffer sums = KernelText.output("s", rows * bytes);
    GmBuffer maxima = KernelText.output("m", rows * bytes);
    GmBuffer columns = KernelText.output("c", cols * bytes);
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("s", dtype, rows, 1, 1, rows, "dn", sums)
        .tensor("m", dtype, rows, 1, 1, rows, "dn", maxima)
        .tensor("c", dtype, 1, cols, columns)
        .alloc("ta", type, 0, rows, cols)
        .alloc("tmp", type, 32768, rows, cols)
        .alloc("ts", column, 65536, rows, 1)
        .alloc("tc", row, 69632, 1, cols)
        .load("a_w", dtype, rows, cols, "ta", type)
        .line("pto.trowsum ins(%ta, %tmp : " + type + ", " + type + ") outs(%ts : " + column + ")")
        .store("ts", column, "s_w", dtype, rows, 1)
        .line("pto.trowmax ins(%ta, %tmp : " + type + ", " + type + ") outs(%ts : " + column + ")")
        .store("ts", column, "m_w", dtype, rows, 1)
        .line(
            "pto.tcolsum ins(%ta, %tmp {isBinary = false} : "
                + type
                + ", "
                + type
                + ") outs(%tc : "
                + row
                + ")")
        .store("tc", row, "c_w", dtype, 1, cols)
        .run();
    for (int r = 0; r < rows; r++) {
      float sum = (float) a.at(r, 0);
      double max = a.at(r, 0);
      for (int c = 1; c < cols; c++) {
        sum += (float) a.at(r, c);
        max = Math.max(max, a.at(r, c));
      }
      assertThat(Matrix.of(sums, dtype, rows, 1).at(r, 0)).isEqualTo(Matrix.round(dtype, sum));
      assertThat(Matrix.of(maxima, dtype, rows, 1).at(r, 0)).isEqualTo(max);
    }
    for (int c = 0; c < cols; c++) {
      double sum = a.at(0, c);
      for (int r = 1; r < rows; r++) {
        sum = Matrix.round(dtype, sum + a.at(r, c));
      }
      assertThat(Matrix.of(columns, dtype, 1, cols).at(0, c)).isEqualTo(sum);
    }
  }

  @Property(tries = 30)
  void expansionsSpreadAColumnOrARow(
      @ForAll("floats") String dtype,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 2, max = 70) int cols,
      @ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    Matrix a = Matrix.ordinary(random, dtype, rows, cols);
    Matrix v = Matrix.ordinary(random, dtype, rows, 1);
    Matrix w = Matrix.ordinary(random, dtype, 1, cols);
    int tall = (rows + 15) / 16 * 16;
    int wide = (cols + 31) / 32 * 32;
    String type = tile("vec", dtype, tall, wide, "nd");
    String column = tile("vec", dtype, tall, 1, "dn");
    String row = tile("vec", dtype, 1, wide, "nd");
    int bytes = rows * cols * Matrix.bytes(dtype);
    GmBuffer byRow = KernelText.output("x", bytes);
    GmBuffer byColumn = KernelText.output("y", bytes);
    GmBuffer difference = KernelText.output("z", bytes);
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("v", dtype, rows, 1, 1, rows, "dn", v.buffer("v"))
        .tensor("w", dtype, 1, cols, w.buffer("w"))
        .tensor("x", dtype, rows, cols, byRow)
        .tensor("y", dtype, rows, cols, byColumn)
        .tensor("z", dtype, rows, cols, difference)
        .alloc("ta", type, 0, rows, cols)
        .alloc("tv", column, 32768, rows, 1)
        .alloc("tw", row, 36864, 1, cols)
        .alloc("td", type, 65536, rows, cols)
        .load("a_w", dtype, rows, cols, "ta", type)
        .load("v_w", dtype, rows, 1, "tv", column)
        .load("w_w", dtype, 1, cols, "tw", row)
        .line(
            "pto.trowexpandsub ins(%ta, %tv : "
                + type
                + ", "
                + column
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "x_w", dtype, rows, cols)
        .line(
            "pto.tcolexpandmul ins(%ta, %tw : " + type + ", " + row + ") outs(%td : " + type + ")")
        .store("td", type, "y_w", dtype, rows, cols)
        .line(
            "pto.trowexpandexpdif ins(%ta, %tv : "
                + type
                + ", "
                + column
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "z_w", dtype, rows, cols)
        .run();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        double minus = Matrix.round(dtype, a.at(r, c) - v.at(r, 0));
        assertThat(Matrix.of(byRow, dtype, rows, cols).at(r, c)).isEqualTo(minus);
        assertThat(Matrix.of(byColumn, dtype, rows, cols).at(r, c))
            .isEqualTo(Matrix.round(dtype, a.at(r, c) * w.at(0, c)));
        assertThat(Matrix.of(difference, dtype, rows, cols).at(r, c))
            .isEqualTo(Matrix.round(dtype, (float) StrictMath.exp(minus)));
      }
    }
  }

  @Property(tries = 20)
  void conversionsRoundAndSaturate(
      @ForAll @IntRange(min = 1, max = 6) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols,
      @ForAll long seed) {
    Matrix a = Matrix.ordinary(RandomGeneratorFactory.getDefault().create(seed), "f32", rows, cols);
    int wide = (cols + 31) / 32 * 32;
    String f32 = tile("vec", "f32", rows, wide, "nd");
    String i32 = tile("vec", "i32", rows, wide, "nd");
    String bf16 = tile("vec", "bf16", rows, wide, "nd");
    GmBuffer nearest = KernelText.output("n", rows * cols * 4);
    GmBuffer down = KernelText.output("d", rows * cols * 4);
    GmBuffer narrow = KernelText.output("b", rows * cols * 2);
    new KernelText()
        .tensor("a", "f32", rows, cols, a.buffer("a"))
        .tensor("n", "i32", rows, cols, nearest)
        .tensor("d", "i32", rows, cols, down)
        .tensor("b", "bf16", rows, cols, narrow)
        .alloc("ta", f32, 0, rows, cols)
        .alloc("ti", i32, 16384, rows, cols)
        .alloc("tb", bf16, 32768, rows, cols)
        .load("a_w", "f32", rows, cols, "ta", f32)
        .line(
            "pto.tcvt ins(%ta {rmode = #pto<round_mode RINT>} : "
                + f32
                + ") outs(%ti : "
                + i32
                + ")")
        .store("ti", i32, "n_w", "i32", rows, cols)
        .line(
            "pto.tcvt ins(%ta {rmode = #pto<round_mode FLOOR>} : "
                + f32
                + ") outs(%ti : "
                + i32
                + ")")
        .store("ti", i32, "d_w", "i32", rows, cols)
        .line(
            "pto.tcvt ins(%ta {rmode = #pto<round_mode RINT>} : "
                + f32
                + ") outs(%tb : "
                + bf16
                + ")")
        .store("tb", bf16, "b_w", "bf16", rows, cols)
        .run();
    for (int i = 0; i < a.values().length; i++) {
      assertThat(Matrix.of(nearest, "i32", rows, cols).values()[i])
          .isEqualTo(Math.rint(a.values()[i]) + 0.0);
      assertThat(Matrix.of(down, "i32", rows, cols).values()[i])
          .isEqualTo(Math.floor(a.values()[i]) + 0.0);
      assertThat(Matrix.of(narrow, "bf16", rows, cols).values()[i])
          .isEqualTo(Matrix.round("bf16", a.values()[i]));
    }
  }

  @Property(tries = 25)
  void masksPickElements(
      @ForAll("floats") String dtype,
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 70) int cols,
      @ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    Matrix a = Matrix.random(random, dtype, rows, cols);
    Matrix b = Matrix.random(random, dtype, rows, cols);
    String type = tile("vec", dtype, rows, (cols + 31) / 32 * 32, "nd");
    String mask = tile("vec", "ui8", rows, 32, "nd");
    GmBuffer smaller = KernelText.output("d", rows * cols * Matrix.bytes(dtype));
    GmBuffer clipped = KernelText.output("e", rows * cols * Matrix.bytes(dtype));
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("b", dtype, rows, cols, b.buffer("b"))
        .tensor("d", dtype, rows, cols, smaller)
        .tensor("e", dtype, rows, cols, clipped)
        .alloc("ta", type, 0, rows, cols)
        .alloc("tb", type, 16384, rows, cols)
        .alloc("td", type, 32768, rows, cols)
        .alloc("m", mask, 65536, rows, 32)
        .load("a_w", dtype, rows, cols, "ta", type)
        .load("b_w", dtype, rows, cols, "tb", type)
        .line(
            "pto.tcmp ins(%ta, %tb {cmpMode = #pto<cmp lt>} : "
                + type
                + ", "
                + type
                + ") outs(%m : "
                + mask
                + ")")
        .line(
            "pto.tsel ins(%m, %ta, %tb, %td : "
                + mask
                + ", "
                + type
                + ", "
                + type
                + ", "
                + type
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "d_w", dtype, rows, cols)
        .line("%one = arith.constant 1.0 : " + dtype)
        .line(
            "pto.tcmps ins(%ta, %one {cmpMode = #pto<cmp ge>} : "
                + type
                + ", "
                + dtype
                + ") outs(%m : "
                + mask
                + ")")
        .line(
            "pto.tsels ins(%m, %ta, %tb, %one : "
                + mask
                + ", "
                + type
                + ", "
                + type
                + ", "
                + dtype
                + ") outs(%td : "
                + type
                + ")")
        .store("td", type, "e_w", dtype, rows, cols)
        .run();
    for (int i = 0; i < a.values().length; i++) {
      double x = a.values()[i];
      double y = b.values()[i];
      assertThat(bits(dtype, Matrix.of(smaller, dtype, rows, cols).values()[i]))
          .isEqualTo(bits(dtype, x < y ? x : y));
      assertThat(bits(dtype, Matrix.of(clipped, dtype, rows, cols).values()[i]))
          .isEqualTo(bits(dtype, x >= 1 ? x : 1));
    }
  }

  @Property(tries = 25)
  void partialSumsAndPositions(
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 2, max = 40) int cols,
      @ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    int part = random.nextInt(1, cols);
    Matrix a = Matrix.ordinary(random, "f32", rows, cols);
    Matrix b = Matrix.ordinary(random, "f32", rows, part);
    int tall = (rows + 7) / 8 * 8;
    int wide = (cols + 31) / 32 * 32;
    String type = tile("vec", "f32", tall, wide, "nd");
    String places = tile("vec", "i32", tall, 1, "dn");
    String counts = tile("vec", "i32", 1, wide, "nd");
    GmBuffer sums = KernelText.output("d", rows * cols * 4);
    GmBuffer largest = KernelText.output("p", rows * 4);
    GmBuffer down = KernelText.output("c", cols * 4);
    new KernelText()
        .tensor("a", "f32", rows, cols, a.buffer("a"))
        .tensor("b", "f32", rows, part, b.buffer("b"))
        .tensor("d", "f32", rows, cols, sums)
        .tensor("p", "i32", rows, 1, 1, rows, "dn", largest)
        .tensor("c", "i32", 1, cols, down)
        .alloc("ta", type, 0, rows, cols)
        .alloc("tb", type, 16384, rows, part)
        .alloc("td", type, 32768, rows, cols)
        .alloc("tp", places, 65536, rows, 1)
        .alloc("tc", counts, 69632, 1, cols)
        .load("a_w", "f32", rows, cols, "ta", type)
        .load("b_w", "f32", rows, part, "tb", type)
        .line("pto.tpartadd ins(%ta, %tb : " + type + ", " + type + ") outs(%td : " + type + ")")
        .store("td", type, "d_w", "f32", rows, cols)
        .line(
            "pto.trowargmax ins(%ta, %td : " + type + ", " + type + ") outs(%tp : " + places + ")")
        .store("tp", places, "p_w", "i32", rows, 1)
        .line("%seven = arith.constant 7 : i32")
        .line("pto.tci ins(%seven : i32) outs(%tc : " + counts + ") {descending = true}")
        .store("tc", counts, "c_w", "i32", 1, cols)
        .run();
    for (int r = 0; r < rows; r++) {
      int best = 0;
      for (int c = 0; c < cols; c++) {
        float want = c < part ? (float) a.at(r, c) + (float) b.at(r, c) : (float) a.at(r, c);
        assertThat(Matrix.of(sums, "f32", rows, cols).at(r, c)).isEqualTo(want);
        best = a.at(r, c) > a.at(r, best) ? c : best;
        assertThat(Matrix.of(down, "i32", 1, cols).at(0, c)).isEqualTo(7 - c);
      }
      assertThat(Matrix.of(largest, "i32", rows, 1).at(r, 0)).isEqualTo(best);
    }
  }
}
