package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Rebuilds a node from mapped children, in field order but for loops, whose bounds come before the
 * variables they define. A node none of whose children changed is returned as the same object.
 */
public final class Children {
  private Children() {}

  /**
   * Maps the operands and the type of {@code expr}; a variable's children belong to its definition,
   * so it is returned as is.
   */
  public static Expr map(Expr expr, ChildMapper m) {
    return switch (expr) {
      case Var _, ConstInt _, ConstFloat _, ConstBool _ -> expr;
      case Call c -> {
        ImmutableList<Expr> args = exprs(c.args(), m);
        Type type = m.type(c.type());
        Attrs attrs = map(c.attrs(), m);
        yield args == c.args() && type == c.type() && attrs == c.attrs()
            ? c
            : new Call(c.span(), type, c.op(), args, attrs, c.kwargs());
      }
      case Submit s -> mapSubmit(s, m);
      case MakeTuple t -> {
        ImmutableList<Expr> elements = exprs(t.elements(), m);
        yield elements == t.elements() ? t : MakeTuple.of(elements, t.span());
      }
      case TupleGetItem t -> {
        Expr tuple = m.expr(t.tuple());
        yield tuple == t.tuple() ? t : TupleGetItem.of(tuple, t.index(), t.span());
      }
      case BinaryExpr b -> {
        Expr left = m.expr(b.left());
        Expr right = m.expr(b.right());
        yield left == b.left() && right == b.right()
            ? b
            : new BinaryExpr(b.span(), b.type(), b.op(), left, right);
      }
      case UnaryExpr u -> {
        Expr operand = m.expr(u.operand());
        yield operand == u.operand() ? u : new UnaryExpr(u.span(), u.type(), u.op(), operand);
      }
    };
  }

  private static Submit mapSubmit(Submit s, ChildMapper m) {
    ImmutableList<Expr> args = exprs(s.args(), m);
    ImmutableList<Expr> deps = exprs(s.deps(), m);
    Optional<Expr> coreNum = expr(s.coreNum(), m);
    Optional<Expr> predicate = expr(s.predicate(), m);
    Attrs attrs = map(s.attrs(), m);
    Type type = m.type(s.type());
    boolean same =
        args == s.args()
            && deps == s.deps()
            && coreNum == s.coreNum()
            && predicate == s.predicate()
            && attrs == s.attrs()
            && type == s.type();
    return same
        ? s
        : new Submit(
            s.span(),
            type,
            s.op(),
            args,
            deps,
            coreNum,
            s.syncStart(),
            s.allowEarlyResolve(),
            predicate,
            attrs,
            s.kwargs());
  }

  public static Stmt map(Stmt stmt, ChildMapper m) {
    return switch (stmt) {
      case AssignStmt(Span span, var comments, Var var, Expr value) -> {
        Expr newValue = m.expr(value);
        Var newVar = m.def(var);
        yield newVar == var && newValue == value
            ? stmt
            : new AssignStmt(span, comments, newVar, newValue);
      }
      case EvalStmt(Span span, var comments, Expr value) -> {
        Expr newValue = m.expr(value);
        yield newValue == value ? stmt : new EvalStmt(span, comments, newValue);
      }
      case YieldStmt(Span span, var comments, ImmutableList<Expr> values) -> {
        ImmutableList<Expr> newValues = exprs(values, m);
        yield newValues == values ? stmt : new YieldStmt(span, comments, newValues);
      }
      case ReturnStmt(Span span, var comments, ImmutableList<Expr> values) -> {
        ImmutableList<Expr> newValues = exprs(values, m);
        yield newValues == values ? stmt : new ReturnStmt(span, comments, newValues);
      }
      case SeqStmts(Span span, _, ImmutableList<Stmt> stmts) -> {
        ImmutableList<Stmt> newStmts = mapList(stmts, m::stmt);
        yield newStmts == stmts ? stmt : SeqStmts.flatten(newStmts, span);
      }
      case IfStmt s -> mapIf(s, m);
      case ForStmt s -> mapFor(s, m);
      case WhileStmt s -> mapWhile(s, m);
      case ScopeStmt s -> mapScope(s, m);
      case BreakStmt _, ContinueStmt _, InlineStmt _ -> stmt;
    };
  }

