package io.pto4j.text;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What functions say about the buffers that they reserve for other cores, so that other operators
 * may refer to it, as in {@code slot_size=buf.size}; also across functions, by the name of the
 * buffer.
 */
final class ReservedBuffers {
  /** What can be asked, with what holds where a call does not say it. */
  private static final ImmutableMap<String, Optional<Py.Expr>> FIELDS =
      ImmutableMap.of(
          "name", Optional.empty(),
          "size", Optional.empty(),
          "base", Optional.of(automatic()));

  private final Module module;

  /**
   * The buffers of the functions that have been asked for, by the variables that stand for them.
   */
  private final Map<String, Map<String, Py.Call>> functions = new HashMap<>();

  ReservedBuffers(Module module) {
    this.module = module;
  }

  private static Py.Expr automatic() {
    Span nowhere = Span.unknown();
    return new Py.Unary(nowhere, "-", new Py.IntLit(nowhere, 1));
  }

  /**
   * The value of {@code a}, if it is a field of a buffer.
   *
   * @param function the function in which it stands
   */
  Optional<Py.Expr> field(Py.Attr a, Py.FunctionDef function) {
    return a.value() instanceof Py.Name(_, String variable) && FIELDS.containsKey(a.name())
        ? Optional.ofNullable(buffers(function).get(variable)).flatMap(b -> field(b, a.name()))
        : Optional.empty();
  }

  private Optional<Py.Expr> field(Py.Call buffer, String name) {
    Optional<Py.Expr> own = buffer.keyword(name).or(() -> FIELDS.get(name));
    return isImport(buffer) && !name.equals("name")
        ? reserved(buffer).flatMap(there -> field(there, name))
        : own;
  }

  /** The buffer of another function that a call imports. */
  private Optional<Py.Call> reserved(Py.Call imported) {
    Optional<String> name = imported.keyword("name").flatMap(ReservedBuffers::text);
    return imported
        .keyword("peer_func")
        .flatMap(ReservedBuffers::text)
        .map(module.functions()::get)
        .flatMap(
            peer ->
                buffers(peer.definition()).values().stream()
                    .filter(b -> !isImport(b))
                    .filter(b -> b.keyword("name").flatMap(ReservedBuffers::text).equals(name))
                    .findFirst());
  }

  private static Optional<String> text(Py.Expr e) {
    return e instanceof Py.StrLit(_, String text) ? Optional.of(text) : Optional.empty();
  }

  private Map<String, Py.Call> buffers(Py.FunctionDef function) {
    Map<String, Py.Call> known = functions.get(function.name());
    if (known == null) {
      known = new HashMap<>();
      functions.put(function.name(), known);
      collect(function.body(), known);
    }
    return known;
  }

  private void collect(Iterable<Py.Stmt> body, Map<String, Py.Call> into) {
    for (Py.Stmt stmt : body) {
      switch (stmt) {
        case Py.Assign(_, _, Py.Name(_, String name), _, Py.Call value)
            when isReserve(value) || isImport(value) ->
            into.put(name, value);
        case Py.If s -> {
          collect(s.thenBody(), into);
          collect(s.elseBody(), into);
        }
        case Py.For s -> collect(s.body(), into);
        case Py.While s -> collect(s.body(), into);
        case Py.With s -> collect(s.body(), into);
        default -> {}
      }
    }
  }

  private boolean isReserve(Py.Call call) {
    return isCall(call, "reserve_buffer");
  }

  private boolean isImport(Py.Call call) {
    return isCall(call, "import_peer_buffer");
  }

  private boolean isCall(Py.Call call, String operator) {
    String callee = module.callee(call).orElse("");
    return callee.equals("pl." + operator) || callee.equals("pl.system." + operator);
  }
}
