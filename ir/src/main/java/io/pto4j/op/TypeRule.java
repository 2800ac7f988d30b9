package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import java.util.Optional;

/** Deduces the result type of a call and checks its operands. */
@FunctionalInterface
public interface TypeRule {
  /**
   * Deduces the type of the call.
   *
   * @throws io.pto4j.ir.IrException when the operands or keyword arguments break a rule of the
   *     operator
   */
  Type deduce(Request request);

  /**
   * A call whose type is wanted; arity, operand kinds and keyword arguments are already checked
   * against the definition, so the typed accessors of an operand of that kind do not fail.
   *
   * @param given the type that the caller wants, for operators that cannot deduce it
   */
  record Request(
      OpDef op, ImmutableList<Expr> args, Attrs kwargs, Optional<Type> given, Span span) {
    public Type type(int i) {
      return args.get(i).type();
    }

    /** Whether optional operand {@code i} is given. */
    public boolean has(int i) {
      return i < args.size();
    }

    public TileType tile(int i) {
      return (TileType) type(i);
    }

    public TensorLike tensor(int i) {
      return (TensorLike) type(i);
    }

    public BufferType buffer(int i) {
      return (BufferType) type(i);
    }

    public ShapedType shaped(int i) {
      return (ShapedType) type(i);
    }

    public DataType scalar(int i) {
      return ((ScalarType) type(i)).dtype();
    }

    /** The elements of tuple operand {@code i}: as they are written, or read from a variable. */
    public ImmutableList<Expr> indices(int i) {
      return Exprs.elements(args.get(i));
    }

    /** The name of operand {@code i}, quoted for a message. */
    public String name(int i) {
      return "'" + op.operand(i).name() + "'";
    }

    /** Where the result tile lives; empty when nothing decides it yet. */
    public Optional<MemorySpace> space() {
      return op.outputSpace().of(args, kwargs);
    }

    /** A mistake in this call; {@code what} follows the operator's name. */
    public IrException error(String what, String hint) {
      return new IrException(op.name() + ": " + what, hint);
    }
  }
}