  private static Stmt mapIf(IfStmt s, ChildMapper m) {
    Expr condition = m.expr(s.condition());
    Stmt thenBody = m.stmt(s.thenBody());
    Optional<Stmt> elseBody = mapOptional(s.elseBody(), m::stmt);
    ImmutableList<Var> returnVars = defs(s.returnVars(), m);
    boolean same =
        condition == s.condition()
            && thenBody == s.thenBody()
            && elseBody == s.elseBody()
            && returnVars == s.returnVars();
    return same
        ? s
        : new IfStmt(s.span(), s.leadingComments(), condition, thenBody, elseBody, returnVars);
  }

  private static Stmt mapFor(ForStmt s, ChildMapper m) {
    Expr start = m.expr(s.start());
    Expr stop = m.expr(s.stop());
    Expr step = m.expr(s.step());
    Var loopVar = m.def(s.loopVar());
    ImmutableList<IterArg> iterArgs = iterArgs(s.iterArgs(), m);
    Stmt body = m.stmt(s.body());
    ImmutableList<Var> returnVars = defs(s.returnVars(), m);
    Attrs attrs = map(s.attrs(), m);
    boolean same =
        start == s.start()
            && stop == s.stop()
            && step == s.step()
            && loopVar == s.loopVar()
            && iterArgs == s.iterArgs()
            && body == s.body()
            && returnVars == s.returnVars()
            && attrs == s.attrs();
    return same
        ? s
        : new ForStmt(
            s.span(),
            s.leadingComments(),
            loopVar,
            start,
            stop,
            step,
            iterArgs,
            body,
            returnVars,
            s.kind(),
            attrs,
            s.hardwareLoopPolicy());
  }

  private static Stmt mapWhile(WhileStmt s, ChildMapper m) {
    ImmutableList<IterArg> iterArgs = iterArgs(s.iterArgs(), m);
    Expr condition = m.expr(s.condition());
    Stmt body = m.stmt(s.body());
    ImmutableList<Var> returnVars = defs(s.returnVars(), m);
    boolean same =
        iterArgs == s.iterArgs()
            && condition == s.condition()
            && body == s.body()
            && returnVars == s.returnVars();
    return same
        ? s
        : new WhileStmt(s.span(), s.leadingComments(), iterArgs, condition, body, returnVars);
  }

  private static Stmt mapScope(ScopeStmt scope, ChildMapper m) {
    Expr coreNum = scope instanceof SpmdScopeStmt s ? m.expr(s.coreNum()) : null;
    Attrs attrs = map(scope.attrs(), m);
    Stmt body = m.stmt(scope.body());
    boolean same = attrs == scope.attrs() && body == scope.body();
    return switch (scope) {
      case InCoreScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case ClusterScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case HierarchyScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case SpmdScopeStmt s ->
          same && coreNum == s.coreNum()
              ? s
              : s.withAttrs(attrs).withBody(body).withCoreNum(coreNum);
      case SplitAivScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case RuntimeScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case RegScopeStmt s -> same ? s : s.withAttrs(attrs).withBody(body);
      case CommDomainScopeStmt s -> {
        // after the body, which defines their bases
        ImmutableList<WindowBuffer> slots = mapList(s.slots(), m::windowBuffer);
        yield same && slots == s.slots() ? s : s.withAttrs(attrs).withBody(body).withSlots(slots);
      }
    };
  }

