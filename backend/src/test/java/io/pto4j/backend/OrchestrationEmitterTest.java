package io.pto4j.backend;

import static io.pto4j.backend.IrFixtures.call;
import static io.pto4j.backend.IrFixtures.function;
import static io.pto4j.backend.IrFixtures.index;
import static io.pto4j.backend.IrFixtures.indices;
import static io.pto4j.backend.IrFixtures.kernel;
import static io.pto4j.backend.IrFixtures.let;
import static io.pto4j.backend.IrFixtures.scalar;
import static io.pto4j.backend.IrFixtures.seq;
import static io.pto4j.backend.IrFixtures.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.orch.OrchestrationEmitter;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrchestrationEmitterTest {
  private static final Span NOWHERE = Span.unknown();
  private static final Function SCALE =
      kernel(
          "scale",
          List.of(
              tensor("x", DataType.FP32, 8, 8),
              scalar("k", DataType.FP32),
              tensor("y", DataType.FP32, 8, 8)));
  private static final ImmutableList<ArgDirection> DIRECTIONS =
      ImmutableList.of(ArgDirection.INPUT, ArgDirection.SCALAR, ArgDirection.OUTPUT_EXISTING);

  private static String emit(List<Var> params, Stmt... body) {
    Function main = function(FunctionType.ORCHESTRATION, "main", params, body);
    Program program = Program.of("p", List.of(main, SCALE), NOWHERE);
    return OrchestrationEmitter.emit(program, main, Targets.standard());
  }

  @Test
  void literalsArePassedAsTheParametersType() {
    Var x = tensor("x", DataType.FP32, 8, 8);
    Var y = tensor("y", DataType.FP32, 8, 8);
    String text =
        emit(
            List.of(x, y),
            let(tensor("y__ssa_v1", DataType.FP32, 8, 8), call(SCALE, DIRECTIONS, x, index(3), y)),
            let(
                tensor("y__ssa_v2", DataType.FP32, 8, 8),
                call(SCALE, DIRECTIONS, x, ConstFloat.of(1e-9, DataType.FP32), y)));
    assertThat(text)
        .contains(
            "// Task 0: scale", "params_t0.add_scalar(to_u64(3.000000f));", "// Task 1: scale")
        .contains("params_t1.add_scalar(to_u64(1.0000000000000001e-09f));")
        .contains(
            "params_t0.add_input(ext_x);\n    params_t0.add_output(ext_y);\n    params_t0.add_scalar");
  }

  @Test
  void divisionKeepsTheFloor() {
    Var n = scalar("n", DataType.INDEX);
    String text =
        emit(
            List.of(n),
            let(
                scalar("q", DataType.INDEX),
                Exprs.binary(BinaryOp.FLOOR_DIV, n, index(4), NOWHERE)),
            let(
                scalar("r", DataType.INDEX),
                Exprs.binary(BinaryOp.FLOOR_MOD, n, index(4), NOWHERE)));
    assertThat(text)
        .contains("int64_t q = ((n / 4) - (((n % 4) != 0 && ((n < 0) != (4 < 0))) ? 1 : 0));")
        .contains("int64_t r = (((n % 4) + 4) % 4);");
  }

  @Test
  void tensorsOfASequenceAreCreatedAtItsStartUnlessTheyNeedItsValues() {
    Var n = scalar("n", DataType.INDEX);
    Var m = scalar("m", DataType.INDEX);
    Attrs dtype = Attrs.of("dtype", AttrValue.of(DataType.FP32));
    Stmt first = let(m, Exprs.binary(BinaryOp.MUL, n, index(2), NOWHERE));
    var late =
        Operators.call("tensor.create", ImmutableList.of(indices(m, index(8))), dtype, NOWHERE);
    var early = Operators.call("tensor.create", ImmutableList.of(indices(4, 8)), dtype, NOWHERE);
    String text =
        emit(
            List.of(n),
            first,
            let(new Var("a", late.type(), NOWHERE), late),
            let(new Var("b", early.type(), NOWHERE), early));
    assertThat(text)
        .containsSubsequence(
            "TensorCreateInfo b_ci(b_ci_shapes, 2, DataType::FLOAT32);",
            "const ChipTensor& b = alloc_0.get_ref(0);",
            "int64_t m = (n * 2);",
            "uint32_t a_ci_shapes[2] = {static_cast<uint32_t>(m), 8};",
            "const ChipTensor& a = alloc_1.get_ref(0);");
  }

  @Test
  void carriesThatChangePlacesAreAssignedAtOnce() {
    Var n = scalar("n", DataType.INDEX);
    IterArg a = new IterArg("a__iter_v1", ScalarType.of(DataType.INDEX), n, NOWHERE);
    IterArg b = new IterArg("b__iter_v1", ScalarType.of(DataType.INDEX), index(5), NOWHERE);
    ForStmt loop =
        new ForStmt(
            NOWHERE,
            ImmutableList.of(),
            scalar("i", DataType.INDEX),
            index(0),
            n,
            index(1),
            ImmutableList.of(a, b),
            YieldStmt.of(ImmutableList.of(b, a), NOWHERE),
            ImmutableList.of(
                scalar("a__rv_v2", DataType.INDEX), scalar("b__rv_v2", DataType.INDEX)),
            ForKind.SEQUENTIAL,
            Attrs.of("iter_arg_rebind_0", AttrValue.of(true))
                .with("iter_arg_rebind_1", AttrValue.of(true)),
            HardwareLoopPolicy.AUTO);
    assertThat(emit(List.of(n), loop))
        .containsSubsequence(
            "int64_t a = n;", "int64_t b = 5;", "int64_t a_before = a;", "a = b;", "b = a_before;");
  }

  @Test
  void resultsOfAConditionalAreAssignedInItsBranches() {
    Var n = scalar("n", DataType.INDEX);
    Stmt branch =
        new IfStmt(
            NOWHERE,
            ImmutableList.of(),
            Exprs.binary(
                BinaryOp.AND,
                Exprs.binary(BinaryOp.LT, n, index(3), NOWHERE),
                ConstBool.of(true),
                NOWHERE),
            YieldStmt.of(ImmutableList.of(n), NOWHERE),
            Optional.of(YieldStmt.of(ImmutableList.of(index(7)), NOWHERE)),
            ImmutableList.of(scalar("k", DataType.INDEX)));
    assertThat(emit(List.of(n), branch))
        .containsSubsequence("int64_t k;", "if (((n < 3) && 1)) {", "k = n;", "} else {", "k = 7;");
  }

  @Test
  void slicesAreClampedViews() {
    Var x = tensor("x", DataType.FP32, 64, 8);
    Var i = scalar("i", DataType.INDEX);
    var slice =
        Operators.call(
            "tensor.slice", ImmutableList.of(x, indices(8, 8), indices(i, index(0))), NOWHERE);
    assertThat(emit(List.of(x, i), let(new Var("part", slice.type(), NOWHERE), slice)))
        .contains("uint32_t part_offsets[2] = {static_cast<uint32_t>(i), 0};")
        .contains("ChipTensor part = ext_x.view(part_shapes, part_offsets);");
  }

  @Test
  void whatOrchestrationCodeCannotSayIsAnErrorThatNamesIt() {
    Var x = tensor("x", DataType.FP32, 8, 8);
    var add =
        Operators.call(
            "tensor.adds", ImmutableList.of(x, ConstFloat.of(1, DataType.FP32)), NOWHERE);
    assertThatThrownBy(() -> emit(List.of(x), let(new Var("y", add.type(), NOWHERE), add)))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("'tensor.adds' computes");
    Stmt loop =
        new WhileStmt(
            NOWHERE,
            ImmutableList.of(),
            ImmutableList.of(),
            ConstBool.of(true),
            seq(),
            ImmutableList.of());
    assertThatThrownBy(() -> emit(List.of(x), loop))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("while");
  }
}
