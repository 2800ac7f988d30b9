package io.pto4j.pass.tile;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TileType;
import io.pto4j.op.Isa;
import io.pto4j.op.NativeCasts;
import io.pto4j.pass.AutoName;
import java.util.stream.Stream;

/** Rewrites the conversions of a function to those of a machine. */
final class CastChains extends BodyRewriter {
  private static final String CAST = "tile.cast";
  private static final String TARGET = "target_type";

  private final NativeCasts casts;
  private final String arch;
  private int temporaries;

  CastChains(Isa isa) {
    this.casts = isa.casts();
    this.arch = isa.arch();
  }

  @Override
  protected void assign(AssignStmt s) {
    if (s.value() instanceof Call call && call.op().name().equals(CAST)) {
      bind(s, chain(call, AutoName.base(s.var().nameHint())));
    } else {
      super.assign(s);
    }
  }

  @Override
  protected void eval(EvalStmt s) {
    if (s.expr() instanceof Call call && call.op().name().equals(CAST)) {
      Expr last = chain(call, "unused");
      emit(last == s.expr() ? s : new EvalStmt(s.span(), s.leadingComments(), last));
    } else {
      super.eval(s);
    }
  }

  /** The last conversion, on what those before it give. */
  private Expr chain(Call call, String base) {
    DataType from = ((TileType) call.args().getFirst().type()).dtype();
    DataType to = call.kwargs().getDataType(TARGET).orElseThrow();
    if (casts.contains(from, to)) {
      return value(call);
    }
    ImmutableList<DataType> path = casts.path(from, to);
    if (path.isEmpty()) {
      throw refusal(from, to, call);
    }
    Expr value = expr(call.args().getFirst());
    for (DataType step : path.subList(0, path.size() - 1)) {
      String name = "%s__cast_%s_tmp_v%d".formatted(base, step.text(), temporaries++);
      value = emitAs(name, to(step, value, call));
    }
    return rebuilt(call, ImmutableList.of(value), call.kwargs());
  }

  private Call to(DataType step, Expr value, Call call) {
    return rebuilt(call, ImmutableList.of(value), call.kwargs().with(TARGET, AttrValue.of(step)));
  }

  private IrException refusal(DataType from, DataType to, Call call) {
    return new IrException(
        "LegalizeTileCast: no native cast path from %s to %s for arch %s; pto.tcvt does not support"
                .formatted(from.text(), to.text(), arch)
            + " this conversion",
        reachable(from),
        call.span());
  }

  private String reachable(DataType from) {
    String targets =
        Stream.of(DataType.values())
            .filter(to -> to != from && !casts.path(from, to).isEmpty())
            .map(DataType::text)
            .collect(joining(", "));
    return targets.isEmpty()
        ? "compute in another element type from the start"
        : from.text() + " can be cast to " + targets;
  }
}
