package io.pto4j.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The rules of the builder, and what it says when they are broken. */
class IrBuilderTest {
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);
  private static final ScalarType FP32 = ScalarType.of(DataType.FP32);

  private final IrBuilder b = new IrBuilder();
  private final BuilderExprs e = b.exprs();

  private Function function(Consumer<FunctionBlock> content) {
    FunctionBlock f = b.function("f", FunctionType.OPAQUE);
    try (f) {
      content.accept(f);
    }
    return f.result();
  }

  private static void refused(ThrowingCallable building, String message) {
    assertThatThrownBy(building).isInstanceOf(IrException.class).hasMessageContaining(message);
  }

  private Expr condition() {
    return e.binary(BinaryOp.LT, e.index(1), e.index(2));
  }

  @Test
  void aGivenPlaceHoldsUntilTheCallerIsThePlaceAgain() {
    Span place = new Span("k.py", 3, 5, 3, 9);

    Expr given = b.at(place).exprs().binary(BinaryOp.ADD, e.index(1), e.index(2));
    Expr own = b.atCaller().exprs().binary(BinaryOp.ADD, e.index(1), e.index(2));

    assertThat(given.span()).isEqualTo(place);
    assertThat(own.span().filename()).endsWith("IrBuilderTest.java");
    assertThat(own.span().beginLine()).isPositive();
  }

  @Test
  void singleStatementStandsBare() {
    Function one = function(_ -> b.let("x", e.index(1)));
    Function none = function(_ -> {});
    Function two =
        function(
            _ -> {
              b.let("x", e.index(1));
              b.let("y", e.index(2));
            });

    assertThat(one.body()).isNotInstanceOf(SeqStmts.class);
    assertThat(SeqStmts.listOf(none.body())).isEmpty();
    assertThat(SeqStmts.listOf(two.body())).hasSize(2);
  }

  @Test
  void nodesStandAtTheCallingLine() {
    Function f = function(_ -> b.let("x", e.index(1)));

    Span span = f.body().span();
    assertThat(span.filename()).isEqualTo("IrBuilderTest.java");
    assertThat(span.beginLine()).isGreaterThan(1);
    assertThat(span.beginColumn()).isEqualTo(-1);
    assertThat(f.span().filename()).isEqualTo("IrBuilderTest.java");
  }

  @Test
  void nodesStandWhereItIsSaid() {
    FunctionBlock f = b.at(Span.at("k.py", 3, 5)).function("f", FunctionType.OPAQUE);
    try (f) {
      b.at(Span.at("k.py", 4, 9)).let("x", e.index(1));
      b.at(Span.at("k.py", 6, 1));
    }

    assertThat(f.result().span()).isEqualTo(new Span("k.py", 3, 5, 6, 1));
    assertThat(f.result().body().span()).isEqualTo(Span.at("k.py", 4, 9));
  }

  @Test
  void endBeforeTheBeginningIsNotAnEnd() {
    FunctionBlock f = b.at(Span.at("k.py", 3, 5)).function("f", FunctionType.OPAQUE);
    try (f) {
      b.at(Span.at("other.py", 9, 9));
    }

    assertThat(f.result().span()).isEqualTo(Span.at("k.py", 3, 5));
  }

  @Test
  void emptyElseIsNone() {
    Function f =
        function(
            _ -> {
              IfBlock when = b.when(condition());
              try (when) {
                b.let("x", e.index(1));
                when.otherwise();
              }
            });

    assertThat(((IfStmt) f.body()).elseBody()).isEmpty();
  }

  @Test
  void blocksAreAsked() {
    assertThat(b.inProgram() || b.inFunction() || b.inLoop() || b.inIf()).isFalse();
    try (var _ = b.program("P")) {
      assertThat(b.inProgram()).isTrue();
      function(
          _ -> {
            assertThat(b.inFunction()).isTrue();
            WhileBlock loop = b.whileLoop(condition());
            try (loop) {
              assertThat(b.inWhileLoop() && b.inLoop()).isTrue();
              try (var _ = b.when(condition())) {
                assertThat(b.inIf()).isTrue();
              }
            }
            try (var _ = b.loop("i", e.index(2))) {
              assertThat(b.inLoop() && !b.inWhileLoop()).isTrue();
            }
          });
      assertThat(b.inFunction()).isFalse();
    }
  }

  @Test
  void loopNeedsOneReturnVariablePerArgument() {
    refused(
        () ->
            function(
                _ -> {
                  ForBlock loop = b.loop("i", e.index(4));
                  try (loop) {
                    b.yields(loop.iterArg("acc", e.index(0)));
                  }
                }),
        "For loop has 1 iteration arguments but 0 return variables. They must match.");
    refused(
        () ->
            function(
                _ -> {
                  WhileBlock loop = b.whileLoop(condition());
                  try (loop) {
                    loop.returnVar("r", INDEX);
                  }
                }),
        "While loop has 0 iteration arguments but 1 return variables. They must match.");
    refused(
        () ->
            function(
                _ -> {
                  try (ForBlock loop = b.loop("i", e.index(4))) {
                    loop.returnVar("r");
                  }
                }),
        "has no iteration argument for the return variable 'r'");
    assertThat(b.inFunction()).isFalse();
  }

  private void loopYielding(Expr... values) {
    function(
        _ -> {
          try (ForBlock loop = b.loop("i", e.index(4))) {
            loop.iterArg("acc", e.index(0));
            loop.returnVar("r");
            if (values.length > 0) {
              b.yields(values);
            }
          }
        });
  }

  @Test
  void yieldMatchesWhatTheLoopCarries() {
    refused(() -> loopYielding(), "carries 1 values but does not end in a yield");
    refused(() -> loopYielding(e.index(1), e.index(2)), "2 values for 1");
    refused(
        () -> loopYielding(e.real(1)),
        "the yield of for loop over 'i': value 0 has type pl.Scalar[pl.FP32] where"
            + " pl.Scalar[pl.INDEX] is declared");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.loop("i", e.index(4))) {
                    b.yields(e.index(1));
                  }
                }),
        "1 values for 0");
  }

  @Test
  void carriedValuesHaveOneType() {
    refused(
        () ->
            function(
                _ -> {
                  try (ForBlock loop = b.loop("i", e.index(4))) {
                    loop.iterArg("acc", FP32, e.index(0));
                  }
                }),
        "the initial value of 'acc' has type pl.Scalar[pl.INDEX]");
    refused(
        () ->
            function(
                _ -> {
                  try (ForBlock loop = b.loop("i", e.index(4))) {
                    IterArg acc = loop.iterArg("acc", e.index(0));
                    loop.returnVar("r", FP32);
                    b.yields(acc);
                  }
                }),
        "return variable 'r' has type pl.Scalar[pl.FP32]");
  }

  private void branchYielding(Runnable then, Runnable otherwise) {
    function(
        _ -> {
          try (IfBlock when = b.when(condition())) {
            when.returnVar("r", INDEX);
            then.run();
            when.otherwise();
            otherwise.run();
          }
        });
  }

  @Test
  void branchesYieldTheReturnVariables() {
    branchYielding(() -> b.yields(e.index(1)), () -> b.yields(e.index(2)));

    refused(() -> branchYielding(() -> b.yields(e.index(1)), () -> {}), "needs an else branch");
    refused(
        () -> branchYielding(() -> b.yields(e.index(1)), () -> b.let("x", e.index(1))),
        "the else branch neither yields nor assigns the return variable 'r'");
    refused(
        () -> branchYielding(() -> b.yields(e.index(1)), () -> b.yields(e.real(1))),
        "the yield of the else branch: value 0 has type pl.Scalar[pl.FP32]");
    refused(
        () -> branchYielding(() -> b.yields(), () -> b.yields(e.index(1))),
        "the yield of the then branch: 0 values for 1");
  }

  @Test
  void elseIsBegunOnceAndInItsOwnBlock() {
    refused(
        () ->
            function(
                _ -> {
                  try (IfBlock when = b.when(condition())) {
                    when.otherwise();
                    when.otherwise();
                  }
                }),
        "an if has one else branch");
    refused(
        () ->
            function(
                _ -> {
                  try (IfBlock when = b.when(condition())) {
                    b.loop("i", e.index(2));
                    when.otherwise();
                  }
                }),
        "for loop over 'i' is still open");
  }

  @Test
  void statementsNeedABlock() {
    refused(() -> b.let("x", e.index(1)), "a statement outside of any function");
    refused(() -> b.scopes().inCore("k"), "in-core scope 'k' outside of any function");
    refused(
        () -> {
          try (var _ = b.program("P")) {
            b.let("x", e.index(1));
          }
        },
        "a statement outside of any function");
  }

  @Test
  void blocksNest() {
    refused(
        () -> function(_ -> b.function("g", FunctionType.OPAQUE)),
        "Cannot begin function 'g': already inside function 'f' at IrBuilderTest.java");
    refused(
        () -> function(_ -> b.program("P")),
        "Cannot begin program 'P': already inside function 'f'");
    refused(
        () -> function(_ -> b.scopes().cluster("group")),
        "cluster scope 'group' is still open at the end of function 'f'");
  }

  @Test
  void blockLeftOpenIsClosedWithTheOneAroundIt() {
    FunctionBlock f = b.function("f", FunctionType.OPAQUE);
    ScopeBlock scope = b.scopes().manual();
    refused(f::close, "manual scope is still open");

    scope.close();
    f.close();

    assertThat(b.inFunction()).isFalse();
    refused(f::result, "function 'f' was not finished");
  }

  @Test
  void resultsAreThereAfterTheBlock() {
    FunctionBlock f = b.function("f", FunctionType.OPAQUE);
    refused(f::result, "function 'f' is not closed yet");
    ForBlock loop = b.loop("i", e.index(2));
    refused(() -> loop.output(0), "for loop over 'i' is not closed yet");
    loop.close();
    refused(() -> loop.kind(ForKind.PARALLEL), "for loop over 'i' is closed");
    f.close();
    refused(() -> f.param("x", INDEX), "function 'f' is closed");
  }

  @Test
  void yieldEndsALoopOrBranch() {
    refused(() -> function(_ -> b.yields(e.index(1))), "a yield directly in function 'f'");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.loop("i", e.index(2));
                      var _ = b.scopes().inCore("")) {
                    b.yields(e.index(1));
                  }
                }),
        "a yield directly in in-core scope");
  }

  @Test
  void yieldInASplitScopeIsOneOfTheLoop() {
    Function f =
        function(
            _ -> {
              try (ForBlock loop = b.loop("i", e.index(2))) {
                IterArg acc = loop.iterArg("acc", e.index(0));
                loop.returnVar("r");
                try (var _ = b.scopes().splitAiv("", SplitMode.LEFT_RIGHT)) {
                  b.yields(acc);
                }
              }
            });

    assertThat(((ForStmt) f.body()).returnVars()).hasSize(1);
  }

  @Test
  void nothingFollowsTheEndOfABody() {
    refused(
        () ->
            function(
                _ -> {
                  b.ret();
                  b.let("x", e.index(1));
                }),
        "nothing follows a yield, return, break or continue");
  }

  @Test
  void jumpsNeedALoopThatCanBeLeft() {
    refused(() -> function(_ -> b.breakLoop()), "a break outside of any loop");
    refused(() -> function(_ -> b.continueLoop()), "a continue outside of any loop");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.loop("i", e.index(2)).kind(ForKind.PARALLEL)) {
                    b.breakLoop();
                  }
                }),
        "a break in the parallel for loop over 'i'");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.loop("i", e.index(2)).kind(ForKind.UNROLL);
                      var _ = b.when(condition())) {
                    b.continueLoop();
                  }
                }),
        "a continue in the unrolled for loop over 'i'");
  }

  @Test
  void returnMatchesTheFunction() {
    refused(
        () ->
            function(
                f -> {
                  f.returnType(INDEX, INDEX);
                  b.ret(e.index(1));
                }),
        "the return of function 'f': 1 values for 2");
    refused(
        () ->
            function(
                f -> {
                  f.returnType(FP32);
                  b.ret(e.index(1));
                }),
        "value 0 has type pl.Scalar[pl.INDEX] where pl.Scalar[pl.FP32] is declared");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.when(condition())) {
                    b.ret(e.index(1));
                  }
                  b.ret(e.real(1));
                }),
        "value 0 has type pl.Scalar[pl.FP32]");
    refused(
        () -> function(_ -> b.ret(e.call(new GlobalVar("g"), UnknownType.INSTANCE))),
        "returns a value of unknown type");
  }

  @Test
  void assignedValueHasTheTypeOfTheVariable() {
    Type wide = TensorType.of(DataType.FP32, 64, 128);
    Type narrow = TensorType.of(DataType.FP32, 64, 64);

    refused(
        () -> function(f -> b.let("x", wide, f.param("p", narrow))),
        "the value of 'x' has type pl.Tensor[[64, 64], pl.FP32]");
    refused(
        () ->
            function(
                f ->
                    b.let(
                        "x",
                        new TupleType(ImmutableList.of(INDEX, INDEX)),
                        e.tuple(f.param("p", INDEX), e.real(1)))),
        "where pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] is declared");
  }

  @Test
  void boundsAndConditionsAreScalars() {
    Type tensor = TensorType.of(DataType.FP32, 64);

    refused(
        () -> function(f -> b.loop("i", f.param("t", tensor))),
        "the stop of for loop over 'i' must be a scalar, not pl.Tensor[[64], pl.FP32]");
    refused(() -> function(f -> b.when(f.param("t", tensor))), "the condition of an if must be");
    refused(
        () -> function(f -> b.whileLoop(f.param("t", tensor))), "the condition of a while loop");
    refused(
        () -> function(f -> b.scopes().spmd("", f.param("t", tensor), false)),
        "core_num of an SPMD scope must be a scalar");
    refused(
        () ->
            function(
                _ -> {
                  try (var _ = b.whileLoop()) {
                    b.let("x", e.index(1));
                  }
                }),
        "while loop without a condition");
  }

  @Test
  void commentsBelongToAStatement() {
    Function f =
        function(
            _ -> {
              b.comment("taken back");
              assertThat(b.takeComments()).containsExactly("taken back");
              b.let("x", e.index(1));
            });
    assertThat(f.body().leadingComments()).isEmpty();

    refused(() -> function(_ -> b.comment("of nothing")), "the comment 'of nothing' at the end of");
    Stmt sequence = SeqStmts.of(ImmutableList.of(f.body(), f.body()), Span.unknown());
    refused(
        () ->
            function(
                _ -> {
                  b.comment("which");
                  b.emit(sequence);
                }),
        "a sequence carries no comments");
  }

  @Test
  void attributesAreSetOnce() {
    refused(
        () ->
            function(
                f ->
                    f.attr("split", AttrValue.of(1))
                        .attr("auto_scope", AttrValue.of(false))
                        .attr("split", AttrValue.of(2))),
        "function 'f' has the attribute 'split' already");
  }

  @Test
  void programKnowsItsFunctions() {
    refused(
        () -> {
          try (var p = b.program("P")) {
            p.globalVar("g");
          }
        },
        "program 'P' has no function 'g'");
    refused(
        () -> {
          try (var p = b.program("P")) {
            p.declare("g");
          }
        },
        "program 'P' declares but does not build g");
    refused(
        () -> {
          try (var p = b.program("P")) {
            p.add(function(_ -> {}));
          }
        },
        "program 'P' has a function 'f' already");
  }

  @Test
  void callsAreTypedByTheFunctionsThatAreBuilt() {
    ProgramBlock program = b.program("P");
    try (program) {
      GlobalVar later = program.declare("later");
      refused(() -> program.returnTypes(later), "function 'later' of program 'P' is not built yet");
      assertThat(e.call(later).type()).isEqualTo(UnknownType.INSTANCE);
      refused(
          () -> e.submit(later, ImmutableList.of(), ImmutableList.of()),
          "function 'later' is launched before it is built");
      function(
          f -> {
            Var x = f.param("x", INDEX);
            b.ret(x, x);
          });
      GlobalVar built = program.globalVar("f");
      assertThat(program.returnTypes(built)).containsExactly(INDEX, INDEX);
      assertThat(e.call(built, e.index(1)).type())
          .isEqualTo(new TupleType(ImmutableList.of(INDEX, INDEX)));
      refused(() -> e.call(built), "the arguments of 'f': 0 values for 1");
      refused(() -> e.call(built, ConstInt.of(1, DataType.INT32)), "value 0 has type");
      try (FunctionBlock f = b.function("later", FunctionType.OPAQUE)) {
        f.param("x", INDEX);
      }
    }

    assertThat(program.result().functions().keySet()).containsExactly("f", "later");
  }
}
