package io.pto4j.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.backend.orch.OrchestrationEmitter;
import io.pto4j.backend.pto.PtoEmitter;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Pipelines;
import io.pto4j.pass.TranslationValidation;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.PrintOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** From a front end's program to its artifacts: the pass pipeline, then the emitters. */
public final class Compiler {
  private static final int VALIDATION_RUNS = 3;

  private Compiler() {}

  /**
   * Compiles a program.
   *
   * @throws IrException when the program is wrong or cannot be compiled, or validation is wanted
   *     and it cannot be run; with its place
   */
  public static CompiledPackage compile(Program frontend, CompileOptions options) {
    TreeMap<String, byte[]> files = new TreeMap<>();
    List<Instrument> instruments = new ArrayList<>();
    if (options.dumpPasses()) {
      instruments.add(new PassDump(frontend, files, PrintOptions.seed()));
    }
    TranslationValidation validation = new TranslationValidation(VALIDATION_RUNS, options.target());
    if (options.validate()) {
      instruments.add(validation);
    }
    FoundDiagnostics found = new FoundDiagnostics();
    instruments.add(found);
    PassContext context =
        new PassContext(options.target(), options.verification(), ImmutableList.copyOf(instruments))
            .withDisabledDiagnostics(options.disabledDiagnostics());
    Program program = Pipelines.standard().run(frontend, context);
    validation.requireCompared();
    files.put("frontend.msgpack", IrWriter.write(frontend));
    files.put("final.msgpack", IrWriter.write(program));
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        files.put(unitPath(function), PtoEmitter.emit(function, options.target()).getBytes(UTF_8));
      } else if (function.funcType().isOrchestration()) {
        String text = OrchestrationEmitter.emit(program, function, options.target());
        files.put(orchestrationPath(function), text.getBytes(UTF_8));
      }
    }
    files.put("report/memory.txt", MemoryReport.of(program, options.target()).getBytes(UTF_8));
    found.hints().ifPresent(text -> files.put("report/perf_hints.log", text.getBytes(UTF_8)));
    Manifest.addTo(files, frontend, program, options.target());
    return new CompiledPackage(program, ImmutableSortedMap.copyOf(files), found.all());
  }

  static String unitPath(Function function) {
    return "ptoas/" + function.name() + ".pto";
  }

  static String orchestrationPath(Function function) {
    return "orchestration/" + function.name() + ".cpp";
  }
}
