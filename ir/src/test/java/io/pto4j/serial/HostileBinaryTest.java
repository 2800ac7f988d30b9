package io.pto4j.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Bytes;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Operator;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that is made to do harm costs an error. */
class HostileBinaryTest {
  private static final Span HERE = Span.unknown();
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);
  private static final int MIB = 1 << 20;

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> IrReader.read(bytes, IrNode.class))
        .isInstanceOf(IrException.class)
        .hasMessageContaining(message);
  }

  private static void refused(Wire root, String message) {
    refused(WireCodec.encode(root), message);
  }

  private static Wire wire(IrNode node) {
    return WireCodec.decode(IrWriter.write(node));
  }

  /** The value with the entry at {@code path} of its maps and arrays changed. */
  private static Wire with(Wire value, UnaryOperator<Wire> change, Object... path) {
    if (path.length == 0) {
      return change.apply(value);
    }
    Object[] rest = Arrays.copyOfRange(path, 1, path.length);
    return switch (value) {
      case Wire.Dict(long offset, ImmutableSortedMap<String, Wire> entries) -> {
        ImmutableSortedMap.Builder<String, Wire> changed = ImmutableSortedMap.naturalOrder();
        entries.forEach(
            (key, entry) ->
                changed.put(key, key.equals(path[0]) ? with(entry, change, rest) : entry));
        yield new Wire.Dict(offset, changed.buildOrThrow());
      }
      case Wire.Array(long offset, ImmutableList<Wire> elements) -> {
        ImmutableList.Builder<Wire> changed = ImmutableList.builder();
        for (int i = 0; i < elements.size(); i++) {
          Wire element = elements.get(i);
          changed.add(path[0].equals(i) ? with(element, change, rest) : element);
        }
        yield new Wire.Array(offset, changed.build());
      }
      default -> throw new IllegalArgumentException("no " + path[0] + " in " + value.what());
    };
  }

  private static Wire with(IrNode node, Wire changed, Object... path) {
    return with(wire(node), _ -> changed, path);
  }

  private static Wire ref(long id) {
    return new WireDict().put("ref", id).build();
  }

  private static AssignStmt assignment() {
    return AssignStmt.of(new Var("x", INDEX, HERE), ConstInt.index(1));
  }

  private static EvalStmt evaluation(Attrs kwargs) {
    return EvalStmt.of(
        new Call(
            HERE,
            UnknownType.INSTANCE,
            new Operator("tile.gen"),
            ImmutableList.of(),
            Attrs.empty(),
            kwargs));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x90, 0x80, 0xa0, 0xc0, 0x91, 0x81, 0xc1, 0xc4, 0xd4, 0xdf, 0xff})
  void megabyteOfOneByteIsRefused(int value) {
    byte[] bytes = new byte[MIB];
    Arrays.fill(bytes, (byte) value);

    refused(bytes, "binary program");
  }

  @Test
  void wideAndDeepIsReadInOneGo() {
    // an array at each of many levels, the innermost with very many small arrays
    int depth = 299;
    byte[] bytes = new byte[depth + 5 + MIB];
    Arrays.fill(bytes, 0, depth, (byte) 0x91);
    bytes[depth] = (byte) 0xdd;
    bytes[depth + 1] = 0;
    bytes[depth + 2] = 0x10;
    Arrays.fill(bytes, depth + 5, bytes.length, (byte) 0x90);

    refused(bytes, "an array where a node is expected at byte 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {0xdd, 0xdf, 0xdb})
  void claimedLengthIsCheckedBeforeItIsUsed(int tag) {
    byte[] claim = {(byte) tag, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0};

    refused(claim, "where only 1 bytes are left at byte 0");
  }

  @Test
  void arraysNestedTooDeepAreRefused() {
    byte[] bytes = new byte[MIB];
    Arrays.fill(bytes, (byte) 0x91);

    refused(bytes, "values nested deeper than 40000 levels at byte 40000");
  }

  @Test
  void typesNestedTooDeepAreRefused() {
    Type type = INDEX;
    for (int i = 0; i < 99; i++) {
      type = new TupleType(ImmutableList.of(type));
    }
    Var deepest = new Var("x", type, HERE);
    Wire written = wire(deepest);
    Wire deeper =
        with(
            written,
            t ->
                new WireDict()
                    .put("type_kind", "TupleType")
                    .put("types", Wire.array(ImmutableList.of(t)))
                    .build(),
            "fields",
            "type");

    assertThat(IrWriter.write(IrReader.read(WireCodec.encode(written), Var.class)))
        .isEqualTo(IrWriter.write(deepest));
    refused(deeper, "types nested deeper than 100");
    Type tooDeep = TensorType.of(DataType.FP32, ImmutableList.of(deepest));
    assertThatThrownBy(() -> IrWriter.write(new Var("x", tooDeep, HERE)))
        .isInstanceOf(IrException.class)
        .hasMessage("nested deeper than 100 levels");
  }

  @Test
  void nodeThatContainsItselfIsRefused() {
    refused(with(assignment(), ref(0), "fields", "value"), "node 0 contains itself");
    Var v = new Var("x", TensorType.of(DataType.FP32, 4), HERE);
    refused(with(v, ref(0), "fields", "type", "shape", 0), "node 0 contains itself");
  }

  @Test
  void missingNodeIsRefused() {
    refused(with(assignment(), ref(99), "fields", "value"), "a reference to the missing node 99");
    refused(with(assignment(), ref(-1), "fields", "value"), "a reference to the missing node -1");
  }

  @Test
  void numberOfTwoNodesIsRefused() {
    refused(with(assignment(), Wire.of(1), "fields", "value", "id"), "a second node with id 1");
  }

  @Test
  void unknownKeyIsIgnored() {
    Wire.Dict root = (Wire.Dict) wire(assignment());
    WireDict more = new WireDict();
    root.entries().forEach(more::put);

    byte[] bytes = WireCodec.encode(more.put("comment", "of a later writer").build());

    AssignStmt read = IrReader.read(bytes, AssignStmt.class);
    assertThat(IrWriter.write(read)).isEqualTo(IrWriter.write(assignment()));
  }

  @Test
  void nodeOfTheWrongKindIsRefused() {
    Wire.Dict constant = (Wire.Dict) with(ConstInt.index(3), Wire.of(77), "id");
    refused(
        with(assignment(), constant, "fields", "var"),
        "ConstInt where a node of kind Var is expected");
    refused(with(assignment(), Wire.of("Stmt"), "type"), "unknown kind of node 'Stmt'");
    refused(with(assignment(), Wire.of("UnaryExpr"), "type"), "unknown kind of node 'UnaryExpr'");
  }

  @Test
  void fieldOfTheWrongKindIsRefused() {
    refused(
        with(assignment(), Wire.of("1"), "fields", "value", "fields", "value"),
        "a string in the field 'value' of ConstInt");
    refused(with(assignment(), Wire.nil(), "fields", "value"), "nil where a node is expected");
    refused(
        with(assignment(), Wire.of(1), "fields", "leading_comments"),
        "an integer where an array is expected");
    refused(
        with(assignment(), Wire.of(1L << 40), "fields", "span", "begin_line"),
        "the number 1099511627776 beyond 32 bits");
  }

  @ParameterizedTest
  @CsvSource({"99", "-1", "255", "1024"})
  void unknownDataTypeIsRefused(long code) {
    refused(
        with(assignment(), Wire.of(code), "fields", "var", "fields", "type", "dtype"),
        "the unknown data type code");
  }

  @Test
  void keywordArgumentsOfUnknownKindAreRefused() {
    EvalStmt call = evaluation(Attrs.of("pad", new AttrValue.OfPadValue(PadValue.ZERO)));
    Object[] value = {"fields", "expr", "fields", "kwargs", 0, "value"};

    refused(with(call, Wire.nil(), value), "nil as the value of attribute 'pad'");
    refused(
        with(call, Wire.of("Mode"), "fields", "expr", "fields", "kwargs", 0, "value", "type"),
        "the unsupported kind 'Mode' of attribute 'pad'");
    refused(
        with(call, Wire.of("zz"), "fields", "expr", "fields", "kwargs", 0, "value", "value"),
        "'zz' is not a valid PadValue");
    refused(with(call, Wire.of(1L << 31), value), "the number 2147483648 beyond 32 bits");
  }

  @Test
  void attributeTwiceIsRefused() {
    EvalStmt call = evaluation(Attrs.of("a", AttrValue.of(1)).with("b", AttrValue.of(2)));

    refused(
        with(call, Wire.of("a"), "fields", "expr", "fields", "kwargs", 1, "key"),
        "the attribute 'a' twice");
  }

  @Test
  void laterVersionIsRefused() {
    byte[] bytes = IrWriter.write(assignment());
    byte[] mark = WireCodec.encode(new WireDict().put("version", 2).build());

    refused(Bytes.concat(bytes, mark), "version 2 of the format; this reader knows version 1");
    refused(
        Bytes.concat(bytes, WireCodec.encode(new WireDict().put("version", "2").build())),
        "a string where an integer is expected");
  }

  @Test
  void whatStandsBehindTheRootIsIgnored() {
    byte[] bytes = IrWriter.write(assignment());
    byte[] known = WireCodec.encode(new WireDict().put("version", FormatVersion.CURRENT).build());

    for (byte[] rest : ImmutableList.of(known, new byte[3], "x".getBytes(StandardCharsets.UTF_8))) {
      AssignStmt read = IrReader.read(Bytes.concat(bytes, rest), AssignStmt.class);
      assertThat(IrWriter.write(read)).isEqualTo(bytes);
    }
  }

  /** A sum that doubles itself: few nodes, but very many ways through them. */
  private static Expr doubled(Expr start, int times) {
    Expr sum = start;
    for (int i = 0; i < times; i++) {
      sum = Exprs.binary(BinaryOp.ADD, sum, sum, HERE);
    }
    return sum;
  }

  @Test
  void sharedPartsAreReadAndWrittenOnce() {
    Expr sum = doubled(new Var("x", INDEX, HERE), 200);
    byte[] bytes = IrWriter.write(sum);

    BinaryExpr read = IrReader.read(bytes, BinaryExpr.class);

    assertThat(read.left()).isSameAs(read.right());
    assertThat(IrWriter.write(read)).isEqualTo(bytes);
    assertThat(IrEquality.equal(sum, read, true)).isTrue();
  }

  @Test
  void shapesOfSharedPartsAreComparedInBoundedTime() {
    Var x = new Var("x", INDEX, HERE);
    Type type =
        new TensorType(
            DataType.FP32,
            ImmutableList.of(doubled(x, 200)),
            Optional.empty(),
            Optional.of(
                new TensorView(
                    ImmutableList.of(),
                    TensorLayout.ND,
                    ImmutableList.of(doubled(x, 200)),
                    PadValue.NULL)));
    byte[] bytes = IrWriter.write(new Var("t", type, HERE));

    assertThat(IrWriter.write(IrReader.read(bytes, Var.class))).isEqualTo(bytes);
  }

  @Test
  void longSequenceIsReadBack() {
    ImmutableList.Builder<Stmt> stmts = ImmutableList.builder();
    for (int i = 0; i < 2_000; i++) {
      stmts.add(assignment());
    }
    byte[] bytes = IrWriter.write(SeqStmts.of(stmts.build(), HERE));

    assertThat(IrReader.read(bytes, SeqStmts.class).stmts()).hasSize(2_000);
  }
}
