package io.pto4j.interp.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.interp.OpSemantics;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.DataType;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator on every element type that its rule allows, with elements and in shapes at the
 * edges, against definitions that are written out.
 */
class OperatorEdgesTest {
  private static final ImmutableMap<String, EdgeCase> CASES = cases();

  private static ImmutableMap<String, EdgeCase> cases() {
    ImmutableMap.Builder<String, EdgeCase> cases = ImmutableMap.builder();
    ElementwiseCases.register(cases);
    ReductionCases.register(cases);
    ConversionCases.register(cases);
    ProductCases.register(cases);
    MovementCases.register(cases);
    IndexedCases.register(cases);
    SortCases.register(cases);
    return cases.buildOrThrow();
  }

  static ImmutableSet<String> operators() {
    return CASES.keySet();
  }

  @Test
  void everyOperatorHasACase() {
    assertThat(CASES.keySet()).containsExactlyInAnyOrderElementsOf(OpSemantics.operators());
  }

  @ParameterizedTest
  @MethodSource("operators")
  void edges(String operator) {
    int allowed = 0;
    for (DataType dtype : Edges.DTYPES) {
      for (Geometry g : Edges.GEOMETRIES) {
        if (CASES.get(operator).check(dtype, g, new Random(dtype.code()))) {
          allowed++;
        }
      }
    }
    assertThat(allowed).isPositive();
  }

  @Property
  void otherElements(
      @ForAll("anyOperator") String operator,
      @ForAll("anyType") DataType dtype,
      @ForAll long seed) {
    Random random = new Random(seed);
    int rows = 1 + random.nextInt(20);
    int cols = 1 + random.nextInt(40);
    Geometry whole = new Geometry(rows, cols);
    Geometry part = new Geometry(rows, cols, random.nextInt(rows + 1), random.nextInt(cols + 1));
    boolean wholly = CASES.get(operator).check(dtype, whole, random);
    boolean partly = CASES.get(operator).check(dtype, part, random);
    Statistics.label("allowed").collect(wholly || partly);
  }

  @Provide
  Arbitrary<String> anyOperator() {
    return Arbitraries.of(CASES.keySet());
  }

  @Provide
  Arbitrary<DataType> anyType() {
    return Arbitraries.of(Edges.DTYPES);
  }
}