  /**
   * Maps the expressions in a type: extents, views, memory references and the members of tuples.
   */
  public static Type map(Type type, ChildMapper m) {
    return switch (type) {
      case TensorType t -> {
        ImmutableList<Expr> shape = exprs(t.shape(), m);
        Optional<MemRef> memref = memref(t.memref(), m);
        Optional<TensorView> view = tensorView(t.tensorView(), m);
        yield shape == t.shape() && memref == t.memref() && view == t.tensorView()
            ? t
            : new TensorType(t.dtype(), shape, memref, view);
      }
      case DistributedTensorType t -> {
        ImmutableList<Expr> shape = exprs(t.shape(), m);
        Optional<MemRef> memref = memref(t.memref(), m);
        Optional<TensorView> view = tensorView(t.tensorView(), m);
        Optional<WindowBuffer> window = mapOptional(t.windowBuffer(), m::windowBuffer);
        boolean same =
            shape == t.shape()
                && memref == t.memref()
                && view == t.tensorView()
                && window == t.windowBuffer();
        yield same ? t : new DistributedTensorType(t.dtype(), shape, memref, view, window);
      }
      case TileType t -> {
        ImmutableList<Expr> shape = exprs(t.shape(), m);
        Optional<MemRef> memref = memref(t.memref(), m);
        Optional<TileView> view = tileView(t.tileView(), m);
        yield shape == t.shape() && memref == t.memref() && view == t.tileView()
            ? t
            : new TileType(t.dtype(), shape, memref, view, t.memorySpace());
      }
      case TupleType(ImmutableList<Type> types) -> {
        ImmutableList<Type> mapped = types(types, m);
        yield mapped == types ? type : new TupleType(mapped);
      }
      case ScalarType _,
          ArrayType _,
          PipeType _,
          RegType _,
          BufferType _,
          MultiBufferType _,
          VoidType _,
          UnknownType _,
          PtrType _,
          MemRefType _,
          HandleType _ ->
          type;
    };
  }

  private static MemRef map(MemRef r, ChildMapper m) {
    Var base = (Var) m.expr(r.base());
    Expr offset = m.expr(r.byteOffset());
    Optional<Expr> slot = expr(r.slotIndex(), m);
    return base == r.base() && offset == r.byteOffset() && slot == r.slotIndex()
        ? r
        : new MemRef(base, offset, r.size(), r.isPinned(), r.slotCount(), slot, r.span());
  }

  /** Maps the base and the size of a window. */
  public static WindowBuffer map(WindowBuffer w, ChildMapper m) {
    Var base = (Var) m.expr(w.base());
    Expr size = m.expr(w.size());
    return base == w.base() && size == w.size()
        ? w
        : new WindowBuffer(base, size, w.loadFromHost(), w.storeToHost(), w.span());
  }

  private static TensorView map(TensorView v, ChildMapper m) {
    ImmutableList<Expr> stride = exprs(v.stride(), m);
    ImmutableList<Expr> valid = exprs(v.validShape(), m);
    return stride == v.stride() && valid == v.validShape()
        ? v
        : new TensorView(stride, v.layout(), valid, v.pad());
  }

  private static TileView map(TileView v, ChildMapper m) {
    ImmutableList<Expr> valid = exprs(v.validShape(), m);
    ImmutableList<Expr> stride = exprs(v.stride(), m);
    Optional<Expr> offset = expr(v.startOffset(), m);
    return valid == v.validShape() && stride == v.stride() && offset == v.startOffset()
        ? v
        : v.withValidShape(valid).withStride(stride).withStartOffset(offset);
  }

  /** Maps the variables and expressions held by attributes. */
  public static Attrs map(Attrs attrs, ChildMapper m) {
    if (attrs.isEmpty()) {
      return attrs;
    }
    boolean changed = false;
    ImmutableMap.Builder<String, AttrValue> mapped = ImmutableMap.builder();
    for (Map.Entry<String, AttrValue> entry : attrs.entries().entrySet()) {
      AttrValue value = map(entry.getValue(), m);
      changed |= value != entry.getValue();
      mapped.put(entry.getKey(), value);
    }
    return changed ? new Attrs(mapped.buildOrThrow()) : attrs;
  }

