package io.pto4j.pass.tile;

import static io.pto4j.pass.tile.Kernel.fp32;
import static io.pto4j.pass.tile.Kernel.kernel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Laws of the passes on random straight-line kernels of tensor operators. */
class KernelPropertiesTest {
  private static final ImmutableList<Pass> PASSES =
      ImmutableList.of(
          new ConvertTensorToTileOps(),
          new FlattenTileNdTo2D(),
          new InferTileMemorySpace(),
          new ResolveBackendOpLayouts(),
          new ExpandMixedKernel(),
          new NormalizeReturnOrder(),
          new MaterializeTensorStrides());
  private static final ImmutableList<String> BINARY =
      ImmutableList.of("tensor.add", "tensor.sub", "tensor.mul", "tensor.maximum");
  private static final ImmutableList<String> UNARY =
      ImmutableList.of("tensor.neg", "tensor.row_sum", "tensor.col_sum");
  private static final int ROWS = 8;
  private static final int COLUMNS = 16;

  private static Program random(Random random, int size) {
    Kernel k = new Kernel();
    List<Var> values = new ArrayList<>();
    values.add(k.in("x", DataType.FP32, ROWS, COLUMNS));
    values.add(k.in("row", DataType.FP32, 1, COLUMNS));
    values.add(k.in("column", DataType.FP32, ROWS, 1));
    Var out = k.out("out", DataType.FP32, ROWS, COLUMNS);
    for (int i = 0; i < size; i++) {
      Var lhs = pick(values, random);
      Var rhs = pick(values, random);
      String name = "v" + i;
      values.add(
          switch (random.nextInt(3)) {
            case 0 -> k.let(name, pick(BINARY, random), lhs, fit(lhs, rhs) ? rhs : lhs);
            case 1 -> k.let(name, pick(UNARY, random), lhs);
            default -> k.let(name, "tensor.muls", lhs, fp32(0.5));
          });
    }
    Var x = values.getFirst();
    Var last = values.reversed().stream().filter(v -> fit(x, v)).findFirst().orElseThrow();
    Var sum = k.let("sum", "tensor.add", x, last);
    Var stored = k.let("stored", "tensor.assemble", out, sum, Kernel.zeros(2));
    return k.returning(random.nextBoolean() ? sum : stored);
  }

  private static <E> E pick(List<E> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  /** A column and a row do not meet directly, nor a single element and anything but itself. */
  private static boolean fit(Var a, Var b) {
    long[] left = shape(a);
    long[] right = shape(b);
    int differing = (left[0] == right[0] ? 0 : 1) + (left[1] == right[1] ? 0 : 1);
    return differing < 2;
  }

  private static long[] shape(Var var) {
    return ((TensorType) var.type())
        .shape().stream().mapToLong(d -> ((ConstInt) d).value()).toArray();
  }

  private static ImmutableList<double[]> arguments(Random random) {
    return IntStream.of(ROWS * COLUMNS, COLUMNS, ROWS)
        .mapToObj(n -> random.doubles(n, -1, 1).toArray())
        .collect(ImmutableList.toImmutableList());
  }

  @Property(tries = 60)
  void everyPassKeepsTheMeaningAndIsIdempotent(@ForAll long seed) {
    Random random = new Random(seed);
    Program program = random(random, random.nextInt(12));
    ImmutableList<double[]> arguments = arguments(random);
    double[] expected = Values.of(kernel(program), arguments);
    for (Pass pass : PASSES) {
      program = pass.run(program, Ir.CONTEXT);
      assertThat(Values.of(kernel(program), arguments))
          .as(pass.name())
          .containsExactly(expected, within(1e-9));
      assertThat(pass.run(program, Ir.CONTEXT)).as(pass.name()).isSameAs(program);
    }
  }

  @Property(tries = 60)
  void kernelsEndOnTilesThatTheirOperatorsTake(@ForAll long seed) {
    Random random = new Random(seed);
    Program program = random(random, random.nextInt(12));
    for (Pass pass : PASSES) {
      program = pass.run(program, Ir.CONTEXT);
    }
    Function kernel = kernel(program);
    Walk.exprs(
        kernel.body(),
        e -> {
          if (e instanceof Call call) {
            check(call);
          }
        });
  }

  private static void check(Call call) {
    assertThat(call.op().name()).startsWith("tile.");
    OpDef op = Operators.get(call.op().name());
    for (int i = 0; i < call.args().size(); i++) {
      if (call.args().get(i).type() instanceof TileType tile) {
        assertThat(tile.memorySpace()).isPresent();
        if (op.operand(i).rowMajor()) {
          assertThat(tile.effectiveView().blayout()).isEqualTo(TileLayout.ROW_MAJOR);
        }
      }
    }
    Expr again = Operators.call(call.op().name(), call.args(), call.kwargs(), call.span());
    assertThat(BodyRewriter.sameType(again.type(), call.type())).isTrue();
  }
}
