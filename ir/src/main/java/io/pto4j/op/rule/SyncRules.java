package io.pto4j.op.rule;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.TypeRule.Request;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Checks of operators that only have an effect. Source: PyPTO cross-core operators. */
public final class SyncRules {
  private static final int LAST_EVENT = 13;
  private static final int FFTS_WORDS = 256;
  private static final int BARRIER_WORDS = 16;
  private static final ImmutableSet<String> BARRIER_CORES =
      ImmutableSet.of("mix", "aic_only", "aiv_only");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private SyncRules() {}

  /** A push whose {@code split} goes up to {@code last}. */
  public static Type push(Request r, int last) {
    checkSplit(r, last);
    return UnknownType.INSTANCE;
  }

  private static void checkSplit(Request r, int last) {
    int split = r.kwargs().getInt("split", 0);
    if (split < 0 || split > last) {
      throw r.error("there is no split " + split + " in this direction", "0 to " + last);
    }
  }

  /** The end of a tile that was popped, whose {@code split} goes up to {@code last}. */
  public static Type free(Request r, int last) {
    checkSplit(r, last);
    return UnknownType.INSTANCE;
  }

  /**
   * A pop, whose {@code split} goes up to {@code last}: the tile that the caller expects; not known
   * without it.
   */
  public static Type pop(Request r, int last) {
    checkSplit(r, last);
    if (r.given().isPresent() && !(r.given().get() instanceof TileType)) {
      throw r.error("it gives a tile, not " + Texts.of(r.given().get()), "annotate it so");
    }
    return r.given().orElse(UnknownType.INSTANCE);
  }

  /** The slots of a pipe. */
  public static Type pipe(Request r) {
    int directions = r.kwargs().getInt("dir_mask", 0);
    int slots = r.kwargs().getInt("slot_num", Integer.MAX_VALUE);
    int local = r.kwargs().getInt("local_slot_num", 1);
    if (directions < 1 || directions > 3) {
      throw r.error("there is no direction " + directions, "1 to the vector cores, 2 back, 3 both");
    }
    if (r.kwargs().getInt("slot_size", 0) <= 0 || slots <= 0 || local <= 0 || local > slots) {
      throw r.error(
          "the slots have no size or number that works",
          "sizes and numbers are positive, and no more slots are on chip than in all");
    }
    return UnknownType.INSTANCE;
  }

  /** The flag of two pipes. */
  public static Type flag(Request r) {
    checkPipe(r, "set_pipe");
    checkPipe(r, "wait_pipe");
    if (r.kwargs().getInt("event_id", 0) < 0) {
      throw r.error("there is no flag " + r.kwargs().getInt("event_id", 0), "flags count from 0");
    }
    return UnknownType.INSTANCE;
  }

  private static void checkPipe(Request r, String key) {
    int pipe = r.kwargs().getInt(key, 0);
    if (pipe < 0 || pipe > Pipe.ALL.code()) {
      throw r.error(
          key + " " + pipe + " is no pipe", "0 MTE1, 1 MTE2, 2 MTE3, 3 M, 4 V, 5 S, 6 FIX, 7 ALL");
    }
  }

  /** Memory that a pipe keeps, by its name. */
  public static Type reserved(Request r) {
    checkName(r, "name");
    if (r.kwargs().getInt("size", 0) <= 0) {
      throw r.error("a buffer needs a positive size", "size is in bytes");
    }
    return ScalarType.of(DataType.INT32);
  }

  /** The same memory as the other side finds it. */
  public static Type imported(Request r) {
    checkName(r, "name");
    checkName(r, "peer_func");
    return ScalarType.of(DataType.INT32);
  }

  private static void checkName(Request r, String key) {
    String name = r.kwargs().getString(key).orElse("");
    if (!NAME.matcher(name).matches()) {
      throw r.error("'" + name + "' is no " + key, "use letters, digits and underscores");
    }
  }

  /** A static or a run-time event id, one of the two. */
  public static Type event(Request r) {
    checkPipe(r, "pipe");
    boolean constant = r.kwargs().has("event_id");
    if (constant == r.has(0)) {
      throw r.error("exactly one event id is needed", "give event_id, or an operand");
    }
    int id = r.kwargs().getInt("event_id", 0);
    int reach = r.kwargs().getInt("ffts_mode", 0);
    if (id < 0 || id > LAST_EVENT || reach < 0 || reach > 2) {
      throw r.error(
          "there is no event " + id + " with reach " + reach,
          "events go from 0 to 13 and reaches from 0 to 2");
    }
    String core = r.kwargs().getString("core_type").orElse("aic");
    if (!core.equals("aic") && !core.equals("aiv")) {
      throw r.error("there is no core type '" + core + "'", "aic or aiv");
    }
    return UnknownType.INSTANCE;
  }

  /** The workspace of the events. */
  public static Type workspace(Request r) {
    Shapes.checkExactRank(r, 0, 1);
    checkWords(r, FFTS_WORDS);
    return UnknownType.INSTANCE;
  }

  private static void checkWords(Request r, int least) {
    TensorLike workspace = r.tensor(0);
    OptionalLong words = Dims.elements(workspace.shape());
    if (words.isEmpty() || words.getAsLong() < least) {
      throw r.error(
          "the workspace has shape " + Texts.of(workspace.shape()),
          "it needs a constant number of elements, at least " + least);
    }
  }

  /** Nothing, or a window of a tensor. */
  public static Type cacheInvalid(Request r) {
    if (!r.args().isEmpty()) {
      if (!r.has(2)) {
        throw r.error("a window needs shapes and offsets", "give all three operands, or none");
      }
      Shapes.checkCount(r, 1, r.tensor(0).rank());
      Shapes.checkCount(r, 2, r.tensor(0).rank());
    }
    return UnknownType.INSTANCE;
  }

  /** A barrier of all cores. */
  public static Type syncAll(Request r) {
    String mode = r.kwargs().getString("mode").orElse("hard");
    String cores = r.kwargs().getString("core_type").orElse("mix");
    if (!BARRIER_CORES.contains(cores)) {
      throw r.error("there is no core type '" + cores + "'", "mix, aic_only or aiv_only");
    }
    if (!mode.equals("hard") && !mode.equals("soft")) {
      throw r.error("there is no mode '" + mode + "'", "hard or soft");
    }
    if (mode.equals("soft") != r.has(0)) {
      throw r.error(
          "the soft barrier goes through a workspace, and only that one",
          "give gm_workspace with mode='soft'");
    }
    if (r.has(0)) {
      checkWords(r, BARRIER_WORDS);
    }
    if (r.has(1) && Extents.negative(r.args().get(1))) {
      throw r.error(
          "there are no " + Texts.of(r.args().get(1)) + " cores", "0 takes those of the launch");
    }
    return UnknownType.INSTANCE;
  }
}
