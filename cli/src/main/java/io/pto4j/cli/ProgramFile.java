package io.pto4j.cli;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A program in a file: text in {@code .py}, binary in {@code .msgpack}. */
final class ProgramFile {
  /** The form of a file, by the end of its name. */
  enum Format {
    TEXT(".py"),
    BINARY(".msgpack");

    private final String ending;

    Format(String ending) {
      this.ending = ending;
    }

    static Optional<Format> of(Path file) {
      return Arrays.stream(values())
          .filter(format -> file.toString().endsWith(format.ending))
          .findFirst();
    }

    private static Format required(Path file) throws ProblemException {
      return of(file)
          .orElseThrow(
              () -> new ProblemException(file + ": the name must end in .py or in .msgpack"));
    }
  }

  /** Why a file cannot be used; the message names the file, and the place in it if there is one. */
  static final class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;

    ProblemException(String message) {
      super(message);
    }
  }

  private ProgramFile() {}

  /**
   * The program or the function in a file.
   *
   * @param said takes what a text says while it is read
   * @throws ProblemException when the file cannot be read or holds neither
   */
  static IrNode read(Path file, PrintWriter said) throws ProblemException {
    return parse(file, content(file), said);
  }

  /**
   * The program or the function in the content of a file.
   *
   * @param said takes what a text says while it is read
   * @throws ProblemException when it holds neither
   */
  static IrNode parse(Path file, byte[] content, PrintWriter said) throws ProblemException {
    Format format = Format.required(file);
    try {
      return switch (format) {
        case TEXT -> IrParser.parse(decoded(file, content), file.toString(), said::println);
        case BINARY -> IrReader.read(content, IrNode.class);
      };
    } catch (IrException e) {
      // an error in a text names its place itself
      throw new ProblemException(
          format == Format.TEXT
              ? e.getMessage()
              : file + ": not a serialised program: " + e.getMessage());
    }
  }

  /**
   * The program in a file; a function alone becomes a program of its name.
   *
   * @param said takes what a text says while it is read
   * @throws ProblemException when the file cannot be read or holds neither
   */
  static Program program(Path file, PrintWriter said) throws ProblemException {
    return program(file, read(file, said));
  }

  /** The program itself, or one of the function alone. */
  static Program program(Path file, IrNode content) throws ProblemException {
    return switch (content) {
      case Program program -> program;
      case Function function ->
          Program.of(function.name(), ImmutableList.of(function), function.span());
      case IrNode other ->
          throw new ProblemException(
              file + ": holds a " + other.getClass().getSimpleName() + ", not a program");
    };
  }

  /**
   * Writes a program or a function in the form that the name of the file asks for.
   *
   * @throws ProblemException when it cannot be written
   */
  static void write(IrNode node, Path file, PrintOptions options) throws ProblemException {
    byte[] content =
        switch (Format.required(file)) {
          case TEXT -> (IrPrinter.print(node, options) + "\n").getBytes(StandardCharsets.UTF_8);
          case BINARY -> IrWriter.write(node);
        };
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  /** All bytes of a file. */
  static byte[] content(Path file) throws ProblemException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Why a file or a directory cannot be read. */
  static ProblemException unreadable(Path file, IOException cause) {
    return new ProblemException(
        file
            + switch (cause) {
              case NoSuchFileException _ -> ": no such file";
              case AccessDeniedException _ -> ": may not be read";
              default -> ": cannot be read: " + reason(cause);
            });
  }

  /** Why a file or a directory cannot be written. */
  static ProblemException unwritable(Path file, IOException cause) {
    return new ProblemException(
        file
            + ": cannot be written: "
            + switch (cause) {
              case NoSuchFileException _ -> "there is no such directory";
              case AccessDeniedException _ -> "permission denied";
              case FileAlreadyExistsException e -> e.getFile() + " is no directory";
              default -> reason(cause);
            });
  }

  /** What the system says, without the name of the file. */
  private static String reason(IOException cause) {
    return cause instanceof FileSystemException e && e.getReason() != null
        ? e.getReason()
        : cause.getMessage();
  }

  private static String decoded(Path file, byte[] content) throws ProblemException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException _) {
      throw new ProblemException(file + ": is not UTF-8 text");
    }
  }
}
