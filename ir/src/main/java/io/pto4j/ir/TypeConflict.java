package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Whether two types cannot be those of one value: they differ in kind, element type, rank, a
 * constant extent or a descriptor. Extents that are not constants, views and memory are left to the
 * verifiers, and a type that is not known yet conflicts with none.
 */
public final class TypeConflict {
  private TypeConflict() {}

  /** Whether no value can have both types. */
  public static boolean between(Type a, Type b) {
    if (a == b || a instanceof UnknownType || b instanceof UnknownType) {
      return false;
    }
    if (a.getClass() != b.getClass()) {
      return true;
    }
    return switch (a) {
      case ShapedType x -> shaped(x, (ShapedType) b);
      case TupleType(ImmutableList<Type> types) -> between(types, ((TupleType) b).types());
      case ArrayType(DataType dtype, Expr extent) ->
          dtype != ((ArrayType) b).dtype() || between(extent, ((ArrayType) b).extent());
      case ScalarType(DataType dtype) -> dtype != ((ScalarType) b).dtype();
      case PipeType(Pipe pipe) -> pipe != ((PipeType) b).pipeKind();
      case RegType x -> registers(x, (RegType) b);
      case BufferType x -> buffers(x, (BufferType) b);
      case MultiBufferType(BufferType buffer, int slots) ->
          slots != ((MultiBufferType) b).slotCount()
              || buffers(buffer, ((MultiBufferType) b).buffer());
      case VoidType _, UnknownType _, PtrType _, MemRefType _, HandleType _ -> true;
    };
  }

  /** Whether no values, one for each, can have the types of both lists. */
  static boolean between(List<Type> a, List<Type> b) {
    boolean conflict = a.size() != b.size();
    for (int i = 0; !conflict && i < a.size(); i++) {
      conflict = between(a.get(i), b.get(i));
    }
    return conflict;
  }

  private static boolean registers(RegType a, RegType b) {
    return a.lanes() != b.lanes() || a.dtype() != b.dtype() || a.kind() != b.kind();
  }

  private static boolean buffers(BufferType a, BufferType b) {
    return a.dtype() != b.dtype()
        || a.memorySpace() != b.memorySpace()
        || !a.shape().equals(b.shape())
        || !a.validShape().equals(b.validShape())
        || a.blayout() != b.blayout()
        || a.slayout() != b.slayout()
        || a.fractal() != b.fractal()
        || a.pad() != b.pad()
        || a.compact() != b.compact();
  }

  private static boolean shaped(ShapedType a, ShapedType b) {
    boolean conflict = a.dtype() != b.dtype() || a.rank() != b.rank();
    for (int i = 0; !conflict && i < a.rank(); i++) {
      conflict = between(a.shape().get(i), b.shape().get(i));
    }
    return conflict;
  }

  private static boolean between(Expr a, Expr b) {
    return a instanceof ConstInt x && b instanceof ConstInt y && x.value() != y.value();
  }
}
