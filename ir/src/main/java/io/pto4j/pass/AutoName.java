package io.pto4j.pass;

import com.google.common.collect.ImmutableSet;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * The parts of a variable's name: {@code base__qualifier_role_vN}, of which all but the base may be
 * absent. Source: PyPTO passes, automatic names.
 *
 * @param qualifier empty when absent
 * @param role such as {@code ssa} or {@code iter}; empty when absent
 */
public record AutoName(String base, String qualifier, String role, OptionalInt version) {
  private static final String SEPARATOR = "__";
  private static final ImmutableSet<String> ROLES =
      ImmutableSet.of("ssa", "iter", "rv", "phi", "tile", "tmp", "out", "store", "idx");

  public static AutoName parse(String name) {
    int cut = name.indexOf(SEPARATOR);
    if (cut <= 0) {
      return new AutoName(name, "", "", OptionalInt.empty());
    }
    String tail = name.substring(cut + SEPARATOR.length());
    String last = lastToken(tail);
    OptionalInt version = version(last);
    if (version.isPresent()) {
      tail = withoutLastToken(tail);
    }
    String role = lastToken(tail);
    if (ROLES.contains(role)) {
      tail = withoutLastToken(tail);
    } else {
      role = "";
    }
    return new AutoName(name.substring(0, cut), tail, role, version);
  }

  /** The text of {@code name} before its suffix. */
  public static String base(String name) {
    int cut = name.indexOf(SEPARATOR);
    return cut <= 0 ? name : name.substring(0, cut);
  }

  /** The {@code version}-th name of a variable called {@code name}, in {@code role}. */
  public static String versioned(String name, String role, int version) {
    AutoName parts = parse(name);
    AutoName result =
        parts.role.isEmpty() && parts.version.isEmpty()
            ? new AutoName(name, "", role, OptionalInt.of(version))
            : new AutoName(parts.base, parts.qualifier, role, OptionalInt.of(version));
    return result.text();
  }

  /** A name like {@code name} that is not {@code taken}: the next version in the same role. */
  public static String fresh(String name, Predicate<String> taken) {
    AutoName parts = parse(name);
    String role = parts.role.isEmpty() ? "ssa" : parts.role;
    int version = parts.version.isPresent() ? parts.version.getAsInt() + 1 : 0;
    String candidate;
    do {
      candidate = new AutoName(parts.base, parts.qualifier, role, OptionalInt.of(version++)).text();
    } while (taken.test(candidate));
    return candidate;
  }

  /** The first name {@code base__role_vN} that is not {@code taken}. */
  public static String next(String base, String role, Predicate<String> taken) {
    int version = 0;
    while (taken.test(versioned(base, role, version))) {
      version++;
    }
    return versioned(base, role, version);
  }

  public String text() {
    StringBuilder tail = new StringBuilder();
    append(tail, qualifier);
    append(tail, role);
    version.ifPresent(v -> append(tail, "v" + v));
    return tail.isEmpty() ? base : base + SEPARATOR + tail;
  }

  private static void append(StringBuilder tail, String part) {
    if (!part.isEmpty()) {
      tail.append(tail.isEmpty() ? "" : "_").append(part);
    }
  }

  private static OptionalInt version(String token) {
    if (token.length() < 2 || token.length() > 9 || token.charAt(0) != 'v') {
      return OptionalInt.empty();
    }
    int value = 0;
    for (int i = 1; i < token.length(); i++) {
      int digit = token.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return OptionalInt.empty();
      }
      value = value * 10 + digit;
    }
    return OptionalInt.of(value);
  }

  private static String lastToken(String tail) {
    return tail.substring(tail.lastIndexOf('_') + 1);
  }

  private static String withoutLastToken(String tail) {
    int cut = tail.lastIndexOf('_');
    return cut < 0 ? "" : tail.substring(0, cut);
  }
}
