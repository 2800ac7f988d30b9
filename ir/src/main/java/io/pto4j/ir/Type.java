package io.pto4j.ir;

/** The type of an expression. Source: PyPTO IR types, Type. */
public sealed interface Type
    permits ScalarType,
        ShapedType,
        ArrayType,
        TupleType,
        PipeType,
        RegType,
        BufferType,
        MultiBufferType,
        VoidType,
        UnknownType,
        PtrType,
        MemRefType,
        HandleType {}
