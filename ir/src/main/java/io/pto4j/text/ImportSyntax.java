package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;

/** Parses imports, of which only the names count. */
final class ImportSyntax {
  private final TokenStream tokens;

  ImportSyntax(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** An import with the comments of its statement. */
  Py.Import read(ImmutableList<String> comments) {
    Token first = tokens.next();
    String from = first.is("from") ? importedModule() + "." : "";
    boolean parentheses = !from.isEmpty() && tokens.accept("(");
    Optional<String> language = Optional.empty();
    ImmutableSet.Builder<String> names = ImmutableSet.builder();
    do {
      if (parentheses && tokens.peek().is(")")) {
        break;
      }
      String name = from + (from.isEmpty() ? dottedName() : importedName());
      String alias = tokens.accept("as") ? tokens.name() : name;
      if (name.equals(Py.Import.LANGUAGE)) {
        language = Optional.of(alias.equals(name) ? "pl" : alias);
      } else if (!name.startsWith("pypto")) {
        names.add(alias.startsWith(from) ? alias.substring(from.length()) : alias);
      }
    } while (tokens.accept(","));
    if (parentheses) {
      tokens.expect(")");
    }
    return new Py.Import(tokens.spanFrom(first), comments, language, names.build());
  }

  /** The module of {@code from .. import}, up to the second word. */
  private String importedModule() {
    StringBuilder dots = new StringBuilder();
    while (tokens.peek().is(".") || tokens.peek().is("...")) {
      dots.append(tokens.next().text());
    }
    String module = dots + (tokens.peek().is("import") ? "" : dottedName());
    tokens.expect("import");
    return module;
  }

  private String importedName() {
    return tokens.accept("*") ? "*" : tokens.name();
  }

  private String dottedName() {
    StringBuilder name = new StringBuilder(tokens.name());
    while (tokens.accept(".")) {
      name.append('.').append(tokens.name());
    }
    return name.toString();
  }
}
