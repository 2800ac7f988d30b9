package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoFunction;
import io.pto4j.sim.pto.PtoModule;
import io.pto4j.sim.pto.PtoType;
import java.util.List;

/**
 * A kernel decoded for a machine, once; it runs many times. Names are slots, constants are in their
 * slots, types and layouts are settled.
 */
public final class KernelProgram {
  private final String name;
  private final String kind;
  private final ImmutableList<Value> parameters;
  private final long[] ints;
  private final double[] floats;
  private final int pointers;
  private final ImmutableList<GmView> views;
  private final ImmutableList<Tile> tiles;
  private final Steps steps;

  KernelProgram(Decoder decoder, PtoFunction function, List<Value> parameters, Steps steps) {
    this.name = function.name();
    this.kind = function.kernelKind().orElse("");
    this.parameters = ImmutableList.copyOf(parameters);
    this.ints = decoder.ints();
    this.floats = decoder.floats();
    this.pointers = decoder.pointers();
    this.views = decoder.views();
    this.tiles = decoder.tiles();
    this.steps = steps;
  }

  /**
   * Decodes a function.
   *
   * @throws io.pto4j.sim.machine.SimulationException when it uses an operation the simulator does
   *     not know, or uses one wrongly; the message names the place
   */
  public static KernelProgram decode(PtoModule module, PtoFunction function, MachineModel model) {
    return new Decoder(module, model).decode(function);
  }

  /** The symbol of the kernel. */
  public String name() {
    return name;
  }

  /** The core it runs on: {@code cube}, {@code vector}, or empty when the text does not say. */
  public String kind() {
    return kind;
  }

  /** Number of parameters. */
  public int parameterCount() {
    return parameters.size();
  }

  /** Whether a parameter is a pointer. */
  public boolean isPointer(int index) {
    return parameters.get(index) instanceof Value.Pointer;
  }

  /** The element type of a parameter: of the pointed-to tensor, or of the scalar itself. */
  public ElementType element(int index) {
    return switch (parameters.get(index).type()) {
      case PtoType.Pointer(ElementType e) -> e;
      case PtoType.Scalar(ElementType e) -> e;
      case PtoType other -> throw new IllegalStateException("parameter of type " + other);
    };
  }

  ImmutableList<Value> parameters() {
    return parameters;
  }

  long[] intTemplate() {
    return ints.clone();
  }

  double[] floatTemplate() {
    return floats.clone();
  }

  int pointers() {
    return pointers;
  }

  ImmutableList<GmView> views() {
    return views;
  }

  ImmutableList<Tile> tiles() {
    return tiles;
  }

  Steps steps() {
    return steps;
  }
}
