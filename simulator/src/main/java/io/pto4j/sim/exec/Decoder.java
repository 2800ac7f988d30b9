package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import io.pto4j.op.NativeCasts;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.Position;
import io.pto4j.sim.pto.PtoFunction;
import io.pto4j.sim.pto.PtoModule;
import io.pto4j.sim.pto.PtoOp;
import io.pto4j.sim.pto.PtoOp.Block;
import io.pto4j.sim.pto.PtoOp.Definition;
import io.pto4j.sim.pto.PtoOp.Generic;
import io.pto4j.sim.pto.PtoOp.Use;
import io.pto4j.sim.pto.PtoType;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.pto.PtoType.TileBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns a parsed function into steps over slots. */
final class Decoder {
  private final PtoModule module;
  private final MachineModel model;
  private final ControlFlow controlFlow = new ControlFlow(this);
  private final Deque<Map<String, Value>> scopes = new ArrayDeque<>();
  private final List<GmView> views = new ArrayList<>();
  private final List<Tile> tiles = new ArrayList<>();
  private long[] ints = new long[32];
  private double[] floats = new double[8];
  private int intCount;
  private int floatCount;
  private int pointerCount;
  private String kernel = "";

  Decoder(PtoModule module, MachineModel model) {
    this.module = module;
    this.model = model;
  }

  KernelProgram decode(PtoFunction function) {
    kernel = function.name();
    Block body =
        function
            .body()
            .orElseThrow(() -> error(function.position(), "func.func", "a declaration cannot run"));
    scopes.push(new HashMap<>());
    List<Value> parameters = new ArrayList<>();
    for (Definition argument : function.arguments()) {
      parameters.add(define(argument.name(), argument.type(), argument.position()));
    }
    return new KernelProgram(this, function, parameters, block(body));
  }

  /** The steps of a block in a scope of its own; its terminator is left to the caller. */
  Steps block(Block block) {
    List<Step> steps = new ArrayList<>();
    for (PtoOp op : block.operations()) {
      switch (op) {
        case Generic g ->
            generic(g)
                .ifPresent(body -> steps.add(new Step(body, place(g.position(), g.toString()))));
        case PtoOp.For f ->
            steps.add(new Step(controlFlow.forLoop(f), place(f.position(), "scf.for")));
        case PtoOp.If i ->
            steps.add(new Step(controlFlow.branch(i), place(i.position(), "scf.if")));
        case PtoOp.While w ->
            steps.add(new Step(controlFlow.whileLoop(w), place(w.position(), "scf.while")));
      }
    }
    return new Steps(steps);
  }

  private Optional<Body> generic(Generic op) {
    OpDecoder decoder = OpTable.find(op.name());
    if (decoder == null) {
      throw error(
          op.position(),
          op.toString(),
          "the simulator does not know the operation '" + op.name() + "'");
    }
    try {
      return decoder.decode(new Operands(this, op));
    } catch (SimulationException e) {
      throw e.at(place(op.position(), op.toString()));
    }
  }

  <T> T scoped(java.util.function.Supplier<T> action) {
    scopes.push(new HashMap<>());
    try {
      return action.get();
    } finally {
      scopes.pop();
    }
  }

  Value use(Use use) {
    for (Map<String, Value> scope : scopes) {
      Value value = scope.get(use.name());
      if (value != null) {
        return value;
      }
    }
    throw error(use.position(), use.toString(), "the value is not defined here");
  }

  Value define(String name, PtoType type, Position position) {
    return bind(name, position, allocate(type, position));
  }

  Value bind(String name, Position position, Value value) {
    for (Map<String, Value> scope : scopes) {
      if (scope.containsKey(name)) {
        throw error(position, "%" + name, "the value is defined already");
      }
    }
    scopes.getFirst().put(name, value);
    return value;
  }

  private Value allocate(PtoType type, Position position) {
    return switch (type) {
      case PtoType.Scalar(ElementType e) when e.isFloat() -> new Value.Real(type, newFloat(0), e);
      case PtoType.Scalar(ElementType e) -> new Value.Int(type, newInt(0), e);
      case PtoType.Pointer p -> new Value.Pointer(p, pointerCount++);
      default -> throw error(position, type.toString(), "the simulator has no values of this type");
    };
  }

  int newInt(long initial) {
    if (intCount == ints.length) {
      ints = Arrays.copyOf(ints, intCount * 2);
    }
    ints[intCount] = initial;
    return intCount++;
  }

  int newFloat(double initial) {
    if (floatCount == floats.length) {
      floats = Arrays.copyOf(floats, floatCount * 2);
    }
    floats[floatCount] = initial;
    return floatCount++;
  }

  Value.View newView(PtoType type, GmView prototype) {
    views.add(prototype);
    return new Value.View(type, views.size() - 1, prototype);
  }

  Value.TileHandle newTile(TileBuf type, Tile prototype) {
    tiles.add(prototype);
    return new Value.TileHandle(type, tiles.size() - 1, prototype);
  }

  /** The conversions between element types that the machine does at once. */
  NativeCasts casts() {
    return model.isa().casts();
  }

  /**
   * A tile type as the machine lays it out: the text of a {@code left} tile names one of two box
   * orders, the machine has one.
   */
  TileBuf normal(TileBuf t) {
    if (t.location() != Location.LEFT || t.boxRowMajor() == model.leftBoxesRowMajor()) {
      return t;
    }
    return new TileBuf(
        t.location(),
        t.element(),
        t.rows(),
        t.cols(),
        t.validRows(),
        t.validCols(),
        model.leftBoxesRowMajor(),
        t.inner(),
        t.fractal(),
        t.pad(),
        t.compact());
  }

  SimulationException error(Position position, String text, String message) {
    return new SimulationException(message).at(place(position, text));
  }

  private String place(Position position, String text) {
    return "kernel " + kernel + ", " + module.source() + ":" + position + ": " + text;
  }

  long[] ints() {
    return Arrays.copyOf(ints, intCount);
  }

  double[] floats() {
    return Arrays.copyOf(floats, floatCount);
  }

  int pointers() {
    return pointerCount;
  }

  ImmutableList<GmView> views() {
    return ImmutableList.copyOf(views);
  }

  ImmutableList<Tile> tiles() {
    return ImmutableList.copyOf(tiles);
  }
}
