package io.pto4j.interp;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;

/** Arguments for a function, the same for the same seed. */
public final class RandomInputs {
  private static final Interpreter NO_FUNCTIONS =
      new Interpreter(Program.of("", ImmutableList.of(), Span.unknown()));
  private static final int MAX_EXTENT = 64;
  private static final int MAX_INTEGER = 8;

  private final Random random;
  private final Map<Var, Value> symbols = new IdentityHashMap<>();

  private RandomInputs(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Arguments: small numbers of both signs, also in tensors that are only written, so that what is
   * left unwritten shows; extents of up to 64 for the symbols in shapes.
   *
   * @throws IrException when a parameter is neither a tensor nor a scalar
   */
  public static ImmutableList<Value> of(Function function, long seed) {
    RandomInputs inputs = new RandomInputs(seed);
    return function.params().stream().map(inputs::argument).collect(toImmutableList());
  }

  private Value argument(Var param) {
    return switch (param.type()) {
      case TensorType tensor -> tensor(tensor);
      case ScalarType(DataType dtype) when dtype.isFloat() -> Value.of((double) real(dtype));
      case ScalarType(DataType dtype) -> Value.of(integer(dtype));
      default ->
          throw new IrException(
              "no arguments can be made up for parameter '" + param.nameHint() + "'");
    };
  }

  private TensorValue tensor(TensorType type) {
    int[] shape = type.shape().stream().mapToInt(this::extent).toArray();
    int count = Shapes.count(shape);
    if (type.dtype().isFloat()) {
      float[] elements = new float[count];
      for (int i = 0; i < count; i++) {
        elements[i] = real(type.dtype());
      }
      return TensorValue.of(type.dtype(), shape, shape, elements);
    }
    long[] elements = new long[count];
    for (int i = 0; i < count; i++) {
      elements[i] = integer(type.dtype());
    }
    return TensorValue.of(type.dtype(), shape, shape, elements);
  }

  private int extent(Expr dim) {
    if (dim instanceof Var symbol) {
      symbols.computeIfAbsent(symbol, _ -> Value.of(1 + random.nextInt(MAX_EXTENT)));
    }
    return Math.toIntExact(
        new Evaluation(NO_FUNCTIONS, Interpreter.Block.ONLY, symbols).integer(dim));
  }

  private float real(DataType dtype) {
    return FloatFormat.of(dtype).round(random.nextGaussian(), RoundMode.RINT);
  }

  private long integer(DataType dtype) {
    return IntFormat.of(dtype).wrap(random.nextInt(MAX_INTEGER));
  }
}
