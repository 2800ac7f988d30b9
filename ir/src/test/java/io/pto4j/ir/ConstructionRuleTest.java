package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Sets;
import java.util.Collections;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule of the constructors is broken here at least once, and kept as nearly as can be. */
class ConstructionRuleTest {
  private static final Span HERE = Span.at("k.py", 3, 5);
  private static final Attrs NONE = Attrs.empty();
  private static final ImmutableList<String> SILENT = ImmutableList.of();
  private static final Type INDEX = ScalarType.of(DataType.INDEX);
  private static final Expr ONE = ConstInt.index(1);
  private static final Expr HALF = ConstFloat.of(0.5, DataType.FP32);
  private static final Expr VOID = call(VoidType.INSTANCE);
  private static final Var POINTER = new Var("mem", PtrType.INSTANCE, HERE);
  private static final Stmt BODY = new BreakStmt(HERE, SILENT);

  private static final ImmutableSetMultimap<ConstructionRule, ThrowingCallable> VIOLATIONS =
      violations();

  private static final ImmutableSetMultimap<ConstructionRule, ThrowingCallable> ACCEPTED =
      accepted();

  /** The rules that are both broken and kept here. */
  static ImmutableSet<String> rows() {
    return Sets.intersection(VIOLATIONS.keySet(), ACCEPTED.keySet()).stream()
        .map(ConstructionRule::name)
        .collect(ImmutableSet.toImmutableSet());
  }

  @ParameterizedTest
  @EnumSource
  void isEnforced(ConstructionRule rule) {
    assertThat(ACCEPTED.get(rule)).isNotEmpty();
    assertThat(ACCEPTED.get(rule))
        .allSatisfy(legal -> assertThatCode(legal).doesNotThrowAnyException());
    assertThat(VIOLATIONS.get(rule)).isNotEmpty();
    assertThat(VIOLATIONS.get(rule))
        .allSatisfy(
            violation ->
                assertThatThrownBy(violation)
                    .isInstanceOf(IrException.class)
                    .hasMessageStartingWith(rule.statement()));
  }

  private static Call call(Type type, Expr... args) {
    return new Call(
        HERE, type, new Operator("buffer.copy"), ImmutableList.copyOf(args), NONE, NONE);
  }

  private static ImmutableSetMultimap<ConstructionRule, ThrowingCallable> violations() {
    ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all =
        ImmutableSetMultimap.builder();
    expressions(all);
    calls(all);
    submits(all);
    statements(all);
    scopes(all);
    functions(all);
    types(all);
    memory(all);
    voids(all);
    return all.build();
  }

  private static void expressions(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(ConstructionRule.CONST_TYPE, () -> new ConstInt(HERE, UnknownType.INSTANCE, 1));
    all.put(ConstructionRule.CONST_TYPE, () -> new ConstFloat(HERE, PtrType.INSTANCE, 1));
    all.put(ConstructionRule.CONST_BOOL_TYPE, () -> new ConstBool(HERE, INDEX, true));
    all.put(
        ConstructionRule.OPERATOR_TYPE,
        () -> new BinaryExpr(HERE, UnknownType.INSTANCE, BinaryOp.ADD, ONE, ONE));
    all.put(
        ConstructionRule.OPERATOR_TYPE,
        () -> new UnaryExpr(HERE, UnknownType.INSTANCE, UnaryOp.NEG, ONE));
    all.put(
        ConstructionRule.MAKE_TUPLE_TYPE,
        () -> new MakeTuple(HERE, new TupleType(ImmutableList.of()), ImmutableList.of(ONE)));
    all.put(ConstructionRule.MAKE_TUPLE_TYPE, () -> new MakeTuple(HERE, INDEX, ImmutableList.of()));
    all.put(ConstructionRule.TUPLE_OPERAND, () -> TupleGetItem.of(ONE, 0, HERE));
    Expr pair = MakeTuple.of(ImmutableList.of(ONE, HALF), HERE);
    all.put(ConstructionRule.TUPLE_INDEX, () -> TupleGetItem.of(pair, 2, HERE));
    all.put(ConstructionRule.TUPLE_INDEX, () -> new TupleGetItem(HERE, INDEX, pair, -1));
    all.put(
        ConstructionRule.MAKE_TUPLE_TYPE,
        () -> new MakeTuple(HERE, new TupleType(ImmutableList.of(INDEX)), ImmutableList.of(HALF)));
    all.put(ConstructionRule.TUPLE_ELEMENT_TYPE, () -> new TupleGetItem(HERE, INDEX, pair, 1));
    all.put(ConstructionRule.VAR_TYPE, () -> new Var("v", VoidType.INSTANCE, HERE));
  }

