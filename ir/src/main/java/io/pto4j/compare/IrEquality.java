package io.pto4j.compare;

import io.pto4j.ir.IrNode;
import io.pto4j.ir.Type;
import java.util.Optional;

/**
 * Structural equality: whether two nodes say the same, whatever their places in the source, their
 * comments and the names of their variables.
 *
 * <p>A variable equals the one it corresponds to. Definitions always pair up; a use of a variable
 * that was not paired must be the same object on both sides, unless {@code autoMap} lets it pair up
 * as well. The order of attributes does not matter, and neither does the memory of a tensor or
 * tile. Unlike PyPTO's, this comparison does not take shared objects as equal unseen, and holds NaN
 * for equal to NaN. Source: PyPTO IR, structural comparison.
 */
public final class IrEquality {
  private IrEquality() {}

  /**
   * The first difference found.
   *
   * @param path where it is, as names of fields and positions; empty at the root
   * @param left the node on the left, where the difference is one between nodes
   */
  public record Difference(
      String path, String reason, Optional<String> left, Optional<String> right) {
    /** The failure text of an assertion. */
    public String message() {
      StringBuilder text = new StringBuilder("Structural equality assertion failed");
      if (!path.isEmpty()) {
        text.append(" at: ").append(path);
      }
      left.ifPresent(side -> text.append("\n\nLeft-hand side:\n").append(side.indent(2)));
      right.ifPresent(side -> text.append("\nRight-hand side:\n").append(side.indent(2)));
      text.append(left.isPresent() ? "\nReason: " : "\n\nReason: ").append(reason);
      return text.toString();
    }
  }

  /** Whether the two say the same; variables without a definition must be the same objects. */
  public static boolean equal(IrNode left, IrNode right) {
    return equal(left, right, false);
  }

  /**
   * @param autoMap whether variables without a definition may pair up
   */
  public static boolean equal(IrNode left, IrNode right, boolean autoMap) {
    return new Comparison(autoMap).equal(left, right);
  }

  public static boolean equal(Type left, Type right, boolean autoMap) {
    return new Comparison(autoMap).equal(left, right);
  }

  public static Optional<Difference> difference(IrNode left, IrNode right, boolean autoMap) {
    Comparison comparison = new Comparison(autoMap);
    return comparison.equal(left, right) ? Optional.empty() : Optional.of(comparison.difference());
  }

  public static Optional<Difference> difference(Type left, Type right, boolean autoMap) {
    Comparison comparison = new Comparison(autoMap);
    return comparison.equal(left, right) ? Optional.empty() : Optional.of(comparison.difference());
  }

  /**
   * @throws AssertionError with the place and reason of the first difference
   */
  public static void assertEqual(IrNode left, IrNode right, boolean autoMap) {
    difference(left, right, autoMap)
        .ifPresent(
            d -> {
              throw new AssertionError(d.message());
            });
  }
}
