package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.Position;
import io.pto4j.sim.pto.PtoOp;
import io.pto4j.sim.pto.PtoOp.Block;
import io.pto4j.sim.pto.PtoOp.Definition;
import io.pto4j.sim.pto.PtoOp.Generic;
import io.pto4j.sim.pto.PtoOp.Use;
import io.pto4j.sim.pto.PtoType;
import java.util.ArrayList;
import java.util.List;

/** Structured control flow. Source: PTO dialect, control flow. */
final class ControlFlow {
  private final Decoder decoder;

  ControlFlow(Decoder decoder) {
    this.decoder = decoder;
  }

  private record Region(Steps steps, Copies yield) {}

  Body forLoop(PtoOp.For op) {
    int lower = Operands.integer(decoder.use(op.lower())).slot();
    int upper = Operands.integer(decoder.use(op.upper())).slot();
    int step = Operands.integer(decoder.use(op.step())).slot();
    List<Value> inits = uses(op.inits());
    record Loop(int variable, List<Value> carried, Copies enter, Region body) {}
    Loop loop =
        decoder.scoped(
            () -> {
              List<Value> arguments = define(op.body().arguments());
              List<Value> carried = arguments.subList(1, arguments.size());
              Copies enter = new Copies(inits, carried, "iter_args");
              return new Loop(
                  arguments.get(0).slot(), carried, enter, body(op.body(), carried, op.position()));
            });
    Copies leave =
        new Copies(loop.carried, results(op.results(), op.resultTypes(), op.position()), "results");
    return f -> {
      long increment = f.ints[step];
      if (increment <= 0) {
        throw new SimulationException(
            "the step of a loop is " + increment + "; it must be positive");
      }
      long end = f.ints[upper];
      loop.enter.run(f);
      for (long i = f.ints[lower]; i < end; i += increment) {
        f.iterate();
        f.ints[loop.variable] = i;
        f.run(loop.body.steps);
        loop.body.yield.run(f);
      }
      leave.run(f);
    };
  }

  Body branch(PtoOp.If op) {
    int condition = Operands.integer(decoder.use(op.condition())).slot();
    List<Value> results = new ArrayList<>();
    for (PtoType type : op.resultTypes()) {
      results.add(scalar(type));
    }
    Region yes = decoder.scoped(() -> body(op.thenBlock(), results, op.position()));
    Region no =
        op.elseBlock()
            .map(block -> decoder.scoped(() -> body(block, results, op.position())))
            .orElseGet(
                () -> new Region(new Steps(List.of()), new Copies(List.of(), List.of(), "yield")));
    name(op.results(), results, op.position());
    return f -> {
      Region taken = f.ints[condition] != 0 ? yes : no;
      f.run(taken.steps);
      taken.yield.run(f);
    };
  }

  Body whileLoop(PtoOp.While op) {
    List<Value> inits = uses(op.inits());
    List<Value> passed = new ArrayList<>();
    for (PtoType type : op.resultTypes()) {
      passed.add(scalar(type));
    }
    record Before(List<Value> arguments, Steps steps, int condition, Copies pass) {}
    Before before =
        decoder.scoped(
            () -> {
              List<Value> arguments = define(op.before().arguments());
              Steps steps = decoder.block(op.before());
              Generic terminator = terminator(op.before(), "scf.condition", op.position());
              Use condition = terminator.group("condition").orElseThrow().uses().get(0);
              Copies pass = new Copies(uses(terminator.operands()), passed, "scf.condition");
              return new Before(
                  arguments, steps, Operands.integer(decoder.use(condition)).slot(), pass);
            });
    Copies enter = new Copies(inits, before.arguments, "scf.while");
    record After(Copies enter, Region body) {}
    After after =
        decoder.scoped(
            () -> {
              List<Value> arguments = define(op.after().arguments());
              return new After(
                  new Copies(passed, arguments, "do"),
                  body(op.after(), before.arguments, op.position()));
            });
    name(op.results(), passed, op.position());
    return f -> {
      enter.run(f);
      while (true) {
        f.run(before.steps);
        before.pass.run(f);
        if (f.ints[before.condition] == 0) {
          return;
        }
        f.iterate();
        after.enter.run(f);
        f.run(after.body.steps);
        after.body.yield.run(f);
      }
    };
  }

  private Region body(Block block, List<Value> targets, Position position) {
    Steps steps = decoder.block(block);
    boolean mayOmitYield = targets.isEmpty() && !endsWith(block, "scf.yield");
    List<Value> yielded =
        mayOmitYield ? List.of() : uses(terminator(block, "scf.yield", position).operands());
    return new Region(steps, new Copies(yielded, targets, "scf.yield"));
  }

  private static boolean endsWith(Block block, String name) {
    return !block.operations().isEmpty()
        && block.operations().getLast() instanceof Generic g
        && g.name().equals(name);
  }

  private Generic terminator(Block block, String name, Position position) {
    if (!endsWith(block, name)) {
      throw decoder.error(position, name, "the region must end in " + name);
    }
    return (Generic) block.operations().getLast();
  }

  private List<Value> uses(List<Use> uses) {
    return uses.stream().map(decoder::use).toList();
  }

  private List<Value> define(ImmutableList<Definition> arguments) {
    List<Value> out = new ArrayList<>();
    for (Definition d : arguments) {
      out.add(decoder.define(d.name(), d.type(), d.position()));
    }
    return out;
  }

  private List<Value> results(List<String> names, List<PtoType> types, Position position) {
    List<Value> out = new ArrayList<>();
    for (PtoType type : types) {
      out.add(scalar(type));
    }
    name(names, out, position);
    return out;
  }

  private Value scalar(PtoType type) {
    var element = Operands.element(type);
    return element.isFloat()
        ? new Value.Real(type, decoder.newFloat(0), element)
        : new Value.Int(type, decoder.newInt(0), element);
  }

  private void name(List<String> names, List<Value> values, Position position) {
    if (names.isEmpty()) {
      return;
    }
    if (names.size() != values.size()) {
      throw decoder.error(
          position, "%" + names.get(0), names.size() + " names for " + values.size() + " results");
    }
    for (int i = 0; i < names.size(); i++) {
      decoder.bind(names.get(i), position, values.get(i));
    }
  }
}
