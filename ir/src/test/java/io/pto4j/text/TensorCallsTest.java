package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.compare.IrEquality;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which authors call operators on tensors and windows, and those they may not use. */
class TensorCallsTest {
  private static final String CORE = "type=pl.FunctionType.InCore";
  private static final String HOST = "level=pl.Level.HOST, role=pl.Role.Orchestrator";

  private static String program(String kind, String statement) {
    return """
    M = pl.dynamic("M")
    SC = 0.5
    @pl.program
    class P:
        @pl.function(%s)
        def f(self, x: pl.Tensor[[64, 64], pl.FP32], h: pl.Tensor[[64, 64], pl.FP16],
            i: pl.Tensor[[64, 64], pl.INT32], b: pl.Tensor[[64, 64], pl.BOOL],
            s: pl.Tensor[[M, 64], pl.FP32], col: pl.Tensor[[64, 1], pl.FP32],
            n: pl.Scalar[pl.INDEX], k: pl.Scalar[pl.INT32], f: pl.Scalar[pl.FP32],
            w: pld.DistributedTensor[[64, 64], pl.FP32],
            c: pld.DistributedTensor[[4, 1], pl.INT32]):
            %s
    """
        .formatted(kind, statement);
  }

  private static void assertStandsFor(String kind, String written, String printed) {
    Program program = IrParser.program(program(kind, written), "t.py");
    String text = IrPrinter.print(program, PrintOptions.ecosystem());
    assertThat(text.lines().map(String::strip).collect(Collectors.joining("\n")))
        .endsWith("\n" + printed);
    IrEquality.assertEqual(program, IrParser.program(text, "p.py"), true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          r = pl.add(i, 2.5)                  | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.adds(i, 2.5)
          r = pl.mul(h, SC)                   | r: pl.Tensor[[64, 64], pl.FP16] = pl.tensor.muls(h, pl.const(0.5, pl.FP16))
          r = pl.add(h, f)                    | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.adds(h, f)
          r = pl.sub(h, f)                    | r: pl.Tensor[[64, 64], pl.FP16] = pl.tensor.subs(h, f)
          r = pl.add(b, 2)                    | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.adds(b, 2.0)
          r = pl.cmp(i, f, cmp_type="lt")     | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.cmp(i, f, cmp_type=2)
          r = pl.tensor.div(x, 2.0, high_precision=False) | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.divs(x, 2.0)
          r = pl.xor(i, i, None)              | r: pl.Tensor[[64, 64], pl.INT32] = pl.tensor.xor(i, i)
          r = pl.row_expand_add(x, col, None) | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.row_expand_add(x, col)
          r = pl.exp(i)                       | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.exp(i)
          r = pl.cast(n, pl.INT32, "round")   | r: pl.Scalar[pl.INT32] = pl.cast(n, pl.INT32)
          r = pl.create_tensor([4], pl.INT64, init_value=4294967296) | r: pl.Tensor[[4], pl.INT64] = pl.tensor.create([4], dtype=pl.INT64, layout=pl.TensorLayout.ND, init_value=4294967296.0)
          r = pl.create_tensor([4], pl.FP32, init_value=True) | r: pl.Tensor[[4], pl.FP32] = pl.tensor.create([4], dtype=pl.FP32, layout=pl.TensorLayout.ND, init_value=1.0)
          r = pl.full([4, 4], pl.INT32, value=True) | r: pl.Tensor[[4, 4], pl.INT32] = pl.tensor.full([4, 4], dtype=pl.INT32, value=1)
          r = pl.arange(pl.const(3, pl.INT64), [1, 8], pl.INT16) | r: pl.Tensor[[1, 8], pl.INT16] = pl.tensor.ci(pl.const(3, pl.INT16), [1, 8], dtype=pl.INT16, descending=False)
          r = pl.reinterpret_view(s, pl.FP16, shape=[M, 128]) | r: pl.Tensor[[M, 128], pl.FP16] = pl.tensor.reinterpret_view(s, dtype=pl.FP16, shape=[M, 128])
          r = pl.mrgsort(src0=x, block_len=64) | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.mrgsort_format1(x, pl.const(64, pl.INT32))
          r = pl.tensor.gather(x, i, dim=1)   | r: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.gather(x, i, dim=1)
          pld.remote_store(x, w, 1, [0, 0], atomic=pl.AtomicType.None_) | pld.tensor.remote_store(x, w, 1, [0, 0])
          pld.notify(c, peer=1, offsets=[0, 0], value=2, op=pld.NotifyOp.Set) | pld.system.notify(c, pl.const(1, pl.INT32), [0, 0], pl.const(2, pl.INT32), op=1)
          pld.system.wait(c, [0, 0], 1, cmp=pld.WaitCmp.Ge) | pld.system.wait(c, [0, 0], 1, cmp=1)
          """)
  void standsForThePrintedCall(String written, String printed) {
    assertStandsFor(CORE, written, printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          r = pld.allreduce(w)                                   | r: pld.DistributedTensor[[64, 64], pl.FP32] = pld.tensor.allreduce(w, op=0, mode='mesh', core_num=1)
          r = pld.alloc_window_buffer(size=[4, 8], dtype=pl.FP32) | r: pl.Ptr = pld.tensor.alloc_window_buffer(pl.const(128, pl.INT64))
          """)
  void standsForThePrintedCallOfAHost(String written, String printed) {
    assertStandsFor(HOST, written, printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          r = pl.adds(x, 2.0)                | Unknown operation 'pl.adds'
          r = pl.view(x, [32, 128])          | Unknown operation 'pl.view'
          r = pl.sub(i, 2.5)                 | has dtype fp32, but the elements are int32
          r = pl.add(x, n + 1)               | is an index, but the elements are fp32
          r = pl.maximum(2.0, x)             | pl.maximum takes a tensor or a tile first, not a scalar of fp32
          r = pl.add(x, lhs=i)               | The argument 'lhs' twice
          r = pl.div(x, 2.0, high_precision=True) | has no keyword argument 'high_precision'
          r = pl.cast(n, pl.INT32, 'floor')  | converted with mode='round' only
          r = pl.create_tensor([4], pl.INT64, init_value=9007199254740993) | is beyond 2**53
          r = pl.create_tensor([4], pl.INT8, init_value=300) | cannot begin with 300.0
          r = pl.full([4, 4], pl.INT32, value=1.5) | is 1.5, but the elements are int32
          r = pl.scatter_update(x, i, x)     | needs 'dim'
          r = pl.gather(x, kvalue=1.0, out_cols=4) | needs 'cmp_mode'
          r = pl.tensor.view(x, [32, 128], [16, 128]) | wholly valid
          r = pld.tensor.allreduce(w)        | without a signal belongs to orchestrators of the host
          r = pld.tensor.allreduce(w, None)  | needs 'signal'
          """)
  void isRefused(String written, String message) {
    assertThatThrownBy(() -> IrParser.program(program(CORE, written), "t.py"))
        .isInstanceOfSatisfying(
            IrException.class,
            e -> {
              assertThat(e.getMessage()).startsWith("t.py:12:").contains(message);
              assertThat(e.hint()).isNotBlank();
            });
  }

  @ParameterizedTest
  @CsvSource({"-4, the size is -4", "f, the size is f"})
  void aWindowHasAPositiveSize(String size, String message) {
    String text = program(HOST, "buf = pld.alloc_window_buffer(" + size + ")");
    assertThatThrownBy(() -> IrParser.program(text, "t.py")).hasMessageContaining(message);
  }
}
