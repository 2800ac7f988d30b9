package io.pto4j.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.text.IrParser;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterpreterTest {
  private static final String SCALARS =
      """
      @pl.program
      class Scalars:
          @pl.function
          def fibonacci(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              for i, (a, b) in pl.range(n, init_values=(0, 1)):
                  c: pl.Scalar[pl.INDEX] = a + b
                  a_next, b_next = pl.yield_(b, c)
              return a_next

          @pl.function
          def halvings(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              for (rest, count) in pl.while_(init_values=(n, 0)):
                  pl.cond(rest > 1)
                  rest_next, count_next = pl.yield_(rest // 2, count + 1)
              return count_next

          @pl.function
          def sign(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              if n < 0:
                  s: pl.Scalar[pl.INDEX] = pl.yield_(-1)
              else:
                  s: pl.Scalar[pl.INDEX] = pl.yield_(1)
              return s

          @pl.function
          def quotient(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              q: pl.Scalar[pl.INDEX] = 12 // n
              return q

          @pl.function
          def both(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              f: pl.Scalar[pl.INDEX] = self.fibonacci(n)
              s: pl.Scalar[pl.INDEX] = self.sign(n)
              return f * s
      """;

  private static final String TENSORS =
      """
      ROWS = pl.dynamic("ROWS")
      @pl.program
      class Tensors:
          @pl.function(type=pl.FunctionType.InCore)
          def double(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              t: pl.Tile[[2, 4], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [2, 4], [2, 4], target_memory=pl.Mem.Vec)
              y: pl.Tensor[[2, 4], pl.FP32] = pl.tile.store(pl.tile.add(t, t), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def unwritten(y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              t: pl.Tile[[2, 4], pl.FP32, pl.Mem.Vec] = pl.tile.create([2, 4], dtype=pl.FP32, target_memory=pl.Mem.Vec)
              y: pl.Tensor[[2, 4], pl.FP32] = pl.tile.store(pl.tile.add(t, t), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def main(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              s: pl.Tensor[[2, 4], pl.FP32] = pl.tensor.create([2, 4], dtype=pl.FP32)
              s: pl.Tensor[[2, 4], pl.FP32] = self.double(x, s)
              y: pl.Tensor[[2, 4], pl.FP32] = self.double(s, y)
              return y
      """;

  private static Program parse(String text) {
    return IrParser.program(text, "test.py");
  }

  private static long scalar(String function, long n) {
    ImmutableList<Value> returned =
        new Interpreter(parse(SCALARS)).call(function, List.of(Value.of(n)));
    return Scalars.integer(returned.getFirst());
  }

  private static TensorValue tensor(float... elements) {
    return TensorValue.of(DataType.FP32, new int[] {2, 4}, new int[] {2, 4}, elements);
  }

  @Property(tries = 30)
  void loopsCarryValues(@ForAll @IntRange(max = 40) int n) {
    long a = 0;
    long b = 1;
    for (int i = 0; i < n; i++) {
      long c = a + b;
      a = b;
      b = c;
    }
    assertThat(scalar("fibonacci", n)).isEqualTo(a);
    assertThat(scalar("both", n)).isEqualTo(a);
  }

  @Property(tries = 30)
  void whileLoopsTestBeforeEachRun(@ForAll @IntRange(min = 1, max = 1000) int n) {
    assertThat(scalar("halvings", n)).isEqualTo(31 - Integer.numberOfLeadingZeros(n));
  }

  @Test
  void branchesYield() {
    assertThat(scalar("sign", -5)).isEqualTo(-1);
    assertThat(scalar("sign", 5)).isEqualTo(1);
  }

  @Test
  void functionsWriteTheTensorsOfTheirCaller() {
    TensorValue y = tensor(new float[8]);

    ImmutableList<Value> returned =
        new Interpreter(parse(TENSORS)).call("main", List.of(tensor(1, 2, 3, 4, 5, 6, 7, 8), y));

    assertThat(y.floats("")).containsExactly(4, 8, 12, 16, 20, 24, 28, 32);
    assertThat(Differences.first("y", y, returned.getFirst())).isEmpty();
  }

  @Test
  void mistakesNameTheirPlace() {
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> scalar("quotient", 0))
        .withMessage("integer division by zero")
        .satisfies(e -> assertThat(e.span().toString()).startsWith("test.py:27:"));
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(
            () -> new Interpreter(parse(TENSORS)).call("unwritten", List.of(tensor(new float[8]))))
        .withMessageContaining("tile.add reads element [0, 0]")
        .withMessageContaining("never written");
  }

  @Test
  void theEntryAndItsArgumentsAreChecked() {
    Interpreter interpreter = new Interpreter(parse(TENSORS));

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("start", List.of()))
        .withMessage("program 'Tensors' has no function 'start'");
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("main", List.of()))
        .withMessage("function 'main' takes 2 arguments, but 0 were given");
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("main", List.of(Value.of(1), Value.of(2))))
        .withMessageContaining("parameter 'x' of 'main' takes a fp32 tensor of rank 2");
    TensorValue small =
        TensorValue.of(DataType.FP32, new int[] {1, 4}, new int[] {1, 4}, new float[4]);
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("main", List.of(small, small)))
        .withMessageContaining("has extent 2 in dimension 0, but the argument has 1");
  }

  private static final String LAUNCHES =
      """
      @pl.program
      class Launches:
          @pl.function(type=pl.FunctionType.InCore)
          def work(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              y = pl.store(pl.add(pl.load(x, [0, 0], [2, 4]), 1.0), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def gated(x: pl.Tensor[[2, 4], pl.FP32], flag: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              y, t = pl.submit(self.work, x, y, predicate=(flag[0, 3] > 0))
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def rows(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              for row in pl.spmd(2):
                  y = pl.store(pl.load(x, [row, 0], [1, 4]), [1 - row, 0], y)
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def swapped(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              row: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
              y = pl.store(pl.load(x, [row, 0], [1, 4]), [1 - row, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Spmd)
          def blocks(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              z: pl.Tensor[[2, 4], pl.FP32] = self.swapped(x, y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def outlined(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              z: pl.Tensor[[2, 4], pl.FP32] = self.blocks(x, y, attrs={"core_num": 2})
              return z

          @pl.function(type=pl.FunctionType.Orchestration)
          def gated_region(x: pl.Tensor[[2, 4], pl.FP32], flag: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              for row in pl.spmd(2, predicate=(flag[0, 3] > 0)):
                  z = pl.assemble(y, pl.add(pl.slice(x, [1, 4], [row, 0]), 1.0), [row, 0])
              return z

          @pl.function(type=pl.FunctionType.InCore)
          def lanes(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              lane: pl.Scalar[pl.INDEX] = pl.tile.get_subblock_idx()
              y = pl.store(pl.load(x, [lane, 0], [1, 4]), [lane, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def endless(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              y: pl.Tensor[[2, 4], pl.FP32] = self.endless(x, y)
              return y

          @pl.function
          def squares(n: pl.Scalar[pl.INDEX]):
              a = pl.array.create(4, pl.INT32)
              for i in pl.range(4):
                  if i == n:
                      break
                  a[i] = pl.cast(i * i, pl.INT32)
              s = a[0] + a[1] + a[2] + a[3]
              return s
      """;

  private static TensorValue flag(long value) {
    return TensorValue.of(
        DataType.INT32,
        new int[] {1, 8},
        new int[] {1, 8},
        new long[] {0, 0, 0, value, 0, 0, 0, 0});
  }

  @ParameterizedTest
  @ValueSource(strings = {"gated", "gated_region"})
  void whatHasAFalsePredicateWritesNothing(String entry) {
    Interpreter interpreter = new Interpreter(parse(LAUNCHES));
    TensorValue x = tensor(1, 2, 3, 4, 5, 6, 7, 8);
    TensorValue skipped = tensor(new float[8]);
    TensorValue written = tensor(new float[8]);

    ImmutableList<Value> returned = interpreter.call(entry, List.of(x, flag(0), skipped));
    interpreter.call(entry, List.of(x, flag(1), written));

    assertThat(Differences.first("y", skipped, returned.getFirst())).isEmpty();
    assertThat(skipped.floats("")).containsOnly(0);
    assertThat(written.floats("")).containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "outlined"})
  void blocksKnowTheirNumbers(String entry) {
    for (long seed = 0; seed < 4; seed++) {
      TensorValue x = tensor(1, 2, 3, 4, 5, 6, 7, 8);
      TensorValue y = tensor(new float[8]);
      TensorValue inAnyOrder = tensor(new float[8]);

      new Interpreter(parse(LAUNCHES)).call(entry, List.of(x, y));
      Interpreter.inRandomOrder(parse(LAUNCHES), seed).call(entry, List.of(x, inAnyOrder));

      assertThat(y.floats("")).containsExactly(5, 6, 7, 8, 1, 2, 3, 4);
      assertThat(inAnyOrder.floats("")).isEqualTo(y.floats(""));
    }
  }

  @Test
  void whatNeedsSeveralCoresSaysSo() {
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(
            () ->
                new Interpreter(parse(LAUNCHES))
                    .call("lanes", List.of(tensor(new float[8]), tensor(new float[8]))))
        .withMessage(
            "operator 'tile.get_subblock_idx' cannot be interpreted: it works on several cores")
        .matches(e -> e.span().isKnown());
  }

  private static final String SCALED =
      """
      @pl.program
      class Mx:
          @pl.function(type=pl.FunctionType.InCore)
          def main(a: pl.Tensor[[16, 64], pl.FP8E4M3FN], sa: pl.Tensor[[16, 2], pl.FP8E8M0, pl.MX_A_ZZ], b: pl.Tensor[[64, 32], pl.FP8E4M3FN], sb: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
              al: pl.Tile[[16, 64], pl.FP8E4M3FN, pl.Mem.Left] = pl.tile.move(pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
              bl: pl.Tile[[64, 32], pl.FP8E4M3FN, pl.Mem.Right] = pl.tile.move(pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
              asc = pl.tile.move(pl.tile.load(sa, [0, 0], [16, 2], [16, 2], target_memory=pl.Mem.Mat), target_memory=pl.Mem.LeftScale)
              bsc = pl.tile.move(pl.tile.load(sb, [0, 0], [2, 32], [2, 32], target_memory=pl.Mem.Mat), target_memory=pl.Mem.RightScale)
              c = pl.tile.matmul_mx(al, asc, bl, bsc)
              y = pl.store(c, [0, 0], y)
              return y
      """;

  @Property(tries = 10)
  void scalesReachTheProduct(@ForAll long seed) {
    Program program = parse(SCALED);
    List<Value> arguments = RandomInputs.of(program.function("main").orElseThrow(), seed).values();
    new Interpreter(program).call("main", arguments);
    List<float[]> values =
        arguments.stream().map(value -> ((TensorValue) value).floats("")).toList();

    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 32; j++) {
        double sum = 0;
        for (int k = 0; k < 64; k++) {
          double scales = values.get(1)[i * 2 + k / 32] * values.get(3)[k / 32 * 32 + j];
          sum += values.get(0)[i * 64 + k] * scales * values.get(2)[k * 32 + j];
        }
        assertThat(values.get(4)[i * 32 + j]).isCloseTo((float) sum, within(1e-2f));
      }
    }
  }

  @Test
  void arraysKeepTheirElements() {
    Interpreter interpreter = new Interpreter(parse(LAUNCHES));
    for (int n = 0; n < 5; n++) {
      long sum = 0;
      for (int i = 0; i < n && i < 4; i++) {
        sum += (long) i * i;
      }
      assertThat(interpreter.call("squares", List.of(Value.of(n)))).containsExactly(Value.of(sum));
    }
  }

  @Test
  void aFunctionThatCallsItselfIsStopped() {
    Interpreter interpreter = new Interpreter(parse(LAUNCHES));
    TensorValue x = tensor(new float[8]);

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("endless", List.of(x, x)))
        .withMessageStartingWith("nested deeper than ");
  }

  private static final String ORDERED =
      """
      @pl.program
      class Ordered:
          @pl.function(type=pl.FunctionType.InCore)
          def plus(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
              y = pl.store(pl.add(pl.load(x, [0, 0], [2, 4]), 1.0), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def main(x: pl.Tensor[[2, 4], pl.FP32], t: pl.InOut[pl.Tensor[[2, 4], pl.FP32]], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              with pl.manual_scope():
                  t, first = pl.submit(self.plus, x, t)
                  y, second = pl.submit(self.plus, t, y, deps=[first])
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def inferred(x: pl.Tensor[[2, 4], pl.FP32], t: pl.InOut[pl.Tensor[[2, 4], pl.FP32]], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
              t = self.plus(x, t)
              y = self.plus(t, y)
              return y
      """;

  private static float inOrder(String program, String entry, long seed) {
    TensorValue y = tensor(new float[8]);
    Interpreter.inRandomOrder(parse(program), seed)
        .call(entry, List.of(tensor(new float[8]), tensor(new float[8]), y));
    return y.floats("")[0];
  }

  @Property(tries = 20)
  void tasksThatNameTheirDependenciesAgreeInEveryOrder(@ForAll long seed) {
    assertThat(inOrder(ORDERED, "main", seed)).isEqualTo(2);
    assertThat(inOrder(ORDERED, "inferred", seed)).isEqualTo(2);
  }

  @Test
  void aMissingDependencyShowsInSomeOrder() {
    String missing = ORDERED.replace("deps=[first]", "deps=[]");

    assertThat(LongStream.range(0, 20).mapToObj(seed -> inOrder(missing, "main", seed)).distinct())
        .containsExactlyInAnyOrder(1f, 2f);
    assertThat(inOrder(missing, "inferred", 1)).isEqualTo(2);
  }

  @Test
  void differencesTellAbsentValuesFromPresentOnes() {
    int[] shape = {1, 2};
    TensorValue smallest =
        TensorValue.of(
            DataType.INT64, shape, shape, new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1});
    TensorValue partly =
        TensorValue.of(DataType.INT64, shape, new int[] {1, 1}, new long[] {Long.MIN_VALUE});

    assertThat(Differences.first("t", smallest, smallest)).isEmpty();
    assertThat(Differences.first("t", partly, partly)).isEmpty();
    assertThat(Differences.first("t", smallest, partly))
        .hasValue("t[0, 1] is -9223372036854775807 before and without a value after");
  }
}