  private static AttrValue map(AttrValue value, ChildMapper m) {
    return switch (value) {
      case AttrValue.OfVar(Var var) -> {
        Expr mapped = m.expr(var);
        yield mapped == var
            ? value
            : mapped instanceof Var v ? new AttrValue.OfVar(v) : new AttrValue.OfExpr(mapped);
      }
      case AttrValue.OfVars(ImmutableList<Var> vars) -> {
        ImmutableList<Var> mapped = mapList(vars, v -> (Var) m.expr(v));
        yield mapped == vars ? value : new AttrValue.OfVars(mapped);
      }
      case AttrValue.OfExpr(Expr expr) -> {
        Expr mapped = m.expr(expr);
        yield mapped == expr ? value : new AttrValue.OfExpr(mapped);
      }
      default -> value;
    };
  }

  /** Maps the parameters, result types, attributes and body of a function. */
  public static Function map(Function f, ChildMapper m) {
    ImmutableList<Var> params = defs(f.params(), m);
    ImmutableList<Type> returnTypes = types(f.returnTypes(), m);
    Stmt body = m.stmt(f.body());
    Attrs attrs = map(f.attrs(), m);
    boolean same =
        params == f.params()
            && returnTypes == f.returnTypes()
            && body == f.body()
            && attrs == f.attrs();
    return same
        ? f
        : new Function(
            f.span(),
            params,
            f.paramDirections(),
            f.funcType(),
            f.level(),
            f.role(),
            attrs,
            f.requiresRuntimeBinding(),
            returnTypes,
            body,
            f.name());
  }

  // One place for each kind of part: every method reference is a class that the JVM makes at the
  // start of each compilation.

  private static ImmutableList<Expr> exprs(ImmutableList<Expr> list, ChildMapper m) {
    return mapList(list, m::expr);
  }

  private static ImmutableList<Var> defs(ImmutableList<Var> list, ChildMapper m) {
    return mapList(list, m::def);
  }

  private static ImmutableList<IterArg> iterArgs(ImmutableList<IterArg> list, ChildMapper m) {
    return mapList(list, a -> (IterArg) m.def(a));
  }

  private static ImmutableList<Type> types(ImmutableList<Type> list, ChildMapper m) {
    return mapList(list, m::type);
  }

  private static Optional<Expr> expr(Optional<Expr> value, ChildMapper m) {
    return mapOptional(value, m::expr);
  }

  private static Optional<MemRef> memref(Optional<MemRef> value, ChildMapper m) {
    return mapOptional(value, r -> map(r, m));
  }

  private static Optional<TensorView> tensorView(Optional<TensorView> value, ChildMapper m) {
    return mapOptional(value, v -> map(v, m));
  }

  private static Optional<TileView> tileView(Optional<TileView> value, ChildMapper m) {
    return mapOptional(value, v -> map(v, m));
  }

  /** The list of mapped elements; {@code list} itself when every element is the same object. */
  public static <E> ImmutableList<E> mapList(ImmutableList<E> list, UnaryOperator<E> mapper) {
    for (int i = 0; i < list.size(); i++) {
      E mapped = mapper.apply(list.get(i));
      if (mapped != list.get(i)) {
        ImmutableList.Builder<E> changed = ImmutableList.builderWithExpectedSize(list.size());
        changed.addAll(list.subList(0, i)).add(mapped);
        for (int j = i + 1; j < list.size(); j++) {
          changed.add(mapper.apply(list.get(j)));
        }
        return changed.build();
      }
    }
    return list;
  }

  private static <E> Optional<E> mapOptional(Optional<E> value, UnaryOperator<E> mapper) {
    if (value.isEmpty()) {
      return value;
    }
    E mapped = mapper.apply(value.get());
    return mapped == value.get() ? value : Optional.of(mapped);
  }
}
