package io.pto4j.sim.pto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.sim.pto.PtoOp.Generic;
import io.pto4j.sim.pto.PtoType.TileBuf;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class PtoParserTest {
  private static final String TILE =
      "!pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=16, v_row=?, v_col=16, blayout=row_major,"
          + " slayout=none_box, fractal=512, pad=0>";

  private static final String KERNEL =
      """
            module attributes {pto.target_arch = "a2a3"} {
              func.func @k(%arg0: !pto.ptr<f32>, %arg1: f32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
              %c0_i64 = arith.constant 0 : i64
              %cn1_index = arith.constant -1 : index
              %cst = arith.constant 3.5e+00 : f32
              %inf = arith.constant 0x7F800000 : f32
              %t = pto.alloc_tile addr = %c0_i64 valid_row = %c8 : TILE
              pto.tcmp ins(%t, %t {cmpMode = #pto<cmp lt>} : TILE, TILE) outs(%t : TILE)
              pto.barrier <PIPE_ALL>
              %x = pto.load_scalar %arg0[%cn1_index] : !pto.ptr<f32> -> f32 loc("a.py":1:2)
              pto.store_scalar %x, %arg0[%cn1_index] : !pto.ptr<f32>, f32
              %s = pto.subview %t[%cn1_index, %cn1_index] sizes [8, 16] valid [%a, %b] : TILE -> TILE
              %v = pto.tgetval ins(%t, %a : TILE, index) outs : f32
              %i = pto.get_block_idx
              %p, %q = scf.if %c -> (i32, f32) {
                scf.yield %a, %v : i32, f32
              } else {
                scf.yield %b, %x : i32, f32
              }
              %sum = scf.for %k = %a to %b step %s iter_args(%acc = %cst) -> (f32) {
                scf.yield %acc : f32
              }
              %r = scf.while (%0 = %a) : (index) -> (index) {
                scf.condition(%c) %0 : index
              } do {
              ^bb0(%1 : index):
                scf.yield %1 : index
              }
              %o = pto.addptr %arg0, %a : <f32> -> <f32>
              "pto.ttri"(%k, %t) {upperOrLower = 1 : i32} : (i32, TILE) -> ()
              return
              }
            }
            """
          .replace("TILE", TILE);

  @Test
  void readsEveryForm() {
    PtoModule module = PtoParser.parse("k.pto", KERNEL);
    assertThat(module.targetArch()).isEqualTo("a2a3");
    PtoFunction function = module.function("k").orElseThrow();
    assertThat(function.kernelKind()).contains("vector");
    List<PtoOp> ops = function.body().orElseThrow().operations();
    assertThat(ops.stream().map(PtoParserTest::name))
        .containsExactly(
            "arith.constant",
            "arith.constant",
            "arith.constant",
            "arith.constant",
            "pto.alloc_tile",
            "pto.tcmp",
            "pto.barrier",
            "pto.load_scalar",
            "pto.store_scalar",
            "pto.subview",
            "pto.tgetval",
            "pto.get_block_idx",
            "scf.if",
            "scf.for",
            "scf.while",
            "pto.addptr",
            "pto.ttri",
            "return");
    assertThat(ops.get(3).toString()).isEqualTo("%inf = arith.constant " + 0x7F800000L);
    assertThat(((Generic) ops.get(9)).group("valid").orElseThrow().uses()).hasSize(2);
    assertThat(ops.get(9).position()).isEqualTo(new Position(12, 8));
    assertThat(((PtoOp.If) ops.get(12)).results()).containsExactly("p", "q");
  }

  @Test
  void bothSpellingsOfATileTypeAreTheSameType() {
    TileBuf expected = tile(TILE);
    assertThat(tile("!pto.tile_buf<vec, 8x16xf32, valid=?x16>")).isEqualTo(expected);
    assertThat(expected.toString()).isEqualTo(TILE);
    assertThat(tile(expected.toString())).isEqualTo(expected);
  }

  @Test
  void saysWhereAndWhatWasExpected() {
    assertError("module {\n  func.func @k( {", "2:17", "expected a type");
    assertError(
        "module {\n func.func @k() {\n  %a = arith.constant : \n }\n}", "4:2", "expected a type");
    assertError("func.func @k() {\n foo %a\n}", "2:2", "expected an operation");
    assertError("func.func @k(%a: !pto.tile_buf<loc=gm>) {}", "1:18", "fields");
    assertError("func.func @k(%a: !pto.ptr<f33>) {}", "1:18", "unknown element type 'f33'");
    assertError("func.func @k(%a: !pto.ptr<f32", "1:26", "'<' is not closed");
    assertError("func.func @k() { %r = scf.if %c -> (i32) { } }", "1:23", "needs an else");
    assertError("func.func @k() { return ^bb1: return }", "1:25", "structured control flow");
  }

  private static void assertError(String text, String position, String message) {
    assertThatThrownBy(() -> PtoParser.parse("k.pto", text))
        .isInstanceOf(PtoSyntaxException.class)
        .hasMessageStartingWith("k.pto:" + position + ":")
        .hasMessageContaining(message);
  }

  @Property(tries = 300)
  void damagedTextParsesOrGivesASyntaxError(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int edits) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    StringBuilder text = new StringBuilder(KERNEL);
    String pieces = "%<>(){}[],:=-#!@^\"?. 0x1\n";
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, pieces.charAt(random.nextInt(pieces.length())));
        default -> text.setLength(at);
      }
      if (text.isEmpty()) {
        text.append('%');
      }
    }
    assertParsesOrFailsCleanly(text.toString());
  }

  @Test
  void deepNestingIsRefusedInsteadOfOverflowingTheStack() {
    assertParsesOrFailsCleanly("func.func @k() {" + "scf.if %c {".repeat(100_000));
    assertParsesOrFailsCleanly("func.func @k() { pto.x " + "(a(".repeat(100_000));
    assertParsesOrFailsCleanly("func.func @k() { pto.x {a = " + "[".repeat(100_000));
    assertParsesOrFailsCleanly("func.func @k(%a: !pto.multi_tile_buf" + "<".repeat(100_000));
    assertParsesOrFailsCleanly("func.func @k() { pto.x %a" + ", %a".repeat(200_000));
  }

  private static void assertParsesOrFailsCleanly(String text) {
    try {
      assertThat(PtoParser.parse("k.pto", text)).isNotNull();
    } catch (PtoSyntaxException e) {
      assertThat(e.position().line()).isPositive();
      assertThat(e.position().column()).isPositive();
    }
  }

  private static TileBuf tile(String type) {
    PtoModule module = PtoParser.parse("t.pto", "func.func @k(%a: " + type + ") { return }");
    return (TileBuf) module.functions().get(0).arguments().get(0).type();
  }

  private static String name(PtoOp op) {
    return switch (op) {
      case Generic g -> g.name();
      case PtoOp.For _ -> "scf.for";
      case PtoOp.If _ -> "scf.if";
      case PtoOp.While _ -> "scf.while";
    };
  }
}
