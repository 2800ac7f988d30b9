package io.pto4j.text;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.OptionalLong;

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
    return switch (e) {
      case Py.Index(_, Py.Expr value, _) -> isMemRef(module, value);
      case Py.Name(_, String id) ->
          module.constant(id).filter(c -> module.calls(c, "MemRef")).isPresent();
      default -> module.calls(e, "MemRef");
    };
  }

  /** Whether a module declares an allocation, which gets the name of the constant. */
  static boolean isDeclaration(Module module, Py.Expr e) {
    return e instanceof Py.Call call && module.calls(e, "MemRef") && call.args().isEmpty();
  }

  /** The declared allocation with its name. */
  static Py.Call named(Py.Call declaration, String name) {
    return new Py.Call(
        declaration.span(),
        declaration.function(),
        ImmutableList.of(new Py.StrLit(declaration.span(), name)),
        declaration.keywords());
  }

  MemRef memref(Py.Expr e) {
    if (e instanceof Py.Name(_, String id)) {
      return memref(module.constant(id).orElseThrow());
    }
    if (e instanceof Py.Index(_, Py.Expr value, ImmutableList<Py.Expr> indices)) {
      if (indices.size() != 1) {
        throw SignatureMistake.MEMREF_SLOT.at(e);
      }
      Py.Expr whole =
          value instanceof Py.Name(_, String id) ? module.constant(id).orElseThrow() : value;
      if (!(whole instanceof Py.Call call)) {
        throw SignatureMistake.MEMREF_SLOT.at(e);
      }
      return memref(call, Optional.of(slot(call, indices.getFirst())));
    }
    return memref((Py.Call) e, Optional.empty());
  }

  private MemRef memref(Py.Call call, Optional<Expr> slot) {
    ImmutableList<Py.Expr> args = call.args();
    for (Py.Keyword k : call.keywords()) {
      if (!k.name().equals("slots")) {
        throw SignatureMistake.MEMREF_KEYWORD.at(k.span(), k.name());
      }
    }
    long slots = call.keyword("slots").map(this::slots).orElse(1L);
    return switch (args.size()) {
      case 1 -> pinned(call, slots, slot);
      case 3 -> {
        boolean legacy = address(args.getFirst()).isPresent();
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
        MemorySpace space = module.member(args.getFirst(), MemorySpace.class);
        String prefix = "mem_" + Ascii.toLowerCase(space.text()) + "_";
        yield legacy(prefix, DataType.INT64, args.subList(1, args.size()), call);
      }
      default -> throw SignatureMistake.MEMREF_ARGUMENTS.at(call);
    };
  }

  /** The number of a slot; the place of a mistake is the number. */
  private Expr slot(Py.Call call, Py.Expr index) {
    Expr slot = exprs.expr(index);
    long slots = call.keyword("slots").map(this::slots).orElse(1L);
    if (slots == 1) {
      throw SignatureMistake.MEMREF_ONE_SLOT.at(index);
    }
    if (!(slot.type() instanceof ScalarType(DataType dtype)) || !dtype.isInt()) {
      throw ValueMistake.INDEX_KIND.at(index);
    }
    if (slot instanceof ConstInt c && (c.value() < 0 || c.value() >= slots)) {
      throw SignatureMistake.MEMREF_SLOT_RANGE.at(index, c.value(), (slots - 1));
    }
    return slot;
  }

  private MemRef pinned(Py.Call call, long slots, Optional<Expr> slot) {
    if (!(call.args().getFirst() instanceof Py.StrLit(_, String name))) {
      throw SignatureMistake.MEMREF_BASE.at(call.args().getFirst());
    }
    Var base = bindings.allocation(name, call.span());
    long known = bindings.slots(name, slots);
    if (known != slots) {
      throw SignatureMistake.MEMREF_TWICE.at(call, name, known);
    }
    return new MemRef(base, ConstInt.of(0, DataType.INT64), 0, true, slots, slot, call.span());
  }

  /** The older form of an address, a size and a number. */
  private MemRef legacy(
      String prefix, DataType offsetType, ImmutableList<Py.Expr> args, Py.Call call) {
    Var base = bindings.base(prefix + integer(args.get(2)), call.span());
    long address =
        address(args.get(0)).orElseThrow(() -> SignatureMistake.NOT_AN_INTEGER.at(args.get(0)));
    Expr offset = ConstInt.of(address, offsetType);
    return new MemRef(base, offset, integer(args.get(1)), false, 1, Optional.empty(), call.span());
  }

  /** The number that an address is written as; empty for the base of an allocation. */
  private OptionalLong address(Py.Expr e) {
    return switch (e) {
      case Py.Name(_, String id) when bindings.value(id).isPresent() -> OptionalLong.empty();
      case Py.Name(_, String id) when module.constant(id).isPresent() ->
          address(module.constant(id).get());
      case Py.Call c when module.calls(c, "const") || module.calls(c, "ConstInt") ->
          Dims.constant(exprs.expr(c));
      default ->
          new LiteralFolder(module, bindings).fold(e).orElse(0.0) instanceof Long value
              ? OptionalLong.of(value)
              : OptionalLong.empty();
    };
  }

  private Var base(Py.Expr e) {
    return switch (e) {
      case Py.StrLit(_, String name) -> bindings.base(name, e.span());
      case Py.Name(_, String id) ->
          bindings
              .find(id)
              .orElseThrow(() -> ValueMistake.UNDEFINED_VARIABLE.at(e, id, "define it first"));
      default -> throw SignatureMistake.MEMREF_BASE.at(e);
    };
  }

  private long slots(Py.Expr e) {
    long slots = integer(e);
    if (slots < 1) {
      throw SignatureMistake.MEMREF_SLOTS.at(e);
    }
    return slots;
  }

  private long integer(Py.Expr e) {
    Optional<Number> number = new LiteralFolder(module, bindings).fold(e);
    if (number.isPresent() && number.get() instanceof Long value) {
      return value;
    }
    throw SignatureMistake.NOT_AN_INTEGER.at(e);
  }
}
