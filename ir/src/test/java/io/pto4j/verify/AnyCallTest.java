package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.Operators;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Provide;

/** A program from a file may call an operator with anything; verifiers find that or do not care. */
class AnyCallTest {
  @Provide
  static Arbitrary<String> operators() {
    return Arbitraries.of(Operators.table().keySet().asList());
  }

  @net.jqwik.api.Property
  void verifiersLiveWithEveryCall(
      @ForAll @From("operators") String operator, @ForAll FunctionType type, @ForAll long seed) {
    Random random = new Random(seed);
    List<Expr> args = new ArrayList<>();
    for (int n = random.nextInt(6); n > 0; n--) {
      args.add(random.nextInt(5) == 0 ? i(random.nextInt(3)) : new Var("a", anyType(random), HERE));
    }
    Attrs kwargs = random.nextBoolean() ? Attrs.empty() : Attrs.of("atomic", AttrValue.of(1));
    Type result = anyType(random);
    Stmt call =
        let(
            new Var("r", result, HERE),
            op(operator, result, args.toArray(new Expr[0])).withKwargs(kwargs));
    Stmt body =
        random.nextBoolean()
            ? call
            : new SplitAivScopeStmt(
                HERE, ImmutableList.of(), "", call, Attrs.empty(), SplitMode.UP_DOWN, 2);
    Program program = program(function(type, "f", List.of(), List.of(), body));

    for (Property property : EnumSet.allOf(Property.class)) {
      assertThatCode(() -> Verifiers.verify(program, Ir.CONTEXT.target(), EnumSet.of(property)))
          .as("%s of %s", property, program)
          .doesNotThrowAnyException();
    }
    assertThat(Warnings.of(program)).hasSizeLessThan(2);
    assertThat(PerformanceHints.of(program, Ir.CONTEXT.target())).hasSizeLessThan(2);
  }

  private static Type anyType(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> INDEX;
      case 1 -> TENSOR;
      default -> TILE;
    };
  }
}
