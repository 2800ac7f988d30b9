package io.pto4j.op;

import static io.pto4j.op.Defs.vector;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;

/** Tiles whose elements follow from their place. Source: PyPTO tile operators, generation. */
@AutoService(OpFamily.class)
public final class TileGeneratorOps implements OpFamily {
  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        vector(
                "tile.ci",
                "start, start + 1, ... along the last axis",
                Rule.GENERATOR_TILE_COUNTING,
                Operand.element("start"),
                Operand.indices("shape"))
            .addAttributes(Defs.DTYPE, Defs.DESCENDING)
            .build(),
        vector(
                "tile.tri",
                "1 up to a diagonal, or from it on, and 0 elsewhere",
                Rule.GENERATOR_TRIANGLE,
                Operand.scalar("diagonal")
                    .of(ImmutableSet.of(DataType.INT32))
                    .with(Operand.Literal.INT32),
                Operand.indices("shape"),
                Operand.written("valid_shape").asOptional())
            .addAttributes(
                Defs.DTYPE,
                AttrDef.withDefault(
                    "upper", AttrValue.of(false), "1 from the diagonal on instead of up to it"))
            .rowMajorResult(true)
            .build(),
        vector(
                "tile.random",
                "Random bits of the counter-based generator Philox, from a key and a counter",
                Rule.GENERATOR_TILE_RANDOM,
                Defs.seeds(Operand.indices("shape"), Operand.written("valid_shape").asOptional()))
            .addAttributes(Defs.DTYPE, Defs.ROUNDS)
            .rowMajorResult(true)
            .build());
  }
}
