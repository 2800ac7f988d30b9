package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.WindowBuffer;

/** Reads communication domains. */
final class DomainReader {
  private final StmtReader stmts;

  DomainReader(StmtReader stmts) {
    this.stmts = stmts;
  }

  CommDomainScopeStmt domain(
      Py.With s, Py.Call call, ImmutableList<String> comments, StmtReader.Outputs outputs) {
    if (s.target().isPresent()) {
      throw FlowMistake.DOMAIN_TARGET.at(s);
    }
    String nameHint = "";
    Attrs attrs = Attrs.empty();
    ImmutableList<Long> devices = ImmutableList.of();
    ImmutableList<String> slots = ImmutableList.of();
    AttrReader reader = stmts.exprs().calls().attrs();
    for (Py.Keyword k : call.keywords()) {
      switch (k.name()) {
        case "name_hint" -> nameHint = string(k.value());
        case "devices" ->
            devices =
                reader.elements(k.value()).stream().map(this::device).collect(toImmutableList());
        case "slots" ->
            slots = reader.elements(k.value()).stream().map(this::slot).collect(toImmutableList());
        case "attrs" -> attrs = reader.dict(k.value());
        default -> throw FlowMistake.DOMAIN_KEYWORD.at(k.span(), k.name());
      }
    }
    Stmt body = stmts.body(s.body(), outputs, s.span());
    ImmutableList<WindowBuffer> windows =
        slots.stream().flatMap(n -> stmts.bindings().window(n).stream()).collect(toImmutableList());
    return new CommDomainScopeStmt(s.span(), comments, nameHint, body, attrs, devices, windows);
  }

  private static String string(Py.Expr e) {
    if (e instanceof Py.StrLit(_, String text)) {
      return text;
    }
    throw FlowMistake.DOMAIN_STRING.at(e);
  }

  private long device(Py.Expr e) {
    if (e instanceof Py.IntLit(_, long number)) {
      return number;
    }
    throw FlowMistake.DOMAIN_DEVICE.at(e);
  }

  /** Declares a window under the name of its base. */
  private String slot(Py.Expr e) {
    boolean window =
        e instanceof Py.Call call
            && stmts.module().callee(call).filter("pld.WindowBuffer"::equals).isPresent()
            && call.args().size() == 2;
    if (!window) {
      throw FlowMistake.DOMAIN_SLOT.at(e);
    }
    Py.Call call = (Py.Call) e;
    String name =
        call.args().getFirst() instanceof Py.Name(_, String id)
            ? id
            : string(call.args().getFirst());
    stmts.bindings().defineWindow(name, () -> window(name, call));
    return name;
  }

  private WindowBuffer window(String name, Py.Call call) {
    return new WindowBuffer(
        stmts.bindings().base(name, call.span()),
        stmts.exprs().expr(call.args().get(1)),
        flag(call, "load_from_host"),
        flag(call, "store_to_host"),
        call.span());
  }

  private static boolean flag(Py.Call call, String name) {
    return call.keyword(name).filter(AttrReader::flag).isPresent();
  }
}
