package io.pto4j.dsl;

import java.util.Objects;

/**
 * A symbolic dimension, whose extent is known when the program runs. Declared once as {@code static
 * final Dim M = Pl.dynamic("M")} and named in {@code @Shape(symbolic = "M, 128")}; two symbols of
 * one program with one name are the same dimension.
 *
 * @param name name of the symbol, a Java identifier
 */
public record Dim(String name) {

  /** Checks the name. */
  public Dim {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()
        || !Character.isJavaIdentifierStart(name.charAt(0))
        || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
      throw new IllegalArgumentException("Pl.dynamic: '" + name + "' is not an identifier");
    }
  }
}