  private static void calls(ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    Call call = call(INDEX, ONE, HALF);
    all.put(
        ConstructionRule.ARG_DIRECTIONS,
        () -> call.withAttrs(Attrs.of("arg_directions", directions(1))));
    all.put(
        ConstructionRule.ARG_DIRECTIONS,
        () -> call.withAttrs(Attrs.of("arg_directions", AttrValue.of(1))));
    all.put(
        ConstructionRule.ARG_DIRECTIONS,
        () -> submit().withAttrs(Attrs.of("arg_directions", directions(2))));
  }

  private static AttrValue directions(int count) {
    return new AttrValue.OfDirections(
        ImmutableList.copyOf(Collections.nCopies(count, ArgDirection.INPUT)));
  }

  private static Submit submit() {
    return new Submit(
        HERE,
        new TupleType(ImmutableList.of(ScalarType.of(DataType.TASK_ID))),
        new GlobalVar("kernel"),
        ImmutableList.of(),
        ImmutableList.of(),
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        NONE,
        NONE);
  }

  private static void submits(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(ConstructionRule.SUBMIT_TYPE, () -> submit().withType(INDEX));
    all.put(
        ConstructionRule.SUBMIT_TYPE,
        () -> submit().withType(new TupleType(ImmutableList.of(INDEX))));
    all.put(
        ConstructionRule.SUBMIT_TYPE, () -> submit().withType(new TupleType(ImmutableList.of())));
    all.put(ConstructionRule.SUBMIT_SYNC_START, () -> submit().withSyncStart(true));
    all.put(ConstructionRule.SUBMIT_CORE_NUM, () -> submit().withCoreNum(HALF));
    all.put(ConstructionRule.SUBMIT_DEPS, () -> submit().withDeps(ONE));
    all.put(ConstructionRule.SUBMIT_DEPS, () -> submit().withDeps(new Var("v", INDEX, HERE)));
    all.put(
        ConstructionRule.SUBMIT_DEPS,
        () -> submit().withDeps(call(ScalarType.of(DataType.TASK_ID))));
  }

  private static void statements(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(
        ConstructionRule.SEQUENCE_COMMENTS,
        () -> new SeqStmts(HERE, ImmutableList.of("why"), ImmutableList.of(BODY)));
  }

  private static void scopes(ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(
        ConstructionRule.SPMD_CORE_NUM,
        () -> new SpmdScopeStmt(HERE, SILENT, "", BODY, NONE, HALF, false));
    all.put(
        ConstructionRule.SPMD_CORE_NUM,
        () -> new SpmdScopeStmt(HERE, SILENT, "", BODY, NONE, VOID, false));
    all.put(
        ConstructionRule.SPLIT_LANES,
        () -> new SplitAivScopeStmt(HERE, SILENT, "", BODY, NONE, SplitMode.UP_DOWN, 4));
    all.put(
        ConstructionRule.SPLIT_MODE,
        () -> new SplitAivScopeStmt(HERE, SILENT, "", BODY, NONE, SplitMode.NONE, 2));
    all.put(ConstructionRule.DOMAIN_DEVICES, () -> domain(0L, 0L));
    all.put(ConstructionRule.DOMAIN_DEVICES, () -> domain(-1L));
  }

