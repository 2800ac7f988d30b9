package io.pto4j.op.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator gives the type that an independent statement of its rule gives, and refuses what
 * that refuses.
 */
class RuleModelsTest {
  private static final Span HERE = Span.at("Kernel.java", 7, 11);
  private static final int DRAWS = 400;

  private static final ImmutableMap<String, RuleModel> MODELS =
      ImmutableMap.<String, RuleModel>builder()
          .putAll(SystemModels.all())
          .putAll(BufferModels.all())
          .putAll(WindowModels.all())
          .putAll(CollectiveModels.all())
          .putAll(TensorAccessModels.all())
          .putAll(TensorCreateModels.all())
          .putAll(TensorElementModels.all())
          .putAll(TensorGatherModels.all())
          .putAll(TensorIndexModels.all())
          .putAll(TensorMatmulModels.all())
          .putAll(TensorPlaceModels.all())
          .putAll(TensorReshapeModels.all())
          .putAll(TensorRowModels.all())
          .putAll(TensorViewModels.all())
          .putAll(TileTransferModels.all())
          .putAll(TileViewModels.all())
          .putAll(TilePlacementModels.all())
          .putAll(TileProductModels.all())
          .putAll(TileScaledModels.all())
          .putAll(TileGatherModels.all())
          .putAll(TileIndexedModels.all())
          .putAll(TileCrossCoreModels.all())
          .putAll(TileArithmeticModels.all())
          .putAll(TileCompareModels.all())
          .putAll(TileGeneratorModels.all())
          .putAll(TileVectorModels.all())
          .buildOrThrow();

  static ImmutableList<String> operators() {
    return MODELS.keySet().asList();
  }

  @Test
  void everyOperatorHasAModel() {
    assertThat(MODELS.keySet()).containsExactlyInAnyOrderElementsOf(Operators.table().keySet());
  }

  @Property
  void rulesGiveWhatTheModelsSay(@ForAll long seed) {
    MODELS.forEach((name, model) -> check(name, drawn(model, seed + name.hashCode())));
  }

  /** FP4 elements come in pairs, so rows of an odd number of them cannot even be drawn. */
  private static Attempt drawn(RuleModel model, long seed) {
    try {
      return model.draw(new Draw(seed));
    } catch (IrException e) {
      assertThat(e).hasMessageStartingWith("the last dimension of a packed FP4 type");
      return drawn(model, ~seed * 31);
    }
  }

  /** A model that accepts everything or nothing would say little. */
  @ParameterizedTest
  @MethodSource("operators")
  void modelsAcceptAndRefuse(String name) {
    OpDef op = Operators.get(name);
    boolean accepts = false;
    boolean refuses = op.operands().isEmpty() && op.attributes().isEmpty();
    for (int seed = 0; seed < DRAWS && !(accepts && refuses); seed++) {
      Attempt attempt = drawn(MODELS.get(name), seed);
      check(name, attempt);
      if (attempt.result().isPresent()) {
        checkCall(op, attempt);
      }
      accepts |= attempt.result().isPresent();
      refuses |= attempt.result().isEmpty();
    }
    assertThat(accepts).as("accepts").isTrue();
    assertThat(refuses).as("refuses").isTrue();
  }

  /** A good call is none with a keyword argument that is not there, or without any operand. */
  private static void checkCall(OpDef op, Attempt attempt) {
    Attempt more = attempt.with(attempt.kwargs().with("no_such_keyword", AttrValue.of(1)));
    assertThat(type(op.name(), more.args(), more)).as(op.name()).isEmpty();
    if (!op.operands().stream().allMatch(Operand::optional)) {
      assertThat(type(op.name(), ImmutableList.of(), attempt)).as(op.name()).isEmpty();
    }
  }

  private static void check(String name, Attempt attempt) {
    Optional<Type> given = type(name, attempt.args(), attempt);
    assertThat(given).as(() -> "%s of %s".formatted(name, attempt)).isEqualTo(attempt.result());
    OpDef op = Operators.get(name);
    if (!op.variadic()) {
      ImmutableList.Builder<Expr> more = ImmutableList.<Expr>builder().addAll(attempt.args());
      for (int i = attempt.args().size(); i <= op.operands().size(); i++) {
        more.add(ConstInt.index(0));
      }
      assertThat(type(name, more.build(), attempt)).as(name).isEmpty();
    }
  }

  /** The type of the call; empty where it is refused as a mistake of the author. */
  private static Optional<Type> type(String name, ImmutableList<Expr> args, Attempt attempt) {
    try {
      return Optional.of(
          attempt.told().isPresent()
              ? Operators.call(name, args, attempt.kwargs(), attempt.told().get(), HERE).type()
              : Operators.call(name, args, attempt.kwargs(), HERE).type());
    } catch (IrException e) {
      assertThat(e.getMessage()).startsWith(name);
      assertThat(e.hint()).as(e.getMessage()).isNotBlank();
      assertThat(e.span()).isEqualTo(HERE);
      return Optional.empty();
    }
  }
}
