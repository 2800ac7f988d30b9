package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Span;
import io.pto4j.op.AttrDef;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How authors write operators: which operator a short name stands for, and the order and the
 * defaults of the arguments where they differ from those of the operator itself. Source: PyPTO
 * language reference, operations.
 */
final class Spellings {
  /**
   * The arguments in the order in which authors give them by position. An argument without default
   * is required. The default {@code ...} stores nothing, a name repeats another argument, and
   * anything else is stored as if it had been written. An operator that is absent here takes its
   * operands and then its keyword arguments, as its definition has them.
   */
  private static final String ARGUMENTS =
      """
      tile.create(shape, dtype, target_memory=pl.Mem.Vec, transpose=..., flat_layout=..., compact=...)
      tile.load(tensor, offsets, shapes, valid_shape=shapes, target_memory=pl.Mem.Vec, clamp=...)
      tile.extract(src, index_row, index_col, shape, target_memory)
      tile.full(shape, dtype, value)
      tile.ci(start, shape, dtype=pl.INT32, descending=False)
      tile.tri(diagonal, shape, valid_shape=..., dtype=pl.INT32, upper=False)
      tile.cast(tile, target_type, mode="round")
      tile.cmp(lhs, rhs, cmp_type=0)
      tile.cmps(lhs, rhs, cmp_type=0)
      tile.fillpad(tile, pad_value=pl.PadValue.zero)
      tile.fillpad_inplace(tile, pad_value=pl.PadValue.zero)
      tile.fillpad_expand(tile, shape, pad_value=pl.PadValue.zero)
      tile.reinterpret_view(data, dtype, shape=...)
      tile.gather_mask(src, mask_pattern, output_dtype=...)
      tile.gather_compare(src, kvalue, tmp, out_cols, cmp_mode=0, offset=0, count_dtype=...)
      tile.mrgsort_format2(src0, src1, src2_or_tmp, src3_or_tmp=..., tmp=..., exhausted=False)
      tile.gemv(lhs, rhs, acc_phase="unspecified")
      tile.gemv_acc(acc, lhs, rhs, acc_phase="unspecified")
      tile.gemv_bias(lhs, rhs, bias, acc_phase="unspecified")
      tile.tpush_to_aic(tile, split, id=...)
      tile.tpush_to_aiv(tile, split, lane_stride=..., id=...)
      system.reserve_buffer(name, size, base=-1)
      system.syncall(gm_workspace=..., used_cores=..., core_type="mix", mode=...)
      tile.tpop_from_aic(split=0, lane_stride=..., id=...)
      tile.tpop_from_aiv(split=0, id=...)
      pld.tensor.window(buf, shape, dtype)
      pld.tensor.put(dst, peer, src, dst_offsets=..., src_offsets=..., shape=..., atomic=0, chunk_rows=..., chunk_cols=..., pipeline=...)
      pld.tensor.allreduce(target, signal=..., op=0, mode="mesh", core_num=1)
      pld.tensor.broadcast(target, signal, root)
      pld.tensor.reduce_scatter(target, signal, op=0)
      tensor.create(shape, dtype, layout=pl.TensorLayout.ND, manual_dep=..., init_value=...)
      tensor.full(shape, dtype, value)
      tensor.ci(start, shape, dtype=pl.INT32, descending=False)
      tensor.cast(input, target_type, mode="round")
      tensor.cmp(lhs, rhs, cmp_type=0)
      tensor.fillpad(tensor, pad_value=pl.PadValue.zero)
      tensor.fillpad_expand(tensor, shape, pad_value=pl.PadValue.zero)
      tensor.reinterpret_view(data, dtype, shape=...)
      tensor.matmul(lhs, rhs, out_dtype=..., a_trans=False, b_trans=False, c_matrix_nz=False)
      tensor.matmul_acc(acc, lhs, rhs, a_trans=False, b_trans=False, init_cond=...)
      tensor.gather(input, dim, index)
      tensor.gather_compare(input, kvalue, cmp_mode, out_cols, offset=0, count_dtype=...)
      tensor.scatter(input, dim, index, src)
      tensor.scatter_update(input, index, src, dim)
      tile.scatter_update(input, index, src, dim=-2)
      tensor.gather_row(acc, src, dst_offset, src_offset, shapes, transpose=False, valid_shape=...)
      tile.gather_row(dst, src, dst_offset, src_offset, shapes, transpose=False, valid_shape=...)
      tensor.paged_gather(src, indices, block_table, block_size, size, max_indices, space=pl.Mem.Mat, col_off=0, is_trans=False, is_b_matrix=False)
      tile.mgather(mem, idx, coalesce=0, gather_oob=..., target_memory=..., scratch=..., valid_shape=...)
      tensor.random(key0, key1, counter0, counter1, counter2, counter3, shape, dtype=pl.UINT32, rounds=10)
      tile.random(key0, key1, counter0, counter1, counter2, counter3, shape, valid_shape=..., dtype=pl.UINT32, rounds=10)
      tensor.mrgsort_format2(src0, src1, src2=..., src3=..., exhausted=False)
      """;

