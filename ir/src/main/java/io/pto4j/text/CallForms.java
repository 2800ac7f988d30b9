package io.pto4j.text;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Call;
import java.util.Optional;

/** The operands that the text form writes by keyword, although the call holds them by position. */
final class CallForms {
  private static final ImmutableMap<String, ImmutableMap<Integer, String>> KEYWORDS =
      ImmutableMap.of(
          "tile.full", ImmutableMap.of(1, "value"),
          "tensor.full", ImmutableMap.of(1, "value"),
          "tile.reinterpret_view", ImmutableMap.of(1, "shape"),
          "tensor.reinterpret_view", ImmutableMap.of(1, "shape"),
          "tile.gather_row", ImmutableMap.of(5, "valid_shape"),
          "tensor.gather_row", ImmutableMap.of(5, "valid_shape"),
          "system.syncall", ImmutableMap.of(0, "gm_workspace", 1, "used_cores"));

  private static final ImmutableSet<String> ALLOCATIONS =
      ImmutableSet.of("tile.alloc", "tensor.alloc");

  private static final ImmutableSet<String> REGIONAL =
      ImmutableSet.of("tile.aiv_shard", "tensor.aiv_shard", "tile.aic_gather", "tensor.aic_gather");

  private static final int MGATHER_OPERANDS = 2;

  /** A load of a window whose flag for the compiler is part of the name in the ecosystem's text. */
  static final String LOAD = "pld.tile.remote_load";

  static final String PADDED_LOAD = "pld.tile._remote_load_with_physical_tail_padding";

  static final String PADDING = "allow_physical_tail_padding";

  private CallForms() {}

  /** The keyword of operand {@code index} of {@code call}; empty for one by position. */
  static Optional<String> keyword(String operator, int index, Call call) {
    if (operator.equals("tile.mgather") && index >= MGATHER_OPERANDS) {
      // a gather by elements has a scratch tile before its extent
      boolean scratch = index == MGATHER_OPERANDS && call.kwargs().getInt("coalesce", 0) == 1;
      return Optional.of(scratch ? "scratch" : "valid_shape");
    }
    return Optional.ofNullable(KEYWORDS.getOrDefault(operator, ImmutableMap.of()).get(index));
  }

  /** The operands by keyword of {@code operator}, in the order of their position. */
  static ImmutableSet<String> keywords(String operator) {
    return operator.equals("tile.mgather")
        ? ImmutableSet.of("scratch", "valid_shape")
        : ImmutableSet.copyOf(KEYWORDS.getOrDefault(operator, ImmutableMap.of()).values());
  }

  /** Whether a whole number that is written by keyword for this operand is INT32. */
  static boolean isInt32ByKeyword(String operator, String operand) {
    return switch (operand) {
      case "block_len", "peer", "expected" -> true;
      case "value" -> operator.equals("pld.system.notify");
      default -> false;
    };
  }

  /** Whether the region of a split around the call says how {@code operator} splits. */
  static boolean takesSplitOfRegion(String operator) {
    return REGIONAL.contains(operator);
  }

  /** Whether the first operand is the number of a memory space. */
  static boolean startsWithSpace(String operator) {
    return ALLOCATIONS.contains(operator);
  }
}