  private static Stmt domain(Long... devices) {
    return new CommDomainScopeStmt(
        HERE, SILENT, "", BODY, NONE, ImmutableList.copyOf(devices), ImmutableList.of());
  }

  private static Function function(String name) {
    return new Function(
        HERE,
        ImmutableList.of(),
        ImmutableList.of(),
        FunctionType.OPAQUE,
        Optional.empty(),
        Optional.empty(),
        NONE,
        false,
        ImmutableList.of(),
        BODY,
        name);
  }

  private static void functions(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(
        ConstructionRule.FUNCTION_DIRECTIONS,
        () -> function("f").withParamDirections(ParamDirection.IN));
    all.put(
        ConstructionRule.FUNCTION_LEVEL,
        () -> function("f").withLevel(Level.HOST).withFuncType(FunctionType.INCORE));
    all.put(
        ConstructionRule.FUNCTION_ROLE,
        () -> function("f").withRole(Role.ORCHESTRATOR).withFuncType(FunctionType.AIV));
    all.put(
        ConstructionRule.PROGRAM_KEY,
        () -> new Program(HERE, "P", ImmutableSortedMap.of("g", function("f"))));
    all.put(
        ConstructionRule.PROGRAM_KEY, () -> Program.of("P", ImmutableList.of(function("")), HERE));
    all.put(
        ConstructionRule.PROGRAM_NAMES,
        () -> Program.of("P", ImmutableList.of(function("f"), function("f")), HERE));
  }

  private static void types(ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(ConstructionRule.TUPLE_TYPE, () -> new TupleType(ImmutableList.of(VoidType.INSTANCE)));
    all.put(
        ConstructionRule.TUPLE_SIZE,
        () -> {
          Type tuple = INDEX;
          for (int i = 0; i < 60; i++) {
            tuple = new TupleType(ImmutableList.of(tuple, tuple));
          }
        });
    all.put(ConstructionRule.TUPLE_DEPTH, () -> nested(TupleType.MAX_DEPTH + 1));
    all.put(ConstructionRule.PACKED_SHAPE, () -> TensorType.of(DataType.FP4, 4, 3));
    all.put(ConstructionRule.PACKED_SHAPE, () -> DistributedTensorType.of(DataType.FP4, 0));
    all.put(ConstructionRule.PACKED_SHAPE, () -> TileType.of(DataType.FP4, MemorySpace.VEC));
    all.put(
        ConstructionRule.TILE_MEMORY,
        () ->
            new TileType(
                DataType.FP32,
                Dims.of(16, 16),
                Optional.of(MemRef.of(POINTER, 0, 1024)),
                Optional.empty(),
                Optional.empty()));
    all.put(ConstructionRule.ARRAY_DTYPE, () -> new ArrayType(DataType.FP32, ONE));
    all.put(ConstructionRule.ARRAY_EXTENT, () -> new ArrayType(DataType.INT32, ConstInt.index(0)));
    all.put(
        ConstructionRule.ARRAY_EXTENT,
        () -> new ArrayType(DataType.INT32, new Var("n", INDEX, HERE)));
    all.put(ConstructionRule.REG_LANES, () -> new RegType(0, DataType.FP32, RegKind.VEC_REG));
    all.put(ConstructionRule.VEC_REG_DTYPE, () -> new RegType(64, DataType.BOOL, RegKind.VEC_REG));
    all.put(
        ConstructionRule.MASK_REG_DTYPE, () -> new RegType(64, DataType.FP32, RegKind.MASK_REG));
    BufferType buffer = BufferType.of(DataType.FP32, MemorySpace.VEC, 32, 64);
    all.put(ConstructionRule.BUFFER_SHAPE, () -> BufferType.of(DataType.FP32, MemorySpace.VEC, 0));
    all.put(ConstructionRule.BUFFER_SPACE, () -> buffer.withMemorySpace(MemorySpace.DDR));
    all.put(ConstructionRule.BUFFER_VALID_RANK, () -> buffer.withValidShape(32L));
    all.put(ConstructionRule.BUFFER_VALID_EXTENT, () -> buffer.withValidShape(33L, 64L));
    all.put(ConstructionRule.BUFFER_VALID_EXTENT, () -> buffer.withValidShape(-2L, 64L));
    all.put(ConstructionRule.BUFFER_FRACTAL, () -> buffer.withFractal(0));
    all.put(ConstructionRule.MULTI_BUFFER_SLOTS, () -> new MultiBufferType(buffer, 0));
  }

