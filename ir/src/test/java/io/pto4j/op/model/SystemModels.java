package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Synchronisation, tasks, pipes between the cores, and prefetches. */
final class SystemModels {
  private static final Type NOTHING = UnknownType.INSTANCE;
  private static final Type INT32 = ScalarType.of(DataType.INT32);
  private static final Type TASK = ScalarType.of(DataType.TASK_ID);

  private SystemModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.<String, RuleModel>builder()
        .put("system.bar_all", constant(NOTHING))
        .put("system.bar_m", constant(NOTHING))
        .put("system.bar_v", constant(NOTHING))
        .put("system.fence", constant(NOTHING))
        .put("system.available_aiv_count", constant(INT32))
        .put("system.available_cluster_count", constant(INT32))
        .put("system.task_invalid", constant(TASK))
        .put("system.task_dummy", constant(TASK))
        .put("system.task_is_valid", SystemModels::taskIsValid)
        .put("system.sync_src", SystemModels::flag)
        .put("system.sync_dst", SystemModels::flag)
        .put("system.cacheinvalid", SystemModels::invalidation)
        .put("system.syncall", SystemModels::barrier)
        .put("system.sync_set", draw -> event(draw, true))
        .put("system.sync_wait", draw -> event(draw, false))
        .put("system.set_ffts", SystemModels::workspace)
        .put("system.aic_initialize_pipe", SystemModels::pipe)
        .put("system.aiv_initialize_pipe", SystemModels::pipe)
        .put("system.reserve_buffer", SystemModels::reserved)
        .put("system.import_peer_buffer", SystemModels::imported)
        .put("system.tfree_to_aic", draw -> free(draw, 4))
        .put("system.tfree_to_aiv", draw -> free(draw, 2))
        .put("prefetch.make_context", constant(HandleType.PREFETCH_ASYNC_CONTEXT))
        .put("prefetch.async_prefetch", SystemModels::prefetch)
        .put("prefetch.session", SystemModels::session)
        .put("prefetch.wait", SystemModels::awaited)
        .buildOrThrow();
  }

  private static RuleModel constant(Type type) {
    return _ -> Attempt.of().gives(type);
  }

  private static Attempt taskIsValid(Draw draw) {
    DataType dtype = draw.any(DataType.TASK_ID, DataType.INT32, DataType.INDEX, DataType.BOOL);
    return Attempt.of(draw.scalar(dtype))
        .when(dtype == DataType.TASK_ID, () -> ScalarType.of(DataType.BOOL));
  }

  private static Attempt flag(Draw draw) {
    int set = draw.between(-1, 8);
    int wait = draw.between(-1, 8);
    int event = draw.between(-1, 9);
    Keywords keywords =
        new Keywords(draw)
            .required("set_pipe", AttrValue.of(set), isPipe(set))
            .required("wait_pipe", AttrValue.of(wait), isPipe(wait))
            .required("event_id", AttrValue.of(event), event >= 0);
    return Attempt.of().with(keywords.attrs()).when(keywords.areLegal(), () -> NOTHING);
  }

  private static boolean isPipe(int code) {
    return code >= 0 && code <= 7;
  }

  private static Attempt invalidation(Draw draw) {
    long[] shape = draw.shape();
    Var tensor =
        draw.oneIn(2) ? draw.tensor(draw.dtype(), shape) : draw.window(draw.dtype(), shape);
    int sizes = draw.oneIn(6) ? shape.length + 1 : shape.length;
    int offsets = draw.oneIn(6) ? shape.length + 1 : shape.length;
    ImmutableList<Expr> all =
        ImmutableList.of(
            draw.oneIn(8) ? draw.vec(DataType.FP32, 16, 16) : tensor,
            Draw.tuple(draw.shape(sizes)),
            draw.indices(offsets));
    int given = draw.any(0, 3, 3, 3, 1, 2);
    boolean legal =
        given == 0
            || (given == 3
                && all.getFirst().type() instanceof TensorType
                && sizes == shape.length
                && offsets == shape.length);
    return Attempt.of(all.subList(0, given)).when(legal, () -> NOTHING);
  }

  private static Attempt barrier(Draw draw) {
    String cores = draw.any("mix", "aic_only", "aiv_only", "aiv");
    String mode = draw.any("hard", "soft", "soft", "soft", "strict");
    Keywords keywords =
        new Keywords(draw)
            .optional("core_type", AttrValue.of(cores), !cores.equals("aiv"))
            .optional("mode", AttrValue.of(mode), !mode.equals("strict"));
    boolean soft = keywords.attrs().getString("mode").filter("soft"::equals).isPresent();
    List<Expr> args = new ArrayList<>();
    DataType dtype = draw.mostly(DataType.INT32, Draw.DTYPES);
    DataType counted = draw.mostly(DataType.INT32, Draw.DTYPES);
    long[] shape = draw.shape(draw.between(1, 2));
    int used = draw.between(-1, 3);
    boolean written = draw.oneIn(2);
    if (soft != draw.oneIn(6)) {
      args.add(draw.oneIn(2) ? draw.tensor(dtype, shape) : draw.window(dtype, shape));
      if (draw.oneIn(2)) {
        args.add(
            written
                ? new ConstInt(Span.unknown(), ScalarType.of(DataType.INT32), used)
                : draw.scalar(counted));
      }
    }
    boolean legal =
        soft
            ? !args.isEmpty()
                && dtype == DataType.INT32
                && Arrays.stream(shape).reduce(1, (a, b) -> a * b) >= 16
                && (args.size() == 1 || (written ? used >= 0 : counted == DataType.INT32))
            : args.isEmpty();
    return Attempt.of(args)
        .with(keywords.attrs())
        .when(legal && keywords.areLegal(), () -> NOTHING);
  }

  private static Attempt event(Draw draw, boolean sets) {
    int pipe = draw.between(-1, 8);
    int id = draw.between(-1, 15);
    int reach = draw.between(-1, 3);
    String core = draw.any("aic", "aiv", "mix");
    Keywords keywords =
        new Keywords(draw)
            .required("pipe", AttrValue.of(pipe), isPipe(pipe))
            .optional("event_id", AttrValue.of(id), id >= 0 && id <= 13)
            .optional("core_type", AttrValue.of(core), !core.equals("mix"));
    if (draw.oneIn(3)) {
      keywords.optional("ffts_mode", AttrValue.of(reach), sets && reach >= 0 && reach <= 2);
    }
    DataType dtype = draw.mostly(DataType.INDEX, Draw.DTYPES);
    boolean dynamic = keywords.attrs().has("event_id") == draw.oneIn(6);
    return (dynamic ? Attempt.of(draw.scalar(dtype)) : Attempt.of())
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && dynamic != keywords.attrs().has("event_id")
                && !(dynamic && dtype != DataType.INDEX),
            () -> NOTHING);
  }

  private static Attempt workspace(Draw draw) {
    DataType dtype = draw.mostly(DataType.INT64, Draw.DTYPES);
    long[] shape =
        draw.any(new long[] {256}, new long[] {300}, new long[] {255}, new long[] {16, 16});
    return Attempt.of(draw.oneIn(2) ? draw.tensor(dtype, shape) : draw.window(dtype, shape))
        .when(dtype == DataType.INT64 && shape.length == 1 && shape[0] >= 256, () -> NOTHING);
  }

  private static Attempt pipe(Draw draw) {
    int directions = draw.between(0, 4);
    int size = draw.any(512, 4096, 0, -1);
    int slots = draw.between(0, 8);
    int local = draw.between(0, 8);
    Keywords keywords =
        new Keywords(draw)
            .required("dir_mask", AttrValue.of(directions), directions >= 1 && directions <= 3)
            .required("slot_size", AttrValue.of(size), size > 0)
            .optional("slot_num", AttrValue.of(slots), slots > 0);
    keywords.optional(
        "local_slot_num",
        AttrValue.of(local),
        local > 0 && !(keywords.attrs().has("slot_num") && local > slots));
    DataType first = draw.mostly(DataType.INT32, Draw.DTYPES);
    DataType second = draw.mostly(DataType.INT32, Draw.DTYPES);
    return Attempt.of(draw.scalar(first), draw.scalar(second))
        .with(keywords.attrs())
        .when(
            keywords.areLegal() && first == DataType.INT32 && second == DataType.INT32,
            () -> NOTHING);
  }

  private static Attempt reserved(Draw draw) {
    String name = draw.any("ring", "slots_2", "", "a b");
    int size = draw.any(1024, 64, 0, -8);
    int base = draw.any(-1, 0, 4096);
    Keywords keywords =
        new Keywords(draw)
            .required("name", AttrValue.of(name), isName(name))
            .required("size", AttrValue.of(size), size > 0)
            .optional("base", AttrValue.of(base), true);
    return Attempt.of().with(keywords.attrs()).when(keywords.areLegal(), () -> INT32);
  }

  private static Attempt imported(Draw draw) {
    String name = draw.any("ring", "", "2nd");
    String peer = draw.any("cube_part", "", "self.cube");
    Keywords keywords =
        new Keywords(draw)
            .required("name", AttrValue.of(name), isName(name))
            .required("peer_func", AttrValue.of(peer), isName(peer));
    return Attempt.of().with(keywords.attrs()).when(keywords.areLegal(), () -> INT32);
  }

  private static boolean isName(String name) {
    return ImmutableSet.of("ring", "slots_2", "cube_part").contains(name);
  }

  private static Attempt free(Draw draw, int last) {
    int split = draw.between(-1, 5);
    boolean tile = !draw.oneIn(6);
    Keywords keywords =
        new Keywords(draw)
            .optional("split", AttrValue.of(split), split >= 0 && split <= last)
            .optional("id", AttrValue.of(draw.between(0, 3)), true);
    return Attempt.of(
            tile
                ? draw.tile(draw.dtype(), draw.any(MemorySpace.VEC, MemorySpace.MAT), 16, 16)
                : draw.tensor(DataType.FP32, 16, 16))
        .with(keywords.attrs())
        .when(tile && keywords.areLegal(), () -> NOTHING);
  }

  private static Attempt prefetch(Draw draw) {
    long[] shape = draw.shape();
    if (!draw.oneIn(3)) {
      Arrays.fill(shape, 0, shape.length - 1, 1);
    }
    boolean flat = Arrays.stream(shape).limit(shape.length - 1L).allMatch(n -> n == 1);
    boolean tensor = !draw.oneIn(8);
    Type context = handle(draw, HandleType.PREFETCH_ASYNC_CONTEXT);
    Expr source =
        !tensor
            ? draw.vec(DataType.FP32, 1, 16)
            : draw.oneIn(2) ? draw.tensor(draw.dtype(), shape) : draw.window(draw.dtype(), shape);
    return Attempt.of(source, draw.value(context))
        .when(
            tensor && flat && context == HandleType.PREFETCH_ASYNC_CONTEXT,
            () -> HandleType.ASYNC_EVENT);
  }

  /** Mostly a value of the type, sometimes another handle. */
  private static HandleType handle(Draw draw, HandleType usual) {
    return draw.mostly(usual, ImmutableList.copyOf(HandleType.values()));
  }

  private static Attempt session(Draw draw) {
    Type context = handle(draw, HandleType.PREFETCH_ASYNC_CONTEXT);
    return Attempt.of(draw.value(context))
        .when(context == HandleType.PREFETCH_ASYNC_CONTEXT, () -> HandleType.ASYNC_SESSION);
  }

  private static Attempt awaited(Draw draw) {
    Type event = handle(draw, HandleType.ASYNC_EVENT);
    Type session = handle(draw, HandleType.ASYNC_SESSION);
    return Attempt.of(draw.value(event), draw.value(session))
        .when(
            event == HandleType.ASYNC_EVENT && session == HandleType.ASYNC_SESSION,
            () -> ScalarType.of(DataType.BOOL));
  }
}