  /** Short names of one operator each. */
  private static final ImmutableMap<String, String> NAMES =
      ImmutableMap.<String, String>builder()
          .put("create_tensor", "tensor.create")
          .put("tensor.create_tensor", "tensor.create")
          .put("create_tile", "tile.create")
          .put("tile.create_tile", "tile.create")
          .put("arange", "tensor.ci")
          .put("tensor.arange", "tensor.ci")
          .put("full", "tensor.full")
          .put("random", "tensor.random")
          .put("dim", "tensor.dim")
          .put("expand_clone", "tensor.expand_clone")
          .put("paged_gather", "tensor.paged_gather")
          .put("create_l1", "tensor.create_l1")
          .put("gather", "tensor.gather")
          .put("scatter", "tensor.scatter")
          .put("get_block_idx", "tensor.get_block_idx")
          .put("get_block_num", "tensor.get_block_num")
          .put("get_subblock_idx", "tensor.get_subblock_idx")
          .build();

  /** Operators that are written with their namespace only. */
  private static final ImmutableSet<String> NAMESPACED =
      ImmutableSet.of("adds", "subs", "muls", "divs", "view");

  /** Short names of operators between devices. */
  private static final ImmutableMap<String, String> DISTRIBUTED =
      Stream.of(
              "tensor.alloc_window_buffer",
              "tensor.window",
              "tensor.put",
              "tensor.get",
              "tensor.allreduce",
              "tensor.barrier",
              "tensor.broadcast",
              "tensor.reduce_scatter",
              "tensor.allgather",
              "tensor.all_to_all",
              "tensor.all_to_all_v",
              "tile.remote_load",
              "system.world_size",
              "system.get_comm_ctx",
              "system.rank",
              "system.nranks",
              "system.notify",
              "system.wait",
              "system.defer_wait")
          .collect(toImmutableMap(n -> n.substring(n.indexOf('.') + 1), n -> "pld." + n));

  /** An argument whose presence chooses another operator. */
  record Variant(String argument, String operator) {}

  private static final ImmutableListMultimap<String, Variant> VARIANTS =
      ImmutableListMultimap.<String, Variant>builder()
          .put("tensor.gather", new Variant("mask_pattern", "tensor.gather_mask"))
          .put("tensor.gather", new Variant("kvalue", "tensor.gather_compare"))
          .put("tile.gather", new Variant("mask_pattern", "tile.gather_mask"))
          .put("tile.gather", new Variant("kvalue", "tile.gather_compare"))
          .put("tensor.scatter", new Variant("mask_pattern", "tensor.scatter_mask"))
          .put("tile.scatter", new Variant("mask_pattern", "tile.scatter_mask"))
          .put("tensor.mrgsort", new Variant("block_len", "tensor.mrgsort_format1"))
          .put("tensor.mrgsort", new Variant("", "tensor.mrgsort_format2"))
          .put("tile.mrgsort", new Variant("block_len", "tile.mrgsort_format1"))
          .put("tile.mrgsort", new Variant("", "tile.mrgsort_format2"))
          .build();

  /** Arguments that are stored when they are given, also if they say what would hold anyway. */
  private static final ImmutableSet<String> KEPT = ImmutableSet.of("id", "split");

  /** The operands of a merge of rows, whose scratch tile follows on the rows that there are. */
  private static final ImmutableList<String> MERGED =
      ImmutableList.of("src0", "src1", "src2", "src3", "tmp");

  /** What a short name means for two scalars. */
  private static final ImmutableMap<String, BinaryOp> SCALARS =
      ImmutableMap.of(
          "add", BinaryOp.ADD,
          "sub", BinaryOp.SUB,
          "mul", BinaryOp.MUL,
          "div", BinaryOp.FLOAT_DIV);

