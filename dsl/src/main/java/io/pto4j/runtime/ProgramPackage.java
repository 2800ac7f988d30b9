package io.pto4j.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The artifacts of a compiled program, as the annotation processor writes them: {@code
 * manifest.json}, {@code final.msgpack}, {@code ptoas/<unit>.pto} and so on, read as they are.
 */
public final class ProgramPackage {

  /**
   * Where the class path has the artifacts of a program: below this, under the binary name of its
   * class.
   */
  public static final String ROOT = "META-INF/pto4j/";

  /** Name of the index of the artifacts. */
  public static final String MANIFEST = "manifest.json";

  private final String name;
  private final String location;
  private final Opener opener;

  private interface Opener {
    /** The content, or null if there is none. */
    InputStream open(String path) throws IOException;
  }

  private ProgramPackage(String name, String location, Opener opener) {
    this.name = name;
    this.location = location;
    this.opener = opener;
  }

  /** The artifacts of a class annotated {@link io.pto4j.dsl.Program}, from its class loader. */
  public static ProgramPackage of(Class<?> program) {
    return of(program.getClassLoader(), program.getName());
  }

  /**
   * The artifacts of a program on the class path.
   *
   * @param loader where to look
   * @param binaryName binary name of the annotated class, {@code a.b.Outer$Inner}
   * @throws ProgramLoadException if there is no manifest
   */
  public static ProgramPackage of(ClassLoader loader, String binaryName) {
    String root = ROOT + binaryName + "/";
    return new ProgramPackage(
            binaryName, "class path " + root, path -> loader.getResourceAsStream(root + path))
        .checked();
  }

  /**
   * The artifacts of a program in a directory.
   *
   * @throws ProgramLoadException if there is no manifest
   */
  public static ProgramPackage directory(Path directory) {
    Path fileName = directory.getFileName();
    String name = fileName == null ? directory.toString() : fileName.toString();
    return new ProgramPackage(name, directory.toString(), path -> openFile(directory.resolve(path)))
        .checked();
  }

  private static InputStream openFile(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.newInputStream(file) : null;
  }

  private ProgramPackage checked() {
    if (find(MANIFEST).isEmpty()) {
      throw new ProgramLoadException(
          "no compiled program at "
              + location
              + ": "
              + MANIFEST
              + " is missing; was the class compiled with the PTO4J annotation processor?");
    }
    return this;
  }

  /** Binary name of the program class, or the name of the directory. */
  public String name() {
    return name;
  }

  /** Where the artifacts are, for messages. */
  public String location() {
    return location;
  }

  /**
   * One artifact if it exists.
   *
   * @param path relative to the root of the package, with {@code /}
   * @throws ProgramLoadException if it cannot be read
   */
  public Optional<byte[]> find(String path) {
    checkPath(path);
    try (InputStream in = opener.open(path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new ProgramLoadException("cannot read " + path + " of " + location, e);
    }
  }

  /**
   * One artifact.
   *
   * @param path relative to the root of the package, with {@code /}
   * @throws ProgramLoadException if it is missing or cannot be read
   */
  public byte[] bytes(String path) {
    return find(path)
        .orElseThrow(() -> new ProgramLoadException(path + " is missing in " + location));
  }

  /** One artifact as UTF-8 text; see {@link #bytes}. */
  public String text(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }

  private static void checkPath(String path) {
    boolean inside =
        !path.isEmpty()
            && List.of(path.split("/", -1)).stream()
                .noneMatch(p -> p.isEmpty() || p.equals(".") || p.equals(".."))
            && path.indexOf('\\') < 0
            && path.indexOf(':') < 0;
    if (!inside) {
      throw new IllegalArgumentException("'" + path + "' is not a path inside a program package");
    }
  }

  @Override
  public String toString() {
    return name + " (" + location + ")";
  }
}
