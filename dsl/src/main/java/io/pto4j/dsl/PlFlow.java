package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import io.pto4j.runtime.Numbers;

/** Loops, scopes, windows, constants and scalars. Called through {@link Pl}. */
public abstract sealed class PlFlow extends PlViews permits Pl {

  PlFlow() {}

  /**
   * A sequential loop: {@code for (int i : Pl.range(n))}. Locals that the body assigns are carried
   * from one iteration to the next.
   *
   * @param end the values run from 0 to {@code end - 1}
   */
  @Construct(Form.RANGE)
  public static Range range(long end) {
    return new Range(0, end, 1);
  }

  /**
   * A sequential loop from {@code start} to {@code end - 1}.
   *
   * @param start first value
   * @param end end of the values, exclusive
   */
  @Construct(Form.RANGE)
  public static Range range(long start, long end) {
    return new Range(start, end, 1);
  }

  /**
   * A sequential loop.
   *
   * @param start first value
   * @param end end of the values, exclusive
   * @param step difference of two values, not 0
   */
  @Construct(Form.RANGE)
  public static Range range(long start, long end, long step) {
    return new Range(start, end, step);
  }

  /**
   * A loop whose iterations do not depend on each other, so that their tasks may run at the same
   * time.
   *
   * @param end the values run from 0 to {@code end - 1}
   */
  @Construct(Form.PARALLEL)
  public static Range parallel(long end) {
    return new Range(0, end, 1);
  }

  /**
   * A loop whose iterations do not depend on each other.
   *
   * @param start first value
   * @param end end of the values, exclusive
   */
  @Construct(Form.PARALLEL)
  public static Range parallel(long start, long end) {
    return new Range(start, end, 1);
  }

  /**
   * A loop whose iterations do not depend on each other.
   *
   * @param start first value
   * @param end end of the values, exclusive
   * @param step difference of two values, not 0
   */
  @Construct(Form.PARALLEL)
  public static Range parallel(long start, long end, long step) {
    return new Range(start, end, step);
  }

  /**
   * A loop that the compiler unrolls.
   *
   * @param end a constant; the values run from 0 to {@code end - 1}
   */
  @Construct(Form.UNROLL)
  public static Range unroll(long end) {
    return new Range(0, end, 1);
  }

  /**
   * A loop that the compiler unrolls.
   *
   * @param start first value, a constant
   * @param end end of the values, exclusive, a constant
   * @param step difference of two values, a constant other than 0
   */
  @Construct(Form.UNROLL)
  public static Range unroll(long start, long end, long step) {
    return new Range(start, end, step);
  }

  /**
   * A loop whose iterations overlap: {@code Pl.pipeline(n).stages(2)}.
   *
   * @param end the values run from 0 to {@code end - 1}
   */
  @Construct(Form.PIPELINE)
  public static Pipeline pipeline(long end) {
    return new Pipeline(new Range(0, end, 1));
  }

  /**
   * A loop whose iterations overlap.
   *
   * @param start first value
   * @param end end of the values, exclusive
   * @param step difference of two values, not 0
   */
  @Construct(Form.PIPELINE)
  public static Pipeline pipeline(long start, long end, long step) {
    return new Pipeline(new Range(start, end, step));
  }

  /**
   * A scope whose body runs at a level of the machine: {@code try (var _ = Pl.at(Level.CORE_GROUP))
   * {...}}. At {@link Level#CORE_GROUP} the body, written on tensors, becomes a kernel of its own.
   *
   * @param level the level
   */
  @Construct(Form.AT)
  public static LevelScope at(Level level) {
    return new LevelScope(level);
  }

  /** A task scope in which dependencies between tasks follow from the tensors they use. */
  @Construct(Form.AUTO_SCOPE)
  public static TaskScope scope() {
    return new TaskScope();
  }

  /** A task scope in which only the dependencies given with {@link #deps} hold. */
  @Construct(Form.MANUAL_SCOPE)
  public static TaskScope manualScope() {
    return new TaskScope();
  }

  /**
   * Begins a launch that waits for the given tasks: {@code Pl.deps(a, b).submit(...)}.
   *
   * @param producers tasks, launches or scopes
   */
  @Construct(Form.DEPS)
  public static Launch deps(Dependency... producers) {
    return new Launch().deps(producers);
  }

  /**
   * Begins a launch that runs only if the condition holds; see {@link Launch#when}.
   *
   * @param condition a comparison of an element of an integer tensor with a constant
   */
  @Construct(Form.WHEN)
  public static Launch when(boolean condition) {
    return new Launch().when(condition);
  }

  /**
   * Offsets of a window: {@code at(i * 64, 0)}.
   *
   * @param offsets one per dimension, in elements
   */
  @Construct(Form.OFFSETS)
  public static Offsets at(long... offsets) {
    return new Offsets(Tuples.of(offsets));
  }

  /**
   * Offsets of a window, from {@code int}s: {@code at(i * 64, 0)}.
   *
   * @param offsets one per dimension, in elements
   */
  @Construct(Form.OFFSETS)
  public static Offsets at(int... offsets) {
    return new Offsets(Tuples.of(offsets));
  }

