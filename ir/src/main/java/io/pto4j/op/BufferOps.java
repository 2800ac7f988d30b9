package io.pto4j.op;

import static io.pto4j.op.Operand.Effect.NONE;
import static io.pto4j.op.Operand.Effect.READ;
import static io.pto4j.op.Operand.Effect.READ_WRITE;
import static io.pto4j.op.Operand.Effect.WRITE;
import static io.pto4j.op.Operand.buffer;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Pipe;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.OpDef.Result;

/** Operators on explicit buffers. Source: PyPTO IR types, buffer operator contracts. */
@AutoService(OpFamily.class)
public final class BufferOps implements OpFamily {
  private static final PipeUse MOVES = new PipeUse.BySpaces("MTE1 out of Mat, else V");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("buffer");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        buffered(
                "buffer.alloc",
                "A buffer of the type that the call is given",
                Rule.BUFFER_ALLOCATE,
                Operand.written("valids"),
                Operand.scalar("address").asOptional())
            .result(Result.ALLOCATION)
            .build(),
        buffered(
                "buffer.set_validshape",
                "Other valid extents for a buffer whose type leaves them open",
                Rule.BUFFER_SET_VALID,
                buffer("buf", NONE, WRITE),
                Operand.written("extents"))
            .pipe(PipeUse.of(Pipe.S))
            .build(),
        buffered(
                "buffer.copy",
                "dst becomes src",
                Rule.BUFFER_COPY,
                buffer("src", READ, READ),
                buffer("dst", WRITE, READ))
            .pipe(MOVES)
            .build(),
        elementwise("buffer.add", "dst becomes lhs + rhs, element by element"),
        elementwise("buffer.mul", "dst becomes lhs * rhs, element by element"),
        buffered(
                "buffer.load",
                "dst becomes a window of the tensor",
                Rule.BUFFER_LOAD,
                Operand.tensor("tensor"),
                Operand.written("offsets"),
                Operand.written("extents"),
                buffer("dst", WRITE, READ))
            .pipe(PipeUse.of(Pipe.MTE2))
            .build(),
        buffered(
                "buffer.store",
                "A window of the tensor becomes src",
                Rule.BUFFER_STORE,
                buffer("src", READ, READ),
                Operand.written("offsets"),
                Operand.written("extents"),
                Operand.tensor("tensor").with(WRITE))
            .writeChannel(OpDef.WriteChannel.DMA)
            .pipe(new PipeUse.BySpaces("FIX from Acc, else MTE3"))
            .build(),
        view(
            "buffer.subview",
            "A window of the buffer, of the type that the call is given",
            Rule.BUFFER_SUBVIEW,
            buffer("src", NONE, READ),
            Operand.written("offset"),
            Operand.written("valid").asOptional()),
        view(
            "buffer.reshape",
            "The same bytes as another buffer, of the type that the call is given",
            Rule.BUFFER_RESHAPE,
            buffer("src", NONE, READ)),
        product("buffer.matmul", "acc becomes lhs x rhs", WRITE),
        product("buffer.matmul_acc", "lhs x rhs is added to acc", READ_WRITE),
        buffered(
                "buffer.extract",
                "dst becomes the window of src at a row and column",
                Rule.BUFFER_EXTRACT,
                buffer("src", READ, READ),
                Operand.scalar("row"),
                Operand.scalar("col"),
                buffer("dst", WRITE, READ))
            .pipe(MOVES)
            .build());
  }

  private static OpDefBuilder buffered(String name, String doc, Rule rule, Operand... operands) {
    return Defs.effect(Category.BUFFER, name, doc, rule, operands).internal(true);
  }

  private static OpDef elementwise(String name, String doc) {
    return buffered(
            name,
            doc,
            Rule.BUFFER_ELEMENTWISE,
            buffer("lhs", READ, READ),
            buffer("rhs", READ, READ),
            buffer("dst", WRITE, READ))
        .affinity(Affinity.VECTOR)
        .pipe(PipeUse.of(Pipe.V))
        .build();
  }

  private static OpDef view(String name, String doc, Rule rule, Operand... operands) {
    return buffered(name, doc, rule, operands).result(Result.ALIAS).viewOf(0).build();
  }

  private static OpDef product(String name, String doc, Operand.Effect written) {
    return buffered(
            name,
            doc,
            Rule.BUFFER_PRODUCT,
            buffer("lhs", READ, READ),
            buffer("rhs", READ, READ),
            buffer("acc", written, READ))
        .affinity(Affinity.CUBE)
        .pipe(PipeUse.of(Pipe.M))
        .build();
  }
}
