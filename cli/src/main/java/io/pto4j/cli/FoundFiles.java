package io.pto4j.cli;

import com.google.common.collect.ImmutableList;
import io.pto4j.cli.ProgramFile.ProblemException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The programs in a directory and in those within it. */
final class FoundFiles extends SimpleFileVisitor<Path> {
  /**
   * A file, or a directory that cannot be listed.
   *
   * @param problem why it cannot be read, if that is known already
   */
  record Found(Path path, Optional<ProblemException> problem) {}

  private final Path root;
  private final Path start;
  private final List<Found> found = new ArrayList<>();

  private FoundFiles(Path root, Path start) {
    this.root = root;
    this.start = start;
  }

  /**
   * The program files below {@code path} in the order of their names, or {@code path} itself if it
   * is no directory. Links to directories are followed only where {@code path} is one.
   */
  static List<Found> in(Path path) {
    if (!Files.isDirectory(path)) {
      return ImmutableList.of(new Found(path, Optional.empty()));
    }
    Path start = Files.isSymbolicLink(path) ? path.resolve(".") : path;
    FoundFiles visitor = new FoundFiles(path, start);
    try {
      Files.walkFileTree(start, visitor);
    } catch (IOException e) {
      visitor.visitFileFailed(start, e);
    }
    visitor.found.sort(Comparator.comparing(Found::path));
    return visitor.found;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    // a link that leads nowhere is named; a pipe would never end
    boolean readable = Files.isRegularFile(file) || !Files.exists(file);
    if (readable && ProgramFile.Format.of(file).isPresent()) {
      found.add(new Found(named(file), Optional.empty()));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException cause) {
    Path named = named(file);
    found.add(new Found(named, Optional.of(ProgramFile.unreadable(named, cause))));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, IOException cause) {
    return cause == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, cause);
  }

  /** The path by the name that was given. */
  private Path named(Path file) {
    return root.resolve(start.relativize(file));
  }
}
