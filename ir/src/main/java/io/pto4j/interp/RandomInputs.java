package io.pto4j.interp;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
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
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Arguments for a function, the same for the same seed, which can be made simpler.
 *
 * <p>They are small numbers of both signs, also in tensors that are only written, so that what is
 * left unwritten shows; extents of up to 64 stand for the symbols in shapes.
 */
public final class RandomInputs {
  private static final Interpreter NO_FUNCTIONS =
      new Interpreter(Program.of("", ImmutableList.of(), Span.unknown()));
  private static final int MAX_EXTENT = 64;
  private static final int MAX_INTEGER = 8;
  private static final int STEPS = 1 << 15;
  private static final int STEPS_IN_ONE = 1 << 13;
  private static final long SEEDS = 1_000_003;

  private final Function function;
  private final long seed;
  private final Simplification simplification;

  /** What the elements of a tensor are; later ones are simpler. */
  private enum Filling {
    RANDOM,
    COUNTING,
    ONES,
    ZEROS
  }

  /**
   * What is chosen instead of what the seed gives.
   *
   * @param extents of symbols, by the order in which the parameters name them
   * @param numbers of scalar parameters, by position
   * @param fillings of tensor parameters, by position
   */
  private record Simplification(
      ImmutableMap<Integer, Long> extents,
      ImmutableMap<Integer, Double> numbers,
      ImmutableMap<Integer, Filling> fillings) {
    static final Simplification NONE =
        new Simplification(ImmutableMap.of(), ImmutableMap.of(), ImmutableMap.of());

    Simplification withExtent(int symbol, long extent) {
      return new Simplification(with(extents, symbol, extent), numbers, fillings);
    }

    Simplification withNumber(int param, double number) {
      return new Simplification(extents, with(numbers, param, number), fillings);
    }

    Simplification withFilling(int param, Filling filling) {
      return new Simplification(extents, numbers, with(fillings, param, filling));
    }

    private static <T> ImmutableMap<Integer, T> with(
        ImmutableMap<Integer, T> map, int key, T value) {
      return ImmutableMap.<Integer, T>builder().putAll(map).put(key, value).buildKeepingLast();
    }
  }

  private RandomInputs(Function function, long seed, Simplification simplification) {
    this.function = function;
    this.seed = seed;
    this.simplification = simplification;
  }

  /** The arguments of a seed. */
  public static RandomInputs of(Function function, long seed) {
    return new RandomInputs(function, seed, Simplification.NONE);
  }

  /**
   * New arguments.
   *
   * @throws IrException when a parameter is neither a tensor nor a scalar
   */
  public ImmutableList<Value> values() {
    return new Maker().values();
  }