  /** Names of arguments that stand for the first ones there are. */
  private static final ImmutableSetMultimap<String, String> SYNONYMS =
      ImmutableSetMultimap.<String, String>builder()
          .putAll("input", "tile", "tensor", "src", "data")
          .putAll("tensor", "input", "target")
          .putAll("tile", "input")
          .putAll("value", "tile", "tensor")
          .putAll("src", "tile", "tensor", "input", "src0")
          .putAll("dst", "tile", "tensor", "acc")
          .putAll("lhs", "tile", "tensor", "target", "src0", "src")
          .putAll("rhs", "row_vec", "col_vec", "col_tile", "scalar", "src1", "slope")
          .putAll("scalar", "rhs")
          .putAll("target", "lhs", "tile", "tensor")
          .putAll("offset", "indices", "offsets")
          .putAll("src0", "src")
          .putAll("tmp_tile", "tmp")
          .putAll("tmp", "tmp_tile")
          .putAll("local_data", "input")
          .putAll("session_handle", "session")
          .build();

  private static final Supplier<ImmutableMap<String, ImmutableList<Argument>>> TABLE =
      Suppliers.memoize(Spellings::table);

  /** The arguments of the other operators. */
  private static final Map<String, ImmutableList<Argument>> DEFINED = new ConcurrentHashMap<>();

  private Spellings() {}

  /**
   * One argument of a call.
   *
   * @param absent what stands for it when it is not given; empty if it must be
   */
  record Argument(String name, Optional<Py.Expr> absent) {
    boolean required() {
      return absent.isEmpty();
    }

    /** Whether nothing is stored when it is not given. */
    boolean omitted() {
      return absent.filter(Py.EllipsisLit.class::isInstance).isPresent();
    }
  }

  private static ImmutableMap<String, ImmutableList<Argument>> table() {
    return SyntaxParser.module(new SourceText("arguments", ARGUMENTS), _ -> {}, new Failures())
        .stream()
        .map(line -> (Py.Call) ((Py.ExprStmt) line).value())
        .collect(toImmutableMap(call -> name(call.function()), Spellings::arguments));
  }

  private static String name(Py.Expr e) {
    return e instanceof Py.Attr(_, Py.Expr group, String last)
        ? name(group) + "." + last
        : ((Py.Name) e).id();
  }

  private static ImmutableList<Argument> arguments(Py.Call call) {
    return Stream.concat(
            call.args().stream().map(a -> new Argument(name(a), Optional.empty())),
            call.keywords().stream().map(k -> new Argument(k.name(), Optional.of(k.value()))))
        .collect(toImmutableList());
  }

  /** The arguments of {@code op} in the order of positions. */
  static ImmutableList<Argument> arguments(OpDef op) {
    ImmutableList<Argument> written = TABLE.get().get(op.name());
    return written != null ? written : DEFINED.computeIfAbsent(op.name(), _ -> defined(op));
  }

  /**
   * The arguments of {@code op} in the order of positions as {@code call} has them: the axis of a
   * scatter of rows may come second.
   */
  static ImmutableList<Argument> arguments(OpDef op, Py.Call call) {
    ImmutableList<Argument> usual = arguments(op);
    return switch (op.name()) {
      case "tensor.scatter_update", "tile.scatter_update" ->
          isAxisSecond(call) ? withAxisSecond(usual) : usual;
      default -> usual;
    };
  }

  /** The call with its arguments in the form that the operator itself has them in. */
  static Py.Call plain(String operator, Py.Call call) {
    return switch (operator) {
      case "tile.mrgsort_format2" -> merge(call);
      case "system.syncall" -> withoutDerivedCount(call);
      case "system.aic_initialize_pipe", "system.aiv_initialize_pipe" -> withBothBuffers(call);
      default -> call;
    };
  }

  /** The buffer of a direction that a pipe does not have is 0. */
  private static Py.Call withBothBuffers(Py.Call call) {
    ImmutableList.Builder<Py.Keyword> keywords = ImmutableList.builder();
    keywords.addAll(call.keywords());
    List<String> buffers = List.of("c2v_consumer_buf", "v2c_consumer_buf");
    for (String buffer : buffers.subList(Math.min(call.args().size(), 2), 2)) {
      if (call.keyword(buffer).isEmpty()) {
        keywords.add(new Py.Keyword(call.span(), buffer, new Py.IntLit(call.span(), 0)));
      }
    }
    return new Py.Call(call.span(), call.function(), call.args(), keywords.build());
  }