  private static MemRef memref(Var base, long size, long slots, int slot) {
    return new MemRef(
        base, ConstInt.index(0), size, false, slots, Optional.<Expr>of(ConstInt.index(slot)), HERE);
  }

  private static void memory(ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    Var number = new Var("n", INDEX, HERE);
    all.put(ConstructionRule.MEMREF_BASE, () -> memref(number, 16, 2, 0));
    all.put(ConstructionRule.MEMREF_SIZE, () -> memref(POINTER, -1, 2, 0));
    all.put(ConstructionRule.MEMREF_SLOTS, () -> memref(POINTER, 16, 0, 0));
    all.put(ConstructionRule.MEMREF_SLOT_INDEX, () -> memref(POINTER, 16, 2, 2));
    all.put(ConstructionRule.WINDOW_BASE, () -> new WindowBuffer(number, ONE, false, false, HERE));
  }

  /** A call without a result stands in no place of a value. */
  private static void voids(ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    ConstructionRule rule = ConstructionRule.VALUE;
    Var v = new Var("v", INDEX, HERE);
    Attrs held = Attrs.of("held", new AttrValue.OfExpr(VOID));
    all.put(rule, () -> call(INDEX, VOID));
    all.put(rule, () -> call(INDEX).withAttrs(held));
    all.put(rule, () -> call(INDEX).withKwargs(held));
    all.put(rule, () -> submit().withArgs(VOID));
    all.put(rule, () -> submit().withPredicate(VOID));
    all.put(rule, () -> submit().withKwargs(held));
    all.put(rule, () -> MakeTuple.of(ImmutableList.of(ONE, VOID), HERE));
    all.put(rule, () -> new BinaryExpr(HERE, INDEX, BinaryOp.ADD, ONE, VOID));
    all.put(rule, () -> new BinaryExpr(HERE, INDEX, BinaryOp.ADD, VOID, ONE));
    all.put(rule, () -> new UnaryExpr(HERE, INDEX, UnaryOp.NEG, VOID));
    all.put(rule, () -> new IterArg("a", INDEX, VOID, HERE));
    all.put(rule, () -> AssignStmt.of(v, VOID));
    all.put(rule, () -> YieldStmt.of(ImmutableList.of(VOID), HERE));
    all.put(rule, () -> ReturnStmt.of(ImmutableList.of(VOID), HERE));
    all.put(rule, () -> new IfStmt(HERE, SILENT, VOID, BODY, Optional.empty(), ImmutableList.of()));
    all.put(
        rule,
        () -> new WhileStmt(HERE, SILENT, ImmutableList.of(), VOID, BODY, ImmutableList.of()));
    all.put(rule, () -> loop(VOID, ONE, ONE));
    all.put(rule, () -> loop(ONE, VOID, ONE));
    all.put(rule, () -> loop(ONE, ONE, VOID));
    all.put(rule, () -> TensorType.of(DataType.FP32, ImmutableList.of(VOID)));
    all.put(rule, () -> MemRef.of(POINTER, VOID, 16));
    all.put(rule, () -> TensorView.packed().withStride(VOID));
    all.put(rule, () -> TensorView.packed().withValidShape(VOID));
    all.put(rule, () -> TileView.rowMajor().withStride(VOID));
    all.put(rule, () -> TileView.rowMajor().withValidShape(VOID));
    all.put(rule, () -> TileView.rowMajor().withStartOffset(VOID));
    all.put(rule, () -> function("f").withAttrs(held));
    all.put(rule, () -> new ClusterScopeStmt(HERE, SILENT, "", BODY, held));
    all.put(rule, () -> new RegScopeStmt(HERE, SILENT, "", BODY, held));
    all.put(rule, () -> new RuntimeScopeStmt(HERE, SILENT, "", BODY, held, true));
    all.put(rule, () -> new InCoreScopeStmt(HERE, SILENT, "", BODY, held, Optional.empty()));
    all.put(
        rule,
        () -> new HierarchyScopeStmt(HERE, SILENT, "", BODY, held, Level.HOST, Optional.empty()));
    all.put(rule, () -> new SpmdScopeStmt(HERE, SILENT, "", BODY, held, ONE, false));
    all.put(rule, () -> new SplitAivScopeStmt(HERE, SILENT, "", BODY, held, SplitMode.UP_DOWN, 2));
    all.put(
        rule,
        () ->
            new CommDomainScopeStmt(
                HERE, SILENT, "", BODY, held, ImmutableList.of(), ImmutableList.of()));
    all.put(rule, () -> ((ForStmt) loop(ONE, ONE, ONE)).withAttrs(held));
    all.put(rule, () -> new WindowBuffer(POINTER, VOID, false, false, HERE));
    all.put(rule, () -> function("f").withReturnTypes(VoidType.INSTANCE));
  }

