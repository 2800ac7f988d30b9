package io.pto4j.processor;

import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Program;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.serial.IrReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/** The artifacts of programs: those written now, and those of classes compiled earlier. */
final class Artifacts {
  static final String FRONTEND = "frontend.msgpack";

  private final ProcessingEnvironment environment;

  Artifacts(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  private String root(TypeElement programClass) {
    return ProgramPackage.ROOT + environment.getElementUtils().getBinaryName(programClass) + "/";
  }

  /** Writes the files of a program beside its class file. */
  void write(TypeElement programClass, ImmutableSortedMap<String, byte[]> files) {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      String path = root(programClass) + file.getKey();
      try (OutputStream out =
          environment
              .getFiler()
              .createResource(StandardLocation.CLASS_OUTPUT, "", path, programClass)
              .openOutputStream()) {
        out.write(file.getValue());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + path, e);
      }
    }
  }

  /** The program of a class on the class path, before any pass; empty when it has none. */
  Optional<Program> frontend(TypeElement programClass) {
    String path = root(programClass) + FRONTEND;
    try (InputStream in =
        environment
            .getFiler()
            .getResource(StandardLocation.CLASS_PATH, "", path)
            .openInputStream()) {
      return Optional.of(IrReader.read(in.readAllBytes()));
    } catch (FileNotFoundException | NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
