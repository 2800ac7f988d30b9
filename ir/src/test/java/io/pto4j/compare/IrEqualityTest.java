package io.pto4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IrEqualityTest {
  private static final Span HERE = Span.unknown();
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);

  private final Var x = new Var("x", INDEX, HERE);
  private final Var y = new Var("y", INDEX, HERE);
  private final Var z = new Var("z", INDEX, HERE);

  @Test
  void definitionsPairUpAndFreeUsesDoNot() {
    assertEqual(assign(x, ConstInt.index(1)), assign(z, ConstInt.index(1)), false);
    assertDiffers(
        assign(x, y),
        assign(z, new Var("w", INDEX, HERE)),
        false,
        "value",
        "Variable pointer mismatch (without auto-mapping)");
    assertEqual(assign(x, y), assign(z, new Var("w", INDEX, HERE)), true);
  }

  @Test
  void pairsAreOneToOne() {
    assertDiffers(
        add(x, x),
        add(x, y),
        true,
        "right",
        "Variable mapping inconsistent ('x' cannot map to both 'x' and 'y')");
    assertDiffers(
        add(x, y),
        add(y, y),
        true,
        "right",
        "Variable mapping inconsistent ('y' is already mapped from 'x', cannot map from 'y')");
  }

  @Test
  void differencesNameTheirPlace() {
    assertDiffers(
        seq(assign(x, ConstInt.index(1)), assign(y, add(x, ConstInt.index(1)))),
        seq(assign(x, ConstInt.index(1)), assign(y, add(x, ConstInt.index(2)))),
        false,
        "[1].value.right.value",
        "int64_t value mismatch (1 != 2)");
    assertDiffers(
        add(x, y),
        Exprs.binary(BinaryOp.SUB, x, y, HERE),
        false,
        "",
        "Node type mismatch (Add != Sub)");
    assertDiffers(call("foo"), call("bar"), false, "op", "Operator name mismatch ('foo' != 'bar')");
    assertDiffers(
        assign(typed(TensorType.of(DataType.FP32, 4, 8)), call("f")),
        assign(typed(TensorType.of(DataType.FP32, 4, 9)), call("f")),
        false,
        "var.value",
        "int64_t value mismatch (8 != 9)");
    assertDiffers(
        assign(typed(TensorType.of(DataType.FP32, 4)), call("f")),
        assign(typed(INDEX), call("f")),
        false,
        "var",
        "Type name mismatch (TensorType != ScalarType)");
  }

  @Test
  void orderOfAttributesDoesNotMatter() {
    Attrs one = Attrs.of("a", AttrValue.of(1)).with("b", AttrValue.of("s"));
    Attrs other = Attrs.of("b", AttrValue.of("s")).with("a", AttrValue.of(1));
    Attrs real = one.with("a", AttrValue.of(1.0));

    assertEqual(call("f", one), call("f", other), false);
    assertDiffers(
        call("f", one), call("f", real), false, "attrs", "Kwargs value type mismatch for key 'a'");
    assertDiffers(
        call("f", one), call("f", Attrs.empty()), false, "attrs", "Kwargs size mismatch (2 != 0)");
  }

  @Test
  void indexAndInt64AreTheSameInConstantsAndLoopVariables() {
    assertEqual(ConstInt.index(1), ConstInt.of(1, DataType.INT64), false);
    for (boolean autoMap : new boolean[] {false, true}) {
      assertEqual(loop(x), loop(new Var("i", ScalarType.of(DataType.INT64), HERE)), autoMap);
    }
    assertDiffers(
        assign(x, ConstInt.index(1)),
        assign(typed(ScalarType.of(DataType.INT64)), ConstInt.index(1)),
        false,
        "var",
        "ScalarType dtype mismatch (index != int64)");
  }

  @Test
  void memoryOfATensorIsNoPartOfItsType() {
    TensorType plain = TensorType.of(DataType.FP32, 4);
    MemRef memory = MemRef.of(new Var("mem", PtrType.INSTANCE, HERE), 0, 16);
    TensorType placed = plain.withMemref(memory);

    assertThat(IrEquality.equal(plain, placed, false)).isTrue();
    assertEqual(assign(typed(plain), call("f")), assign(typed(placed), call("f")), false);
  }

  @Test
  void sharedExpressionIsComparedAgainOnceItsVariableIsPaired() {
    sharedExpressionIsComparedAgain(add(x, ConstInt.index(1)), "[2].value.left");
    sharedExpressionIsComparedAgain(sum(x, 10), "[2].value" + ".left".repeat(10));
  }

  /** A sum of {@code 2^levels} operands. */
  private static Expr sum(Expr operand, int levels) {
    Expr sum = operand;
    for (int i = 0; i < levels; i++) {
      sum = add(sum, sum);
    }
    return sum;
  }

  private void sharedExpressionIsComparedAgain(Expr shared, String place) {
    Type left = TensorType.of(DataType.FP32, ImmutableList.of(x));
    Type right = TensorType.of(DataType.FP32, ImmutableList.of(z));

    assertDiffers(
        seq(assign(y, shared), assign(typed(left), call("f")), assign(y, shared)),
        seq(assign(y, shared), assign(typed(right), call("f")), assign(y, shared)),
        false,
        place,
        "Variable pointer mismatch (without auto-mapping)");
  }

  @Test
  void memoryReferencesAreComparedFieldByField() {
    Var base = pointer("mem");
    MemRef slot = new MemRef(base, ConstInt.index(0), 64, false, 2, Optional.empty(), HERE);
    Optional<Expr> second = Optional.of(ConstInt.index(1));

    assertEqual(slot, copy(slot, ConstInt.index(0), 64, false, 2, Optional.empty()), true);
    assertThat(
            List.of(
                copy(slot, ConstInt.index(4), 64, false, 2, Optional.empty()),
                copy(slot, ConstInt.index(0), 65, false, 2, Optional.empty()),
                copy(slot, ConstInt.index(0), 64, true, 2, Optional.empty()),
                copy(slot, ConstInt.index(0), 64, false, 1, Optional.empty()),
                copy(slot, ConstInt.index(0), 64, false, 2, second)))
        .noneMatch(other -> IrEquality.equal(slot, other, true));
    assertThat(
            IrEquality.equal(
                MakeTuple.of(ImmutableList.of(base, slot), HERE),
                MakeTuple.of(ImmutableList.of(base, slot.withBase(pointer("mem"))), HERE),
                true))
        .isFalse();
  }

  private static MemRef copy(
      MemRef of, Expr offset, long size, boolean pinned, long slots, Optional<Expr> index) {
    return new MemRef(of.base(), offset, size, pinned, slots, index, HERE);
  }

  private static Var pointer(String name) {
    return new Var(name, PtrType.INSTANCE, HERE);
  }

  @Test
  void windowsAreComparedFieldByField() {
    Var base = pointer("buf");
    WindowBuffer window = new WindowBuffer(base, ConstInt.index(64), true, false, HERE);

    assertEqual(window, new WindowBuffer(base, ConstInt.index(64), true, false, HERE), true);
    assertThat(
            List.of(
                new WindowBuffer(base, ConstInt.index(65), true, false, HERE),
                new WindowBuffer(base, ConstInt.index(64), false, false, HERE),
                new WindowBuffer(base, ConstInt.index(64), true, true, HERE)))
        .noneMatch(other -> IrEquality.equal(window, other, true));
    assertThat(
            IrEquality.equal(
                MakeTuple.of(ImmutableList.of(base, window), HERE),
                MakeTuple.of(
                    ImmutableList.of(
                        base,
                        new WindowBuffer(pointer("buf"), ConstInt.index(64), true, false, HERE)),
                    HERE),
                true))
        .isFalse();
  }

  @Test
  void elementsOfTuplesAreComparedByIndexAndType() {
    Expr pair = MakeTuple.of(ImmutableList.of(x, y), HERE);
    TupleGetItem first = TupleGetItem.of(pair, 0, HERE);

    assertEqual(first, TupleGetItem.of(pair, 0, Span.at("k.py", 1, 1)), false);
    assertDiffers(
        first, TupleGetItem.of(pair, 1, HERE), false, "index", "Integer value mismatch (0 != 1)");
    assertDiffers(
        first,
        new TupleGetItem(HERE, UnknownType.INSTANCE, pair, 0),
        false,
        "type",
        "Type name mismatch (ScalarType != UnknownType)");
  }

  @Test
  void variablesAreComparedByTypeAndInitialValue() {
    IterArg carried = new IterArg("a", INDEX, ConstInt.index(0), HERE);

    assertEqual(carried, new IterArg("b", INDEX, ConstInt.index(0), Span.at("k.py", 1, 1)), true);
    assertDiffers(
        carried,
        new IterArg("a", INDEX, ConstInt.index(1), HERE),
        true,
        "initValue.value",
        "int64_t value mismatch (0 != 1)");
    assertEqual(x, new Var("other", INDEX, Span.at("k.py", 1, 1)), true);
    assertThat(IrEquality.equal(x, new Var("x", PtrType.INSTANCE, HERE), true)).isFalse();
    assertThat(IrEquality.equal(x, new IterArg("x", INDEX, y, HERE), true)).isFalse();
  }

  @Test
  void devicesOfADomainAreComparedAtOnce() {
    CommDomainScopeStmt domain =
        new CommDomainScopeStmt(
            HERE,
            ImmutableList.of(),
            "",
            assign(x, y),
            Attrs.empty(),
            ImmutableList.of(1L),
            ImmutableList.of());

    assertDiffers(
        domain, domain.withDevices(2L), false, "devices", "vector<int64_t> mismatch (size 1 vs 1)");
    assertDiffers(
        domain,
        domain.withDevices(ImmutableList.of()),
        false,
        "devices",
        "vector<int64_t> mismatch (size 1 vs 0)");
  }

  @Test
  void programsAreComparedByTheirFunctions() {
    Program one = Program.of("A", ImmutableList.of(function("f", INDEX)), HERE);

    assertEqual(
        one, Program.of("B", ImmutableList.of(function("f", INDEX)), Span.at("k.py", 1, 1)), false);
    assertEqual(function("f", INDEX), function("g", INDEX), false);
    assertDiffers(
        one,
        Program.of("A", ImmutableList.of(), HERE),
        false,
        "",
        "Map size mismatch (1 items != 0 items)");
    assertDiffers(
        one,
        Program.of("A", ImmutableList.of(function("g", INDEX)), HERE),
        false,
        "",
        "Map key mismatch ('f' != 'g')");
    assertDiffers(
        one,
        Program.of("A", ImmutableList.of(function("f", PtrType.INSTANCE)), HERE),
        false,
        "['f'].params[0]",
        "Type name mismatch (ScalarType != Ptr)");
  }

  private static Function function(String name, Type param) {
    return new Function(
        HERE,
        ImmutableList.of(typed(param)),
        ImmutableList.of(ParamDirection.IN),
        FunctionType.OPAQUE,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(),
        seq(),
        name);
  }

  @Test
  void zerosAndNansAreEqual() {
    assertEqual(real(0.0), real(-0.0), false);
    assertEqual(real(Double.NaN), real(Double.NaN), false);
    assertDiffers(real(1), real(1.5), false, "value", "double value mismatch (1 != 1.5)");
  }

  @Test
  void sharedGraphTakesNoTime() {
    Expr left = x;
    Expr right = y;
    for (int i = 0; i < 200; i++) {
      left = add(left, left);
      right = add(right, right);
    }

    assertEqual(left, right, true);
  }

  @Test
  void graphsThatShareDifferentlyTakeNoTime() {
    Expr left = x;
    Expr one = y;
    Expr other = y;
    for (int i = 0; i < 200; i++) {
      left = add(left, left);
      Expr next = add(one, other);
      other = add(one, other);
      one = next;
    }

    assertEqual(left, one, true);
    assertEqual(one, left, true);
    assertThat(IrHash.hash(one, true)).isEqualTo(IrHash.hash(left, true));
  }

  @Test
  void sharingMakesNoDifferenceToDefinitionsAfterUses() {
    // the extents define what was a free use before, whether they are the same object or not
    Stmt shared = extentsOf(sum(x, 6), false);
    Stmt copied = extentsOf(sum(x, 6), true);

    for (boolean autoMap : new boolean[] {false, true}) {
      assertEqual(shared, copied, autoMap);
      assertEqual(copied, shared, autoMap);
      assertThat(IrHash.hash(copied, autoMap)).isEqualTo(IrHash.hash(shared, autoMap));
    }
  }

  private Stmt extentsOf(Expr extent, boolean copied) {
    Expr other = copied ? sum(x, 6) : extent;
    Type type = TensorType.of(DataType.FP32, ImmutableList.of(other));
    return seq(
        assign(y, extent),
        assign(typed(type), call("f")),
        assign(new Var("w", INDEX, HERE), other));
  }

  @Test
  void sharedExpressionInManyStatementsTakesNoTime() {
    Expr shared = sum(x, 10_000);
    Stmt left = using(shared);
    Stmt right = using(shared);

    for (boolean autoMap : new boolean[] {false, true}) {
      assertEqual(left, right, autoMap);
      assertThat(IrHash.hash(right, autoMap)).isEqualTo(IrHash.hash(left, autoMap));
    }
  }

  private static Stmt using(Expr shared) {
    ImmutableList.Builder<Stmt> stmts = ImmutableList.builder();
    for (int i = 0; i < 10_000; i++) {
      stmts.add(assign(new Var("v", INDEX, HERE), shared));
    }
    return SeqStmts.of(stmts.build(), HERE);
  }

  @Test
  void failedAssertionShowsBothSides() {
    assertThatThrownBy(() -> IrEquality.assertEqual(assign(x, y), assign(x, z), false))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            Structural equality assertion failed at: value

            Left-hand side:
              y

            Right-hand side:
              z

            Reason: Variable pointer mismatch (without auto-mapping)\
            """);
  }

  private static void assertEqual(IrNode left, IrNode right, boolean autoMap) {
    assertThat(IrEquality.difference(left, right, autoMap)).isEmpty();
    assertThat(IrHash.hash(left, autoMap)).isEqualTo(IrHash.hash(right, autoMap));
  }

  private static void assertDiffers(
      IrNode left, IrNode right, boolean autoMap, String path, String reason) {
    assertThat(IrEquality.difference(left, right, autoMap))
        .hasValueSatisfying(
            d -> {
              assertThat(d.path()).isEqualTo(path);
              assertThat(d.reason()).isEqualTo(reason);
            });
  }

  private static Var typed(Type type) {
    return new Var("v", type, HERE);
  }

  private static AssignStmt assign(Var var, Expr value) {
    return AssignStmt.of(var, value);
  }

  private static Stmt seq(Stmt... stmts) {
    return SeqStmts.of(ImmutableList.copyOf(stmts), HERE);
  }

  private static BinaryExpr add(Expr left, Expr right) {
    return Exprs.binary(BinaryOp.ADD, left, right, HERE);
  }

  private static ConstFloat real(double value) {
    return ConstFloat.of(value, DataType.FP32);
  }

  private static Call call(String name) {
    return call(name, Attrs.empty());
  }

  private static Call call(String name, Attrs attrs) {
    return new Call(HERE, INDEX, new Operator(name), ImmutableList.of(), attrs, Attrs.empty());
  }

  private static ForStmt loop(Var counter) {
    return new ForStmt(
        HERE,
        ImmutableList.of(),
        counter,
        ConstInt.index(0),
        ConstInt.index(4),
        ConstInt.index(1),
        ImmutableList.of(),
        AssignStmt.of(
            new Var("b", ScalarType.of(DataType.BOOL), HERE),
            Exprs.binary(BinaryOp.LT, counter, ConstInt.index(3), HERE)),
        ImmutableList.of(),
        ForKind.SEQUENTIAL,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }
}
