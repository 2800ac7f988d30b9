package io.pto4j.text;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Var;
import java.util.Optional;

/** Reads memory references in annotations. */
final class MemRefReader {
  private final Module module;
  private final ExprReader exprs;
  private final Bindings bindings;

  MemRefReader(Module module, ExprReader exprs, Bindings bindings) {
    this.module = module;
    this.exprs = exprs;
    this.bindings = bindings;
  }

  static boolean isMemRef(Module module, Py.Expr e) {
    return e instanceof Py.Index(_, Py.Expr value, _)
        ? isMemRef(module, value)
        : module.calls(e, "MemRef");
  }

  MemRef memref(Py.Expr e) {
    if (e instanceof Py.Index(_, Py.Expr value, ImmutableList<Py.Expr> indices)) {
      if (indices.size() != 1) {
        throw Module.error(e, "a memory reference has one slot index");
      }
      return memref((Py.Call) value, Optional.of(exprs.expr(indices.getFirst())));
    }
    return memref((Py.Call) e, Optional.empty());
  }

  private MemRef memref(Py.Call call, Optional<Expr> slot) {
    ImmutableList<Py.Expr> args = call.args();
    long slots = call.keyword("slots").map(this::integer).orElse(1L);
    if (slot.isPresent()) {
      checkSlot(call, slots, slot.get());
    }
    return switch (args.size()) {
      case 1 -> pinned(call, slots, slot);
      case 3 -> {
        boolean legacy = args.getFirst() instanceof Py.IntLit;
        yield legacy
            ? legacy("mem_", DataType.INDEX, args, call)
            : new MemRef(
                base(args.getFirst()),
                exprs.dim(args.get(1)),
                integer(args.get(2)),
                false,
                slots,
                slot,
                call.span());
      }
      case 4 -> {
        MemorySpace space = module.member(args.getFirst(), MemorySpace.class, "memory space");
        String prefix = "mem_" + Ascii.toLowerCase(space.text()) + "_";
        yield legacy(prefix, DataType.INT64, args.subList(1, args.size()), call);
      }
      default ->
          throw Module.error(
              call,
              "a memory reference takes a base, a byte offset and a size",
              "write pl.MemRef(\"base\", 0, 1024)");
    };
  }

  private static void checkSlot(Py.Call call, long slots, Expr slot) {
    if (slots == 1) {
      throw Module.error(call, "a memory reference with one slot has no slot index");
    }
    if (slot instanceof ConstInt c && (c.value() < 0 || c.value() >= slots)) {
      throw Module.error(call, "slot " + c.value() + " is outside 0.." + (slots - 1));
    }
  }

  private MemRef pinned(Py.Call call, long slots, Optional<Expr> slot) {
    Var base = base(call.args().getFirst());
    return new MemRef(base, ConstInt.of(0, DataType.INT64), 0, true, slots, slot, call.span());
  }

  /** The older form of an address, a size and a number. */
  private MemRef legacy(
      String prefix, DataType offsetType, ImmutableList<Py.Expr> args, Py.Call call) {
    Var base = bindings.base(prefix + integer(args.get(2)), call.span());
    Expr offset = ConstInt.of(integer(args.get(0)), offsetType);
    return new MemRef(base, offset, integer(args.get(1)), false, 1, Optional.empty(), call.span());
  }

  private Var base(Py.Expr e) {
    return switch (e) {
      case Py.StrLit(_, String name) -> bindings.base(name, e.span());
      case Py.Name(_, String id) ->
          bindings.find(id).orElseThrow(() -> Module.error(e, "undefined variable '" + id + "'"));
      default -> throw Module.error(e, "the base of a memory reference is a name or a string");
    };
  }

  private long integer(Py.Expr e) {
    if (e instanceof Py.IntLit(_, long value)) {
      return value;
    }
    throw Module.error(e, "a constant integer is expected");
  }
}