  private static Stmt loop(Expr start, Expr stop, Expr step) {
    return new ForStmt(
        HERE,
        SILENT,
        new Var("i", INDEX, HERE),
        start,
        stop,
        step,
        ImmutableList.of(),
        BODY,
        ImmutableList.of(),
        ForKind.SEQUENTIAL,
        NONE,
        HardwareLoopPolicy.AUTO);
  }

  @Test
  void voidCallStandsInAStatement() {
    assertThat(EvalStmt.of(VOID).expr()).isSameAs(VOID);
  }

  /** What each rule just allows. */
  private static ImmutableSetMultimap<ConstructionRule, ThrowingCallable> accepted() {
    ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all =
        ImmutableSetMultimap.builder();
    acceptedExpressions(all);
    acceptedTasksAndScopes(all);
    acceptedFunctions(all);
    acceptedTypes(all);
    acceptedBuffers(all);
    acceptedMemory(all);
    return all.build();
  }

  private static void acceptedExpressions(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    Expr pair = MakeTuple.of(ImmutableList.of(ONE, HALF), HERE);
    all.put(ConstructionRule.VALUE, () -> EvalStmt.of(VOID));
    all.put(ConstructionRule.CONST_TYPE, () -> new ConstInt(HERE, ScalarType.of(DataType.INT8), 1));
    all.put(
        ConstructionRule.CONST_TYPE, () -> new ConstFloat(HERE, ScalarType.of(DataType.BF16), 1));
    all.put(
        ConstructionRule.CONST_BOOL_TYPE,
        () -> new ConstBool(HERE, ScalarType.of(DataType.BOOL), true));
    all.put(
        ConstructionRule.OPERATOR_TYPE,
        () -> new BinaryExpr(HERE, ScalarType.of(DataType.INT64), BinaryOp.FLOAT_DIV, ONE, ONE));
    all.put(
        ConstructionRule.OPERATOR_TYPE, () -> new UnaryExpr(HERE, INDEX, UnaryOp.BIT_NOT, HALF));
    all.put(ConstructionRule.MAKE_TUPLE_TYPE, () -> new MakeTuple(HERE, pair.type(), elements()));
    all.put(ConstructionRule.TUPLE_OPERAND, () -> TupleGetItem.of(pair, 0, HERE));
    all.put(ConstructionRule.TUPLE_INDEX, () -> TupleGetItem.of(pair, 1, HERE));
    all.put(
        ConstructionRule.TUPLE_ELEMENT_TYPE, () -> new TupleGetItem(HERE, HALF.type(), pair, 1));
    all.put(ConstructionRule.VAR_TYPE, () -> new Var("v", UnknownType.INSTANCE, HERE));
    Call call = call(INDEX, ONE, HALF);
    all.put(
        ConstructionRule.ARG_DIRECTIONS,
        () -> call.withAttrs(Attrs.of("arg_directions", directions(2))));
    all.put(
        ConstructionRule.ARG_DIRECTIONS,
        () -> call.withAttrs(Attrs.of("arg_directions", directions(0))));
  }

