package io.pto4j.verify;

import static java.util.stream.Collectors.joining;

import io.pto4j.analysis.Analyzer;
import io.pto4j.analysis.Types;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.text.IrPrinter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Values keep their type where they pass from one variable to another, conditions are BOOL, bounds
 * scalars, and valid regions lie in their shapes. Source: PyPTO verifier, TypeCheck.
 */
final class TypeVerifier {
  private static final String RULE = "TypeCheck";
  private static final int TYPE_KIND = 101;
  private static final int DTYPE = 102;
  private static final int DIMENSION_COUNT = 103;
  private static final int DIMENSION_VALUE = 104;
  private static final int SIZE = 105;
  private static final int CONDITION_SCALAR = 106;
  private static final int RANGE_SCALAR = 107;
  private static final int CONDITION_BOOL = 108;
  private static final int PADDING = 109;
  private static final int WINDOW = 110;
  private static final int TILE_VIEW = 111;

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final Analyzer analyzer = new Analyzer();

  private TypeVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
  }

  static void verify(Function function, Consumer<Diagnostic> found) {
    new TypeVerifier(function, found).run();
  }

  private void run() {
    for (int i = 0; i < function.params().size(); i++) {
      Var param = function.params().get(i);
      validShape(
          param.type(),
          "Function '%s' parameter[%d] '%s'".formatted(function.name(), i, param.nameHint()),
          param.span());
    }
    for (int i = 0; i < function.returnTypes().size(); i++) {
      validShape(
          function.returnTypes().get(i),
          "Function '%s' return type[%d]".formatted(function.name(), i),
          function.span());
    }
    Walk.stmts(function.body(), this::stmt);
  }

  private void report(int code, String message, Span span) {
    found.accept(Diagnostic.error(RULE, code, message, Diagnostic.place(span, function)));
  }

  private void stmt(Stmt stmt) {
    Walk.definedBy(stmt)
        .forEach(v -> validShape(v.type(), "Variable '" + v.nameHint() + "'", v.span()));
    switch (stmt) {
      case AssignStmt s -> values(s.value(), s.var().type(), s.span());
      case EvalStmt s -> values(s.expr(), UnknownType.INSTANCE, s.span());
      case ReturnStmt s ->
          s.value().forEach(value -> values(value, UnknownType.INSTANCE, s.span()));
      case YieldStmt s -> s.value().forEach(value -> values(value, UnknownType.INSTANCE, s.span()));
      case ForStmt s -> {
        scalar(s.start(), "ForStmt start", RANGE_SCALAR, s.span());
        scalar(s.stop(), "ForStmt stop", RANGE_SCALAR, s.span());
        scalar(s.step(), "ForStmt step", RANGE_SCALAR, s.span());
        loop("ForStmt", s.iterArgs(), s.body(), s.returnVars(), s.span());
      }
      case WhileStmt s -> {
        condition("WhileStmt", s.condition(), s.span());
        loop("WhileStmt", s.iterArgs(), s.body(), s.returnVars(), s.span());
      }
      case IfStmt s -> {
        condition("IfStmt", s.condition(), s.span());
        branches(s);
      }
      default -> {}
    }
  }

  /**
   * The types of what is computed, but for those of variables, which are looked at where these are
   * defined.
   *
   * @param known a type that has been looked at
   */
  private void values(Expr expr, Type known, Span span) {
    switch (expr) {
      case Call c -> {
        value(c, known, span);
        c.args().forEach(arg -> values(arg, known, span));
      }
      case Submit s -> {
        value(s, known, span);
        s.args().forEach(arg -> values(arg, known, span));
      }
      case MakeTuple t -> t.elements().forEach(element -> values(element, known, span));
      case TupleGetItem t -> value(t, known, span);
      default -> {}
    }
  }

  private void value(Expr value, Type known, Span span) {
    if (value.type() != known) {
      validShape(value.type(), "Value", value.span().isKnown() ? value.span() : span);
    }
  }

  private void scalar(Expr expr, String what, int code, Span span) {
    if (!(expr.type() instanceof ScalarType)) {
      report(code, what + " must be ScalarType, but got " + kind(expr.type()), span);
    }
  }

  private void condition(String kind, Expr condition, Span span) {
    scalar(condition, kind + " condition", CONDITION_SCALAR, span);
    if (condition.type() instanceof ScalarType(DataType dtype) && dtype != DataType.BOOL) {
      report(
          CONDITION_BOOL,
          kind + " condition dtype must be BOOL, but got " + dtype.text(),
          condition.span().isKnown() ? condition.span() : span);
    }
  }

  private void loop(String kind, List<IterArg> args, Stmt body, List<Var> results, Span span) {
    Optional<YieldStmt> yield = YieldStmt.ending(body);
    if (args.isEmpty() || yield.isEmpty()) {
      return;
    }
    List<Expr> values = yield.get().value();
    if (args.size() != values.size() || args.size() != results.size()) {
      report(
          SIZE,
          "%s size mismatch: iter_args=%d, yield values=%d, return_vars=%d"
              .formatted(kind, args.size(), values.size(), results.size()),
          span);
      return;
    }
    for (int i = 0; i < args.size(); i++) {
      IterArg arg = args.get(i);
      String declared = "declared iter_arg[" + i + "]";
      String yielded = "yield value[" + i + "]";
      same(kind, "initial value[" + i + "]", arg.initValue().type(), declared, arg.type(), span);
      same(kind, declared, arg.type(), yielded, values.get(i).type(), span);
      same(
          kind,
          yielded,
          values.get(i).type(),
          "return_var[" + i + "]",
          results.get(i).type(),
          span);
    }
  }

  private void branches(IfStmt s) {
    Optional<YieldStmt> then = YieldStmt.ending(s.thenBody());
    Optional<YieldStmt> other = s.elseBody().flatMap(YieldStmt::ending);
    if (s.returnVars().isEmpty() || then.isEmpty() || other.isEmpty()) {
      return;
    }
    List<Expr> thenValues = then.get().value();
    List<Expr> elseValues = other.get().value();
    if (thenValues.size() != elseValues.size() || thenValues.size() != s.returnVars().size()) {
      report(
          SIZE,
          "IfStmt size mismatch: then yield values=%d, else yield values=%d, return_vars=%d"
              .formatted(thenValues.size(), elseValues.size(), s.returnVars().size()),
          s.span());
      return;
    }
    for (int i = 0; i < thenValues.size(); i++) {
      String first = "then yield value[" + i + "]";
      same(
          "IfStmt",
          first,
          thenValues.get(i).type(),
          "else yield value[" + i + "]",
          elseValues.get(i).type(),
          s.span());
      same(
          "IfStmt",
          first,
          thenValues.get(i).type(),
          "return_var[" + i + "]",
          s.returnVars().get(i).type(),
          s.span());
    }
  }

  private void same(String where, String a, Type left, String b, Type right, Span span) {
    if (left == right) {
      return;
    }
    if (!kind(left).equals(kind(right))) {
      report(
          TYPE_KIND,
          "Type kind mismatch in %s: %s type '%s' != %s type '%s'"
              .formatted(where, a, kind(left), b, kind(right)),
          span);
      return;
    }
    switch (left) {
      case ScalarType l -> dtypes(where, a, l.dtype(), b, ((ScalarType) right).dtype(), span);
      case TupleType l -> tuples(where, a, l, b, (TupleType) right, span);
      case ShapedType l -> shaped(where, a, l, b, (ShapedType) right, span);
      case BufferType _, MultiBufferType _, RegType _, PipeType _, ArrayType _, HandleType _ ->
          descriptors(where, a, left, b, right, span);
      case VoidType _, UnknownType _, PtrType _, MemRefType _ -> {}
    }
  }

  private void descriptors(String where, String a, Type l, String b, Type r, Span span) {
    if (!Types.same(l, r)) {
      report(
          TYPE_KIND,
          "Type mismatch in %s: %s is %s, but %s is %s"
              .formatted(where, a, IrPrinter.print(l), b, IrPrinter.print(r)),
          span);
    }
  }

  private void tuples(String where, String a, TupleType l, String b, TupleType r, Span span) {
    if (l.types().size() != r.types().size()) {
      report(SIZE, "Tuple size mismatch in %s: %s != %s".formatted(where, a, b), span);
      return;
    }
    for (int i = 0; i < l.types().size(); i++) {
      same(where, a + "." + i, l.types().get(i), b + "." + i, r.types().get(i), span);
    }
  }

  private boolean dtypes(String where, String a, DataType l, String b, DataType r, Span span) {
    if (l != r) {
      report(DTYPE, "Dtype mismatch in %s: %s dtype != %s dtype".formatted(where, a, b), span);
    }
    return l == r;
  }

  private void shaped(String where, String a, ShapedType l, String b, ShapedType r, Span span) {
    if (!dtypes(where, a, l.dtype(), b, r.dtype(), span)) {
      return;
    }
    if (l.rank() != r.rank()) {
      report(
          DIMENSION_COUNT,
          "Shape dimension count mismatch in %s: %s has %d dimensions, but %s has %d dimensions"
              .formatted(where, a, l.rank(), b, r.rank()),
          span);
      return;
    }
    dims("Shape", where, a, l.shape(), b, r.shape(), span);
    dims("Valid shape", where, a, validOf(l), b, validOf(r), span);
    if (l instanceof TensorLike x
        && r instanceof TensorLike y
        && x.effectiveView().pad() != y.effectiveView().pad()) {
      report(PADDING, "Tensor padding mismatch in %s: %s != %s".formatted(where, a, b), span);
    }
    if (l instanceof TileType x && r instanceof TileType y && !sameView(x, y)) {
      report(
          TILE_VIEW,
          "Tile view mismatch in %s: %s and %s lie in memory in different ways"
              .formatted(where, a, b),
          span);
    }
    if (l instanceof DistributedTensorType x
        && r instanceof DistributedTensorType y
        && !x.windowBuffer().equals(y.windowBuffer())) {
      report(
          WINDOW,
          "Distributed window identity mismatch in %s: %s and %s are cut from different windows"
              .formatted(where, a, b),
          span);
    }
  }

  /** A view that is not written down takes any other; valid shapes are compared as such. */
  private static boolean sameView(TileType l, TileType r) {
    return l.tileView().isEmpty()
        || r.tileView().isEmpty()
        || IrEquality.equal(plain(l), plain(r), false);
  }

  /** A type with nothing but the view of {@code tile}, and the shape, which it may depend on. */
  private static TileType plain(TileType tile) {
    return tile.withMemref(Optional.empty())
        .withMemorySpace(Optional.empty())
        .withTileView(Optional.of(tile.effectiveView().withValidShape()));
  }

  private void dims(
      String what, String where, String a, List<Expr> l, String b, List<Expr> r, Span span) {
    for (int i = 0; i < Math.min(l.size(), r.size()); i++) {
      Expr x = l.get(i);
      Expr y = r.get(i);
      if (Dims.same(x, y) || provablyEqual(x, y)) {
        continue;
      }
      boolean constants = x instanceof ConstInt && y instanceof ConstInt;
      report(
          DIMENSION_VALUE,
          "%s dimension mismatch in %s: %s dimension[%d] = %s, but %s dimension[%d] = %s%s"
              .formatted(
                  what,
                  where,
                  a,
                  i,
                  dim(x),
                  b,
                  i,
                  dim(y),
                  constants
                      ? ""
                      : "; equality is not provable and this boundary has no runtime guard"),
          span);
    }
  }

  private boolean provablyEqual(Expr x, Expr y) {
    return analyzer.proves(Exprs.binary(BinaryOp.EQ, x, y, x.span()));
  }

  private void validShape(Type type, String owner, Span span) {
    switch (type) {
      case TupleType(List<Type> types) -> types.forEach(t -> validShape(t, owner, span));
      case TensorLike t ->
          t.tensorView().ifPresent(v -> validShape(t, v.validShape(), owner, kind(t), span));
      case TileType t ->
          t.tileView().ifPresent(v -> validShape(t, v.validShape(), owner, "TileType", span));
      default -> {}
    }
  }

  private void validShape(ShapedType type, List<Expr> valid, String owner, String kind, Span span) {
    if (valid.isEmpty()) {
      return;
    }
    if (valid.size() != type.rank()) {
      report(
          DIMENSION_COUNT,
          ("%s has invalid %s valid_shape rank mismatch: got rank %d %s, but physical shape has rank"
                  + " %d %s")
              .formatted(owner, kind, valid.size(), dims(valid), type.rank(), dims(type.shape())),
          span);
      return;
    }
    for (int i = 0; i < valid.size(); i++) {
      Expr v = valid.get(i);
      Expr extent = type.shape().get(i);
      if (v == extent) {
        continue;
      }
      if (analyzer.proves(Exprs.binary(BinaryOp.LT, extent, v, span))) {
        report(
            DIMENSION_VALUE,
            "%s valid_shape dimension %d extent %s provably exceeds physical shape extent %s"
                .formatted(owner, i, dim(v), dim(extent)),
            span);
      } else if (analyzer.bound(v).isNegative()) {
        report(
            DIMENSION_VALUE,
            "%s valid_shape dimension %d extent %s is negative".formatted(owner, i, dim(v)),
            span);
      }
    }
  }

  private static List<Expr> validOf(ShapedType type) {
    return switch (type) {
      case TensorLike t -> t.effectiveView().validShape();
      case TileType t -> t.validShape();
    };
  }

  private static String kind(Type type) {
    return type.getClass().getSimpleName();
  }

  private static String dims(List<Expr> dims) {
    return dims.stream().map(TypeVerifier::dim).collect(joining(", ", "[", "]"));
  }

  private static String dim(Expr dim) {
    return dim instanceof ConstInt c
        ? Long.toString(c.value())
        : dim instanceof Var v ? v.nameHint() : "<expression>";
  }
}
