package io.pto4j.cli;

import com.google.common.collect.ImmutableList;
import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.dsl.DType;
import io.pto4j.dsl.Pl;
import io.pto4j.interp.Interpreter;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Occurrences;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.runtime.HostTensor;
import io.pto4j.sim.isa.ElementTypes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A function of a program, run by the reference interpreter. */
@Command(
    name = "interpret",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a function with the reference meaning of every statement and operator.",
      "Tensors are read from and written to .npy files; what the function writes goes to the"
          + " directory, named like the parameter.",
      "Element types that NumPy does not have are held as their bits: bfloat16 as uint16; fp8e4m3fn,"
          + " fp8e5m2 and fp8e8m0 as uint8; uint64 and index as int64."
    })
final class InterpretCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A .py or .msgpack file.")
  private Path file;

  @Option(names = "--entry", required = true, paramLabel = "NAME", description = "The function.")
  private String entry;

  @Option(
      names = "--in",
      paramLabel = "PARAM=FILE.npy",
      description = "A tensor; one that is only written may be left out and starts with zeros.")
  private Map<String, Path> tensors = new LinkedHashMap<>();

  @Option(names = "--scalar", paramLabel = "PARAM=NUMBER", description = "A scalar.")
  private Map<String, String> scalars = new LinkedHashMap<>();

  @Option(
      names = "--random-order",
      paramLabel = "SEED",
      description =
          "Run the tasks in a random order that their dependencies allow; a missing dependency"
              + " shows as another result for some seeds.")
  private Long seed;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Where the tensors go that the function writes; made if it is not there.")
  private Path out;

  @Override
  public Integer call() throws ProblemException {
    Program program = ProgramFile.program(file, spec.commandLine().getErr());
    Function function =
        program
            .function(entry)
            .orElseThrow(
                () ->
                    new ProblemException(
                        "%s: no function '%s'; there are %s"
                            .formatted(
                                file, entry, String.join(", ", program.functions().keySet()))));
    checkNames(function);
    Map<String, HostTensor<?>> written = new LinkedHashMap<>();
    ImmutableList.Builder<Value> arguments = ImmutableList.builder();
    for (int i = 0; i < function.params().size(); i++) {
      Var param = function.params().get(i);
      if (param.type() instanceof TensorType type) {
        HostTensor<?> tensor = tensor(param.nameHint(), type, function.direction(i));
        if (function.direction(i) != ParamDirection.IN) {
          written.put(param.nameHint(), tensor);
        }
        arguments.add(value(type.dtype(), tensor));
      } else {
        arguments.add(scalar(param));
      }
    }
    report(run(program, arguments.build()), written);
    return 0;
  }

  private void checkNames(Function function) throws ProblemException {
    ImmutableList<String> known =
        function.params().stream().map(Var::nameHint).collect(ImmutableList.toImmutableList());
    for (Map<String, ?> given : ImmutableList.of(tensors, scalars)) {
      for (String name : given.keySet()) {
        if (!known.contains(name)) {
          throw new ProblemException(
              "'%s' has no parameter '%s'; there are %s"
                  .formatted(entry, name, String.join(", ", known)));
        }
      }
    }
  }

  private ImmutableList<Value> run(Program program, ImmutableList<Value> arguments)
      throws ProblemException {
    try {
      Occurrences.requireBounded(program);
      Interpreter interpreter =
          seed == null ? new Interpreter(program) : Interpreter.inRandomOrder(program, seed);
      return interpreter.call(entry, arguments);
    } catch (IrException e) {
      throw new ProblemException(Main.text(e));
    }
  }

  private HostTensor<?> tensor(String name, TensorType type, ParamDirection direction)
      throws ProblemException {
    DType<?> dtype = held(name, type.dtype());
    Path source = tensors.get(name);
    if (source != null) {
      try {
        return HostTensor.load(dtype, source);
      } catch (IOException e) {
        throw ProgramFile.unreadable(source, e);
      } catch (IllegalArgumentException e) {
        throw new ProblemException(source + ": " + e.getMessage());
      }
    }
    if (direction != ParamDirection.OUT) {
      throw new ProblemException("parameter '" + name + "' is read: give --in " + name + "=FILE");
    }
    long[] shape = new long[type.shape().size()];
    for (int axis = 0; axis < shape.length; axis++) {
      Expr dim = type.shape().get(axis);
      if (!(dim instanceof ConstInt extent)) {
        throw new ProblemException(
            "the shape of '%s' is not constant: give --in %s=FILE".formatted(name, name));
      }
      shape[axis] = extent.value();
    }
    return HostTensor.allocate(dtype, shape);
  }

  /** The type of the elements of an array in memory or a file. */
  private static DType<?> held(String name, DataType dtype) throws ProblemException {
    return switch (dtype) {
      case FP8E4M3FN, FP8E5M2, FP8E8M0 -> Pl.UINT8;
      case UINT64, INDEX -> Pl.INT64;
      case FP32, FP16, BF16, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL ->
          ElementTypes.ofIr(dtype);
      case INT4, UINT4, FP4, HF4, HF8, FP64, TASK_ID ->
          throw new ProblemException(
              "parameter '%s': tensors of type %s cannot be given".formatted(name, dtype.text()));
    };
  }

  private static TensorValue value(DataType dtype, HostTensor<?> tensor) {
    return TensorValue.over(
        dtype, tensor.segment(), tensor.shape().stream().mapToInt(Math::toIntExact).toArray());
  }

  private Value scalar(Var param) throws ProblemException {
    String text = scalars.get(param.nameHint());
    if (text == null) {
      throw new ProblemException(
          "parameter '%s' is missing: give --scalar %s=NUMBER"
              .formatted(param.nameHint(), param.nameHint()));
    }
    boolean real = param.type() instanceof ScalarType s && s.dtype().isFloat();
    try {
      return real ? Value.of(Double.parseDouble(text)) : Value.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      throw new ProblemException(
          "parameter '%s' is %s: '%s' is no such number"
              .formatted(param.nameHint(), real ? "a floating-point number" : "an integer", text));
    }
  }

  private void report(ImmutableList<Value> returned, Map<String, HostTensor<?>> written)
      throws ProblemException {
    PrintWriter console = spec.commandLine().getOut();
    for (Map.Entry<String, HostTensor<?>> tensor : written.entrySet()) {
      Path target = out.resolve(tensor.getKey() + ".npy");
      try {
        Files.createDirectories(out);
        tensor.getValue().save(target);
      } catch (IOException e) {
        throw ProgramFile.unwritable(target, e);
      }
      console.println(target);
    }
    for (Value value : returned) {
      switch (value) {
        case Value.OfInt(long number) -> console.println(number);
        case Value.OfFloat(double number) -> console.println(number);
        case TensorValue _, Value.OfTuple _ -> {}
      }
    }
  }
}
