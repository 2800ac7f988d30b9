package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets kernels work on tiles: tensors are loaded where operators need their elements, tensor
 * operators become tile operators, and what a kernel returns is stored into a tensor that its
 * caller creates. Source: PyPTO passes, ConvertTensorToTileOps.
 */
public final class ConvertTensorToTileOps implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SSA_FORM, Property.SPLIT_INCORE_ORCH, Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.INCORE_TILE_OPS,
        Property.NORMALIZED_STMT_STRUCTURE,
        Property.AIV_SPLIT_VALID);
  }

  @Override
  public ImmutableSet<Property> invalidated() {
    return ImmutableSet.of(Property.AIV_SPLIT_VALID);
  }

  @Override
  public Program run(Program program, PassContext context) {
    ExecutableForms.check(program);
    Map<String, ImmutableList<KernelConverter.Output>> added = new HashMap<>();
    Program converted =
        program.mapFunctions(
            f -> {
              if (!Kernels.isInCore(f)) {
                return f;
              }
              KernelConverter converter = new KernelConverter(f);
              Function kernel = converter.convert();
              WriteChannels.check(kernel);
              if (!converter.outputs().isEmpty()) {
                added.put(f.name(), converter.outputs());
              }
              return KernelDirections.of(f, kernel);
            });
    if (!added.isEmpty()) {
      converted =
          converted.mapFunctions(f -> Kernels.isWrapper(f) ? AddedOutputs.forwarded(f, added) : f);
      converted =
          converted.mapFunctions(
              f ->
                  Kernels.isDevice(f) || Kernels.isWrapper(f)
                      ? f
                      : new AddedOutputs(added).function(f));
    }
    return CallerDirections.raised(converted);
  }
}
