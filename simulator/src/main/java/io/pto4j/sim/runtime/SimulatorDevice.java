package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.LoadedProgram;
import io.pto4j.runtime.ProgramLoadException;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.serial.IrReader;
import io.pto4j.sim.exec.KernelProgram;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.PtoFunction;
import io.pto4j.sim.pto.PtoModule;
import io.pto4j.sim.pto.PtoParser;
import io.pto4j.sim.pto.PtoSyntaxException;

/** The simulator as a device: runs the emitted device code of a compiled program. */
public final class SimulatorDevice implements Device {
  static final String NAME = "simulator";

  private final MachineModel model;

  /** A simulator of this machine. */
  public SimulatorDevice(MachineModel model) {
    this.model = model;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LoadedProgram load(ProgramPackage program) {
    Program ir;
    try {
      ir = IrReader.read(program.bytes("final.msgpack"));
    } catch (io.pto4j.ir.IrException e) {
      throw new ProgramLoadException(
          "final.msgpack of " + program + " cannot be read: " + e.getMessage(), e);
    }
    ImmutableMap.Builder<String, KernelProgram> kernels = ImmutableMap.builder();
    for (Function function : ir.functions().values()) {
      if (function.funcType() == FunctionType.AIC || function.funcType() == FunctionType.AIV) {
        program
            .find("ptoas/" + function.name() + ".pto")
            .ifPresent(_ -> kernels.put(function.name(), kernel(program, function)));
      }
    }
    return new SimulatedProgram(ir, kernels.buildOrThrow(), model);
  }

  private KernelProgram kernel(ProgramPackage program, Function function) {
    String path = "ptoas/" + function.name() + ".pto";
    try {
      PtoModule module = PtoParser.parse(path, program.text(path));
      if (!module.targetArch().equals(model.arch())) {
        throw new ProgramLoadException(
            path
                + " of "
                + program
                + " is made for "
                + module.targetArch()
                + ", the simulated machine is "
                + model.name()
                + " ("
                + model.arch()
                + ")");
      }
      PtoFunction code =
          module
              .function(function.name())
              .orElseThrow(
                  () ->
                      new ProgramLoadException(
                          path + " of " + program + " has no function @" + function.name()));
      return KernelProgram.decode(module, code, model);
    } catch (PtoSyntaxException | SimulationException e) {
      throw new ProgramLoadException(
          "device code of " + program + " cannot run: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    // holds nothing beyond memory
  }
}