  /**
   * Authors say how many cores meet at a barrier through memory; none means that it is those of the
   * launch.
   */
  private static Py.Call withoutDerivedCount(Py.Call call) {
    boolean soft = call.keyword("mode").filter(Spellings::isSoft).isPresent();
    if (soft && call.args().size() < 2 && call.keyword("used_cores").isEmpty()) {
      throw CallMistake.OPERATOR_ARGUMENT_MISSING.at(
          call, "system.syncall", "used_cores", "write used_cores=0 for those of the launch");
    }
    return new Py.Call(
        call.span(),
        call.function(),
        call.args(),
        call.keywords().stream()
            .filter(
                k ->
                    !(k.name().equals("used_cores")
                        && k.value() instanceof Py.IntLit(_, long n)
                        && n == 0))
            .collect(toImmutableList()));
  }

  private static boolean isSoft(Py.Expr mode) {
    return mode instanceof Py.StrLit(_, String word) && word.equals("soft");
  }

  /**
   * A merge of rows with its operands by position: as many rows as are given, and then the scratch
   * tile.
   */
  private static Py.Call merge(Py.Call call) {
    ImmutableList.Builder<Py.Expr> operands = ImmutableList.builder();
    operands.addAll(call.args());
    for (String name : MERGED) {
      call.keyword(name).ifPresent(operands::add);
    }
    return new Py.Call(
        call.span(),
        call.function(),
        operands.build().stream()
            .filter(e -> !(e instanceof Py.NoneLit))
            .collect(toImmutableList()),
        call.keywords().stream()
            .filter(k -> !MERGED.contains(k.name()))
            .collect(toImmutableList()));
  }

  private static boolean isAxisSecond(Py.Call call) {
    return call.args().size() == 4
        || (call.args().size() == 2 && call.keyword("index").isPresent());
  }

  private static ImmutableList<Argument> withAxisSecond(ImmutableList<Argument> usual) {
    Argument axis = usual.getLast();
    return ImmutableList.<Argument>builder()
        .add(usual.getFirst(), axis)
        .addAll(usual.subList(1, usual.size() - 1))
        .build();
  }

  private static ImmutableList<Argument> defined(OpDef op) {
    Optional<Py.Expr> nothing = Optional.of(new Py.EllipsisLit(Span.unknown()));
    return Stream.concat(
            op.operands().stream().map((Operand o) -> argument(o.name(), o.optional(), nothing)),
            op.attributes().stream().map((AttrDef a) -> argument(a.name(), !a.required(), nothing)))
        .collect(toImmutableList());
  }

  private static Argument argument(String name, boolean optional, Optional<Py.Expr> nothing) {
    return new Argument(name, optional ? nothing : Optional.empty());
  }

  /** The argument that {@code name} means among {@code arguments}. */
  static Optional<Argument> find(ImmutableList<Argument> arguments, String name) {
    return named(arguments, name)
        .or(
            () ->
                SYNONYMS.get(name).stream()
                    .flatMap(synonym -> named(arguments, synonym).stream())
                    .findFirst());
  }

  private static Optional<Argument> named(ImmutableList<Argument> arguments, String name) {
    for (Argument argument : arguments) {
      if (argument.name().equals(name)) {
        return Optional.of(argument);
      }
    }
    return Optional.empty();
  }

  /** The operator that a short name without namespace stands for whatever its operands. */
  static Optional<String> operator(String name) {
    return Optional.ofNullable(NAMES.get(name));
  }

  /** The short names that stand for one operator each. */
  static ImmutableSet<String> names() {
    return NAMES.keySet();
  }

  /** The operator between devices that a name without namespace stands for. */
  static Optional<String> distributed(String name) {
    return Optional.ofNullable(DISTRIBUTED.get(name));
  }

  /** Whether the operators of this name have no name without namespace. */
  static boolean isNamespaced(String name) {
    return NAMESPACED.contains(name);
  }

  /** The operator that the keywords of {@code call} choose in place of {@code operator}. */
  static String variant(String operator, Py.Call call) {
    for (Variant v : VARIANTS.get(operator)) {
      if (v.argument().isEmpty() || call.keyword(v.argument()).isPresent()) {
        return v.operator();
      }
    }
    return operator;
  }

  /** Whether an argument is stored although it says what would hold anyway. */
  static boolean isKept(String argument) {
    return KEPT.contains(argument);
  }

  /** The scalar operator of a short name. */
  static Optional<BinaryOp> scalar(String name) {
    return Optional.ofNullable(SCALARS.get(name));
  }
}
