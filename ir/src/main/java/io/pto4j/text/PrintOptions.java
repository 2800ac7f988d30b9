package io.pto4j.text;

/**
 * How a program is printed.
 *
 * @param concise leave out the annotations of assignments; signatures keep theirs
 * @param prefix the name under which the language module is imported
 */
public record PrintOptions(Dialect dialect, boolean concise, String prefix) {
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