  /** Arguments in which one thing is simpler, the simplest first. */
  public Stream<RandomInputs> simpler() {
    Maker maker = new Maker();
    ImmutableList<Value> values = maker.values();
    List<Simplification> found = new ArrayList<>();
    for (int i = 0; i < maker.extents.size(); i++) {
      long extent = maker.extents.get(i);
      for (long smaller : new long[] {1, extent / 2, extent - 1}) {
        if (smaller >= 1 && smaller < extent) {
          found.add(simplification.withExtent(i, smaller));
        }
      }
    }
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof TensorValue) {
        for (Filling filling : ImmutableList.of(Filling.ZEROS, Filling.ONES, Filling.COUNTING)) {
          if (filling.compareTo(filling(i)) > 0) {
            found.add(simplification.withFilling(i, filling));
          }
        }
      } else {
        double number = Scalars.real(values.get(i));
        for (double smaller : new double[] {0, 1, Math.rint(number / 2)}) {
          if (Math.abs(smaller) < Math.abs(number)) {
            found.add(simplification.withNumber(i, smaller));
          }
        }
      }
    }
    return found.stream().map(s -> new RandomInputs(function, seed, s));
  }

  private Filling filling(int param) {
    return simplification.fillings().getOrDefault(param, Filling.RANDOM);
  }

  /**
   * The arguments in words.
   *
   * @param name what the author calls a parameter
   */
  public String describe(UnaryOperator<String> name) {
    Maker maker = new Maker();
    ImmutableList<Value> values = maker.values();
    Map<String, String> texts = new LinkedHashMap<>(maker.texts);
    for (int i = 0; i < values.size(); i++) {
      texts.put(
          name.apply(function.params().get(i).nameHint()),
          switch (values.get(i)) {
            case Value.OfInt(long number) -> Long.toString(number);
            case Value.OfFloat(double number) -> Double.toString(number);
            case TensorValue _, Value.OfTuple _ ->
                switch (filling(i)) {
                  case RANDOM -> "random";
                  case COUNTING -> "0, 1, 2, ...";
                  case ONES -> "all 1";
                  case ZEROS -> "all 0";
                };
          });
    }
    return texts.entrySet().stream()
        .map(text -> text.getKey() + " = " + text.getValue())
        .collect(joining("; "));
  }

  /** Makes the arguments once. */
  private final class Maker {
    private final Map<Var, Value> symbols = new IdentityHashMap<>();
    private final List<Long> extents = new ArrayList<>();
    private final Map<String, String> texts = new LinkedHashMap<>();

    ImmutableList<Value> values() {
      ImmutableList.Builder<Value> values = ImmutableList.builder();
      for (int i = 0; i < function.params().size(); i++) {
        values.add(argument(i));
      }
      return values.build();
    }

    private Value argument(int i) {
      Var param = function.params().get(i);
      return switch (param.type()) {
        case TensorType tensor -> tensor(i, tensor);
        case ScalarType(DataType dtype) when dtype.isFloat() ->
            Value.of(simplification.numbers().getOrDefault(i, (double) real(dtype, random(i))));
        case ScalarType(DataType dtype) ->
            Value.of(
                simplification
                    .numbers()
                    .getOrDefault(i, (double) integer(dtype, random(i)))
                    .longValue());
        default ->
            throw new IrException(
                "no arguments can be made up for parameter '" + param.nameHint() + "'");
      };
    }

    private SplittableRandom random(int i) {
      return new SplittableRandom(seed * SEEDS + i);
    }

    private TensorValue tensor(int i, TensorType type) {
      int[] shape = type.shape().stream().mapToInt(this::extent).toArray();
      int count = Shapes.count(shape);
      SplittableRandom random = random(i);
      if (type.dtype().isFloat()) {
        float[] elements = new float[count];
        for (int k = 0; k < count; k++) {
          elements[k] =
              switch (filling(i)) {
                case RANDOM -> real(type.dtype(), random);
                case COUNTING -> FloatFormat.of(type.dtype()).round(k);
                case ONES -> 1;
                case ZEROS -> FloatFormat.of(type.dtype()).round(0);
              };
        }
        return TensorValue.of(type.dtype(), shape, shape, elements);
      }
      long[] elements = new long[count];
      for (int k = 0; k < count; k++) {
        elements[k] =
            switch (filling(i)) {
              case RANDOM -> integer(type.dtype(), random);
              case COUNTING -> IntFormat.of(type.dtype()).wrap(k);
              case ONES -> 1;
              case ZEROS -> 0;
            };
      }
      return TensorValue.of(type.dtype(), shape, shape, elements);
    }

    private int extent(Expr dim) {
      if (dim instanceof Var symbol && !symbols.containsKey(symbol)) {
        int number = extents.size();
        long extent =
            simplification
                .extents()
                .getOrDefault(number, 1L + random(-1 - number).nextInt(MAX_EXTENT));
        extents.add(extent);
        texts.put(symbol.nameHint(), Long.toString(extent));
        symbols.put(symbol, Value.of(extent));
      }
      return Math.toIntExact(
          new Evaluation(NO_FUNCTIONS, function, Interpreter.Block.ONLY, symbols).integer(dim));
    }

    private static float real(DataType dtype, SplittableRandom random) {
      float number = random.nextInt(-STEPS, STEPS) / (float) STEPS_IN_ONE;
      // scales have no sign
      return FloatFormat.of(dtype).round(dtype == DataType.FP8E8M0 ? Math.abs(number) : number);
    }

    private static long integer(DataType dtype, SplittableRandom random) {
      return IntFormat.of(dtype).wrap(random.nextInt(MAX_INTEGER));
    }
  }
}
