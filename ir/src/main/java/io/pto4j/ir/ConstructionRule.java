package io.pto4j.ir;

import java.util.List;

/**
 * What the constructors of nodes and types check. A violation is an {@link IrException} whose
 * message is the rule, followed by what was given.
 *
 * <p>Source: PyPTO IR hierarchy and PyPTO IR types, constructors.
 */
public enum ConstructionRule {
  VALUE(
      "all nodes", "a call without a result is no value", "put the call in a statement of its own"),
  CONST_TYPE("ConstInt, ConstFloat", "a constant has a scalar type"),
  CONST_BOOL_TYPE("ConstBool", "a truth constant is a BOOL scalar"),
  OPERATOR_TYPE("BinaryExpr, UnaryExpr", "an operator on scalars gives a scalar"),
  MAKE_TUPLE_TYPE("MakeTuple", "the type of a tuple has the type of every element"),
  TUPLE_OPERAND("TupleGetItemExpr", "a tuple element is taken from a tuple"),
  TUPLE_INDEX("TupleGetItemExpr", "the index of a tuple element lies in the tuple"),
  TUPLE_ELEMENT_TYPE("TupleGetItemExpr", "the type of a tuple element is the one in the tuple"),
  ARG_DIRECTIONS(
      "Call, Submit", "arg_directions is a list of directions, empty or one for every argument"),
  SUBMIT_TYPE("Submit", "the type of a submit is a tuple that ends in a TASK_ID"),
  SUBMIT_SYNC_START(
      "Submit",
      "a submit with sync_start needs core_num",
      "give the number of blocks that start together"),
  SUBMIT_CORE_NUM("Submit", "core_num of a submit must be an integer scalar"),
  SUBMIT_DEPS("Submit", "deps of a submit are variables that hold a TASK_ID or an array of them"),
  SPMD_CORE_NUM("SpmdScopeStmt", "core_num of an spmd scope must be an integer scalar"),
  SPLIT_LANES("SplitAivScopeStmt", "a split region has 2 lanes"),
  SPLIT_MODE(
      "SplitAivScopeStmt", "a split region says how it is split", "use UP_DOWN or LEFT_RIGHT"),
  DOMAIN_DEVICES("CommDomainScopeStmt", "the devices of a domain are distinct natural numbers"),
  SEQUENCE_COMMENTS("SeqStmts", "a sequence carries no comments; its statements do"),
  FUNCTION_DIRECTIONS("Function", "a function has a direction for every parameter"),
  FUNCTION_LEVEL("Function", "the level of a function agrees with its type"),
  FUNCTION_ROLE("Function", "the role of a function agrees with its type"),
  PROGRAM_KEY("Program", "a function is filed under its own name, which is not empty"),
  PROGRAM_NAMES("Program", "duplicate function name", "rename one of the two"),
  VAR_TYPE("Var", "a variable holds a value, so its type is not void"),
  TUPLE_TYPE("TupleType", "a tuple holds values, so none of its types is void"),
  TUPLE_SIZE(
      "TupleType", "a tuple has at most 10000 members, those of the tuples within it included"),
  TUPLE_DEPTH("TupleType", "tuples are nested at most 99 deep"),
  PACKED_SHAPE(
      "TensorType, DistributedTensorType, TileType",
      "the last dimension of a packed FP4 type must be positive and even",
      "two elements share a byte; give an even extent"),
  TILE_MEMORY("TileType", "a tile with a memory reference needs a memory space"),
  ARRAY_DTYPE("ArrayType", "an array holds integers, BOOL or TASK_ID"),
  ARRAY_EXTENT("ArrayType", "the extent of an array is a positive constant"),
  REG_LANES("RegType", "a register has a positive number of lanes"),
  VEC_REG_DTYPE("RegType", "a vector register does not hold BOOL", "use a mask register"),
  MASK_REG_DTYPE("RegType", "a mask register holds BOOL"),
  BUFFER_SHAPE("BufferType", "the extents of a buffer are positive constants"),
  BUFFER_SPACE("BufferType", "a buffer lies on chip"),
  BUFFER_VALID_RANK("BufferType", "a buffer has a valid extent for every dimension"),
  BUFFER_VALID_EXTENT("BufferType", "a valid extent lies in its dimension, or is -1 for dynamic"),
  BUFFER_FRACTAL("BufferType", "the size of a fractal is positive"),
  MULTI_BUFFER_SLOTS("MultiBufferType", "a multi-buffer has a positive number of slots"),
  MEMREF_BASE("MemRef", "the base of a memory reference is a pointer"),
  MEMREF_SIZE("MemRef", "the size of a memory reference is not negative"),
  MEMREF_SLOTS("MemRef", "a memory reference has a positive number of slots"),
  MEMREF_SLOT_INDEX("MemRef", "the slot index of a memory reference lies among its slots"),
  WINDOW_BASE("WindowBuffer", "the base of a window buffer is a pointer");

  private final String subject;
  private final String statement;
  private final String hint;

  ConstructionRule(String subject, String statement) {
    this(subject, statement, "");
  }

  ConstructionRule(String subject, String statement, String hint) {
    this.subject = subject;
    this.statement = statement;
    this.hint = hint;
  }

  /** The kinds of nodes or types that the rule is about. */
  public String subject() {
    return subject;
  }

  public String statement() {
    return statement;
  }

  void require(boolean holds, Span span) {
    if (!holds) {
      throw broken("", span);
    }
  }

  /**
   * @param given what was given instead
   */
  void require(boolean holds, Object given) {
    if (!holds) {
      throw broken("not " + given, Span.unknown());
    }
  }

  /** The error for what was given, described by {@code detail}. */
  IrException broken(String detail, Span span) {
    return new IrException(statement + (detail.isEmpty() ? "" : ": " + detail), hint, span);
  }

  /**
   * @param what the part that {@code expr} is of its node
   */
  static void requireValue(Expr expr, String what, Span span) {
    if (expr.type() == VoidType.INSTANCE) {
      throw VALUE.broken(what, expr.span().isKnown() ? expr.span() : span);
    }
  }

  static void requireValues(List<? extends Expr> exprs, String what, Span span) {
    for (int i = 0; i < exprs.size(); i++) {
      requireValue(exprs.get(i), what, span);
    }
  }

  /** Checks the expressions held by attributes or keyword arguments. */
  static void requireValues(Attrs attrs, String what, Span span) {
    if (attrs.isEmpty()) {
      return;
    }
    attrs
        .entries()
        .forEach(
            (key, value) -> {
              if (value instanceof AttrValue.OfExpr(Expr expr)) {
                requireValue(expr, what + " '" + key + "'", span);
              }
            });
  }
}