  private static ImmutableList<Expr> elements() {
    return ImmutableList.of(ONE, HALF);
  }

  private static void acceptedTasksAndScopes(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    Type taskId = ScalarType.of(DataType.TASK_ID);
    all.put(
        ConstructionRule.SUBMIT_TYPE,
        () -> submit().withType(new TupleType(ImmutableList.of(INDEX, taskId))));
    all.put(
        ConstructionRule.SUBMIT_SYNC_START, () -> submit().withCoreNum(ONE).withSyncStart(true));
    all.put(
        ConstructionRule.SUBMIT_CORE_NUM, () -> submit().withCoreNum(new Var("n", INDEX, HERE)));
    all.put(
        ConstructionRule.SUBMIT_DEPS,
        () ->
            submit()
                .withDeps(
                    new Var("t", taskId, HERE),
                    new Var("ts", new ArrayType(DataType.TASK_ID, ConstInt.index(4)), HERE)));
    all.put(
        ConstructionRule.SPMD_CORE_NUM,
        () -> new SpmdScopeStmt(HERE, SILENT, "", BODY, NONE, new Var("n", INDEX, HERE), true));
    SplitAivScopeStmt split =
        new SplitAivScopeStmt(HERE, SILENT, "", BODY, NONE, SplitMode.LEFT_RIGHT, 2);
    all.put(ConstructionRule.SPLIT_LANES, () -> split.withCount(2));
    all.put(ConstructionRule.SPLIT_MODE, () -> split.withSplit(SplitMode.UP_DOWN));
    all.put(ConstructionRule.DOMAIN_DEVICES, () -> domain());
    all.put(ConstructionRule.DOMAIN_DEVICES, () -> domain(3L, 0L));
    all.put(
        ConstructionRule.SEQUENCE_COMMENTS,
        () -> new SeqStmts(HERE, SILENT, ImmutableList.of(new BreakStmt(HERE, commented()))));
  }

  private static ImmutableList<String> commented() {
    return ImmutableList.of("why");
  }

  private static void acceptedFunctions(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(
        ConstructionRule.FUNCTION_DIRECTIONS,
        () ->
            new Function(
                HERE,
                ImmutableList.of(new Var("x", INDEX, HERE)),
                ImmutableList.of(ParamDirection.IN),
                FunctionType.OPAQUE,
                Optional.empty(),
                Optional.empty(),
                NONE,
                false,
                ImmutableList.of(),
                BODY,
                "f"));
    all.put(
        ConstructionRule.FUNCTION_LEVEL,
        () -> function("f").withLevel(Level.CHIP_DIE).withFuncType(FunctionType.INCORE));
    all.put(
        ConstructionRule.FUNCTION_LEVEL,
        () -> function("f").withLevel(Level.HOST).withFuncType(FunctionType.SPMD));
    all.put(
        ConstructionRule.FUNCTION_ROLE,
        () -> function("f").withRole(Role.WORKER).withFuncType(FunctionType.AIV));
    all.put(
        ConstructionRule.PROGRAM_KEY,
        () -> new Program(HERE, "P", ImmutableSortedMap.of("f", function("f"))));
    all.put(
        ConstructionRule.PROGRAM_NAMES,
        () -> Program.of("P", ImmutableList.of(function("f"), function("F")), HERE));
  }

