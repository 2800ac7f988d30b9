package io.pto4j.ir;

/** An expression: a value of a {@link Type}. Source: PyPTO IR hierarchy, Expr. */
public sealed interface Expr extends IrNode
    permits Var,
        ConstInt,
        ConstFloat,
        ConstBool,
        Call,
        Submit,
        MakeTuple,
        TupleGetItem,
        BinaryExpr,
        UnaryExpr {
  Type type();
}
