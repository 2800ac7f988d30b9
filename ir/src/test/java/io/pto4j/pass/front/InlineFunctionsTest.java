package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.assemble;
import static io.pto4j.pass.Ir.call;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.Ir;
import io.pto4j.pass.PassContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class InlineFunctionsTest {
  private static String inlined(Function callee, List<Var> params, Stmt... body) {
    return Dump.of(run(callee, function(FunctionType.INCORE, "f", List.of(), params, body)));
  }

  private static Program run(Function... functions) {
    return new InlineFunctions().run(program(functions), PassContext.of(null));
  }

  private static Function twice() {
    Var x = tensor("x");
    Var t = tensor("t");
    return function(
        FunctionType.INLINE,
        "twice",
        List.of(),
        List.of(x),
        let(t, op("tensor.add", TENSOR, x, x)),
        ret(t));
  }

  @Test
  void assignedCallIsReplacedByTheBody() {
    Var a = tensor("a");
    Var r = tensor("r");

    assertThat(inlined(twice(), List.of(a), let(r, call("twice", TENSOR, a)), ret(r)))
        .isEqualTo(
            """
            InCore f(a) -> 1
              t_inline0 = tensor.add(a, a)
              r = t_inline0
              return r
            """);
  }

  @Test
  void nestedAndReturnedCallsAreReplaced() {
    Var a = tensor("a");

    assertThat(inlined(twice(), List.of(a), ret(call("twice", TENSOR, call("twice", TENSOR, a)))))
        .isEqualTo(
            """
            InCore f(a) -> 1
              t_inline0 = tensor.add(a, a)
              t_inline1 = tensor.add(t_inline0, t_inline0)
              return t_inline1
            """);
  }

  @Test
  void argumentWithACallIsEvaluatedOnce() {
    Var a = tensor("a");
    Expr argument = op("tensor.exp", TENSOR, a);

    assertThat(inlined(twice(), List.of(a), ret(call("twice", TENSOR, argument))))
        .isEqualTo(
            """
            InCore f(a) -> 1
              x_inline0 = tensor.exp(a)
              t_inline1 = tensor.add(x_inline0, x_inline0)
              return t_inline1
            """);
  }

  @Test
  void inputParameterAssignedInTheBodyIsACopy() {
    Var x = index("x");
    Function next =
        function(FunctionType.INLINE, "next", List.of(), List.of(x), let(x, add(x, i(1))), ret(x));
    Var n = index("n");

    assertThat(inlined(next, List.of(n), ret(add(call("next", Ir.INDEX, n), n))))
        .isEqualTo(
            """
            InCore f(n) -> 1
              x_inline0 = n
              x_inline0 = (x_inline0 + 1)
              return (x_inline0 + n)
            """);
  }

  @Test
  void outputParameterIsTheCallersTensor() {
    Var y = tensor("y");
    Var v = tensor("v");
    Function fill =
        function(FunctionType.INLINE, "fill", List.of(y), List.of(v, y), let(y, assemble(y, v)));
    Var a = tensor("a");
    Var out = tensor("out");

    assertThat(inlined(fill, List.of(a, out), eval(call("fill", a, out)), ret(out)))
        .isEqualTo(
            """
            InCore f(a, out) -> 1
              out = tensor.assemble(out, a, [0, 0])
              return out
            """);
  }

  @Test
  void elementsOfATupleAreTheReturnedValues() {
    Var x = index("x");
    Var s = index("s");
    Function both =
        function(
            FunctionType.INLINE,
            "both",
            List.of(),
            List.of(x),
            let(s, add(x, x)),
            ret(s, add(x, i(1))));
    Var n = index("n");
    TupleType pair = new TupleType(ImmutableList.of(Ir.INDEX, Ir.INDEX));
    Var r = new Var("r", pair, HERE);

    assertThat(
            inlined(
                both,
                List.of(n),
                let(r, call("both", pair, n)),
                let(n, i(0)),
                ret(TupleGetItem.of(r, 0, HERE), TupleGetItem.of(r, 1, HERE))))
        .isEqualTo(
            """
            InCore f(n) -> 2
              s_inline0 = (n + n)
              r_inline1 = (n + 1)
              n = 0
              return s_inline0, r_inline1
            """);
  }

  @Test
  void inlineFunctionsCallEachOther() {
    Var z = tensor("z");
    Function four =
        function(
            FunctionType.INLINE,
            "four",
            List.of(),
            List.of(z),
            ret(call("twice", TENSOR, call("twice", TENSOR, z))));
    Var a = tensor("a");
    Program result =
        run(
            twice(),
            four,
            function(
                FunctionType.INCORE, "f", List.of(), List.of(a), ret(call("four", TENSOR, a))));

    assertThat(result.functions().keySet()).containsExactly("f");
    assertThat(Dump.of(result)).contains("t_inline1 = tensor.add(t_inline0, t_inline0)");
  }

  @Test
  void withoutInlineFunctionsNothingChanges() {
    Program program = program(function(FunctionType.INCORE, "f", List.of(), List.of(), ret(i(1))));

    assertThat(new InlineFunctions().run(program, PassContext.of(null))).isSameAs(program);
  }

  @Test
  void cycleIsRefused() {
    Function a = function(FunctionType.INLINE, "a", List.of(), List.of(), ret(call("b", TENSOR)));
    Function b = function(FunctionType.INLINE, "b", List.of(), List.of(), ret(call("a", TENSOR)));

    assertThatThrownBy(() -> run(a, b))
        .isInstanceOf(IrException.class)
        .hasMessage("Cycle detected in FunctionType::Inline call graph: a -> b -> a");
  }

  @Test
  void earlyReturnIsRefused() {
    Function early =
        function(
            FunctionType.INLINE,
            "early",
            List.of(),
            List.of(),
            when(ConstBool.of(true), ret(i(1))),
            ret(i(2)));

    assertThatThrownBy(() -> inlined(early, List.of(), let(index("n"), call("early", Ir.INDEX))))
        .isInstanceOf(IrException.class)
        .hasMessage("an inline function returns before its end");
  }
}