  private static void acceptedTypes(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(
        ConstructionRule.TUPLE_TYPE,
        () -> new TupleType(ImmutableList.of(UnknownType.INSTANCE, PtrType.INSTANCE)));
    all.put(
        ConstructionRule.TUPLE_SIZE,
        () -> new TupleType(ImmutableList.copyOf(Collections.nCopies(10_000, INDEX))));
    all.put(ConstructionRule.TUPLE_DEPTH, () -> nested(TupleType.MAX_DEPTH));
    all.put(ConstructionRule.PACKED_SHAPE, () -> TensorType.of(DataType.FP4, 3, 2));
    all.put(
        ConstructionRule.PACKED_SHAPE,
        () -> TensorType.of(DataType.FP4, ImmutableList.of(new Var("n", INDEX, HERE))));
    all.put(
        ConstructionRule.TILE_MEMORY,
        () ->
            new TileType(
                DataType.FP32,
                Dims.of(16, 16),
                Optional.of(MemRef.of(POINTER, 0, 1024)),
                Optional.empty(),
                Optional.of(MemorySpace.VEC)));
    all.put(ConstructionRule.ARRAY_DTYPE, () -> new ArrayType(DataType.TASK_ID, ONE));
    all.put(ConstructionRule.ARRAY_DTYPE, () -> new ArrayType(DataType.BOOL, ONE));
    all.put(ConstructionRule.ARRAY_EXTENT, () -> new ArrayType(DataType.UINT8, ONE));
    all.put(ConstructionRule.REG_LANES, () -> new RegType(1, DataType.FP32, RegKind.VEC_REG));
    all.put(ConstructionRule.VEC_REG_DTYPE, () -> new RegType(64, DataType.INT8, RegKind.VEC_REG));
    all.put(
        ConstructionRule.MASK_REG_DTYPE, () -> new RegType(64, DataType.BOOL, RegKind.MASK_REG));
  }

  private static Type nested(int depth) {
    Type tuple = INDEX;
    for (int i = 0; i < depth; i++) {
      tuple = new TupleType(ImmutableList.of(tuple));
    }
    return tuple;
  }

  private static void acceptedBuffers(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    BufferType buffer = BufferType.of(DataType.FP32, MemorySpace.VEC, 32, 64);
    all.put(ConstructionRule.BUFFER_SHAPE, () -> BufferType.of(DataType.FP32, MemorySpace.VEC, 1));
    all.put(ConstructionRule.BUFFER_SPACE, () -> buffer.withMemorySpace(MemorySpace.ACC));
    all.put(ConstructionRule.BUFFER_VALID_RANK, () -> buffer.withValidShape(32L, 64L));
    all.put(ConstructionRule.BUFFER_VALID_EXTENT, () -> buffer.withValidShape(0L, -1L));
    all.put(ConstructionRule.BUFFER_FRACTAL, () -> buffer.withFractal(1));
    all.put(ConstructionRule.MULTI_BUFFER_SLOTS, () -> new MultiBufferType(buffer, 1));
  }

  private static void acceptedMemory(
      ImmutableSetMultimap.Builder<ConstructionRule, ThrowingCallable> all) {
    all.put(ConstructionRule.MEMREF_BASE, () -> memref(POINTER, 16, 2, 1));
    all.put(ConstructionRule.MEMREF_SIZE, () -> memref(POINTER, 0, 1, 0));
    all.put(ConstructionRule.MEMREF_SLOTS, () -> memref(POINTER, 16, 1, 0));
    all.put(ConstructionRule.MEMREF_SLOT_INDEX, () -> memref(POINTER, 16, 3, 2));
    all.put(ConstructionRule.WINDOW_BASE, () -> new WindowBuffer(POINTER, ONE, true, true, HERE));
  }
}
