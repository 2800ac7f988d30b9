package io.pto4j.text;

import io.pto4j.ir.IrException;

/**
 * How a program is printed.
 *
 * @param concise leave out the annotations of assignments; signatures keep theirs
 * @param prefix the name under which the language module is imported
 * @param explicitLayout write the layout of every tile, also where its memory implies it
 */
public record PrintOptions(
    Dialect dialect, boolean concise, String prefix, boolean explicitLayout) {
  /**
   * @throws IrException when the prefix is no name, or is one that the text uses otherwise
   */
  public PrintOptions {
    if (!PythonNames.isIdentifier(prefix) || prefix.equals("pld") || prefix.equals("self")) {
      throw new IrException(
          "'" + prefix + "' cannot be the name of the language module", "take a name such as pl");
    }
  }

  public PrintOptions(Dialect dialect, boolean concise, String prefix) {
    this(dialect, concise, prefix, false);
  }

  /** The two spellings of the text form; the parser reads both. */
  public enum Dialect {
    /** The spelling of the language specification. */
    SEED,
    /** The spelling that PyPTO itself prints and parses today. */
    ECOSYSTEM
  }

  /** The specification's dialect with all annotations. */
  public static PrintOptions seed() {
    return new PrintOptions(Dialect.SEED, false, "pl");
  }

  /** The dialect for files that PyPTO reads. */
  public static PrintOptions ecosystem() {
    return new PrintOptions(Dialect.ECOSYSTEM, false, "pl");
  }
}