  /**
   * Extents of a window: {@code shape(64, 256)}.
   *
   * @param extents one per dimension, in elements
   */
  @Construct(Form.EXTENTS)
  public static Extents shape(long... extents) {
    return new Extents(Tuples.of(extents));
  }

  /**
   * The rows {@code from} to {@code to - 1}, for {@link Tensor#slice}.
   *
   * @param from first row
   * @param to row after the last one
   */
  @Construct(Form.SPAN)
  public static Slice rows(long from, long to) {
    return new Slice.Span(from, to);
  }

  /**
   * The rows {@code from} to {@code to - 1}, for {@link Tensor#slice}.
   *
   * @param from first row
   * @param to row after the last one
   */
  @Construct(Form.SPAN)
  public static Slice rows(int from, int to) {
    return new Slice.Span(from, to);
  }

  /**
   * The columns {@code from} to {@code to - 1}, for {@link Tensor#slice}.
   *
   * @param from first column
   * @param to column after the last one
   */
  @Construct(Form.SPAN)
  public static Slice cols(long from, long to) {
    return new Slice.Span(from, to);
  }

  /**
   * The columns {@code from} to {@code to - 1}, for {@link Tensor#slice}.
   *
   * @param from first column
   * @param to column after the last one
   */
  @Construct(Form.SPAN)
  public static Slice cols(int from, int to) {
    return new Slice.Span(from, to);
  }

  /**
   * The positions {@code from} to {@code to - 1} of any axis, for {@link Tensor#slice}.
   *
   * @param from first position
   * @param to position after the last one
   */
  @Construct(Form.SPAN)
  public static Slice span(long from, long to) {
    return new Slice.Span(from, to);
  }

  /**
   * The positions {@code from} to {@code to - 1} of any axis, for {@link Tensor#slice}.
   *
   * @param from first position
   * @param to position after the last one
   */
  @Construct(Form.SPAN)
  public static Slice span(int from, int to) {
    return new Slice.Span(from, to);
  }

  /** The whole of an axis, for {@link Tensor#slice}. */
  @Construct(Form.ALL)
  public static Slice all() {
    return new Slice.All();
  }

  /**
   * One position of an axis, which is dropped from the result, for {@link Tensor#slice}.
   *
   * @param position the position
   */
  @Construct(Form.ELEMENT)
  public static Slice index(long position) {
    return new Slice.Element(position);
  }

  /**
   * Declares a symbolic dimension: {@code static final Dim M = Pl.dynamic("M")}.
   *
   * @param name name of the symbol, an identifier
   */
  @Construct(Form.DYNAMIC)
  public static Dim dynamic(String name) {
    return new Dim(name);
  }

  /**
   * An integer constant of a given type; a plain literal takes the type of the tile it meets.
   *
   * @param value a literal
   * @param dtype its type
   * @throws IllegalArgumentException if the type cannot hold the value
   */
  @Construct(Form.CONSTANT)
  public static long constant(long value, IntType<?> dtype) {
    return Numbers.checkedInteger(value, dtype.kind());
  }

  /**
   * An INT32 constant.
   *
   * @param value a literal
   * @param dtype INT32
   * @throws IllegalArgumentException if INT32 cannot hold the value
   */
  @Construct(Form.CONSTANT)
  public static int constant(long value, INT32 dtype) {
    return (int) Numbers.checkedInteger(value, dtype.kind());
  }

  /**
   * A floating-point constant of a given type, rounded to it.
   *
   * @param value a literal
   * @param dtype its type
   */
  @Construct(Form.CONSTANT)
  public static float constant(double value, FloatType<?> dtype) {
    return Numbers.round(value, dtype.kind());
  }

  /**
   * A scalar converted to an integer type, truncated toward zero.
   *
   * @param value scalar
   * @param dtype type of the result
   */
  @Construct(Form.SCALAR_CAST)
  public static long cast(long value, IntType<?> dtype) {
    return Numbers.wrap(value, dtype.kind());
  }

  /**
   * A scalar converted to a floating-point type, rounded to nearest with ties to even.
   *
   * @param value scalar
   * @param dtype type of the result
   */
  @Construct(Form.SCALAR_CAST)
  public static float cast(double value, FloatType<?> dtype) {
    return Numbers.round(value, dtype.kind());
  }

  /** The smaller of two integer scalars. */
  @Construct(Form.SCALAR_MIN)
  public static int min(int lhs, int rhs) {
    return Math.min(lhs, rhs);
  }

  /** The smaller of two integer scalars. */
  @Construct(Form.SCALAR_MIN)
  public static long min(long lhs, long rhs) {
    return Math.min(lhs, rhs);
  }

  /** The smaller of two floating-point scalars. */
  @Construct(Form.SCALAR_MIN)
  public static float min(float lhs, float rhs) {
    return Math.min(lhs, rhs);
  }

  /** The larger of two integer scalars. */
  @Construct(Form.SCALAR_MAX)
  public static int max(int lhs, int rhs) {
    return Math.max(lhs, rhs);
  }

  /** The larger of two integer scalars. */
  @Construct(Form.SCALAR_MAX)
  public static long max(long lhs, long rhs) {
    return Math.max(lhs, rhs);
  }

  /** The larger of two floating-point scalars. */
  @Construct(Form.SCALAR_MAX)
  public static float max(float lhs, float rhs) {
    return Math.max(lhs, rhs);
  }
}
