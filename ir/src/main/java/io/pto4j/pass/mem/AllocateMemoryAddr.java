package io.pto4j.pass.mem;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.AutoName;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays the buffers of every on-chip memory out one after the other, in the order of their
 * declarations, and writes the addresses into the memory references. Source: PyPTO passes,
 * AllocateMemoryAddr.
 */
public final class AllocateMemoryAddr implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SPLIT_INCORE_ORCH,
        Property.INCORE_TILE_OPS,
        Property.HAS_MEM_REFS,
        Property.TILE_OPS_2D);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.ALLOCATED_MEMORY_ADDR);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> f.funcType().isInCore() ? new Layout(f, context.target()).apply() : f);
  }

  private record Buffer(Var base, MemorySpace space, long address, long size) {}

  private static final class Layout {
    private final Function function;
    private final Target target;
    private final Map<Var, Buffer> buffers = new LinkedHashMap<>();
    private final SetMultimap<Var, Var> members = LinkedHashMultimap.create();

    Layout(Function function, Target target) {
      this.function = function;
      this.target = target;
    }

    Function apply() {
      Walk.stmts(
          function.body(),
          s -> {
            for (Var var : Walk.definedBy(s)) {
              if (var.type() instanceof TileType tile && tile.memref().isPresent()) {
                members.put(tile.memref().get().base(), var);
              }
            }
          });
      place();
      checkCapacity();
      Map<Var, MemRef> placed = new HashMap<>();
      members.forEach((base, var) -> placed.put(var, at(buffers.get(base).address(), var)));
      placed.values().removeIf(ref -> ref == null);
      return placed.isEmpty() ? function : new MemRefRewriter(placed::get).function(function);
    }

    private void place() {
      Map<MemorySpace, Long> ends = new EnumMap<>(MemorySpace.class);
      for (Stmt stmt : SeqStmts.listOf(function.body())) {
        if (UnusedAllocations.isAllocation(stmt)) {
          AssignStmt alloc = (AssignStmt) stmt;
          Call call = (Call) alloc.value();
          long size = ((ConstInt) call.args().get(1)).value();
          MemorySpace space = space(((ConstInt) call.args().get(0)).value());
          long address = ends.getOrDefault(space, 0L);
          buffers.put(alloc.var(), new Buffer(alloc.var(), space, address, size));
          ends.put(space, align(address + size));
        }
      }
    }

    private static MemorySpace space(long code) {
      for (MemorySpace space : MemorySpace.values()) {
        if (space.code() == code) {
          return space;
        }
      }
      throw new IllegalStateException("no memory space " + code);
    }

    private long align(long address) {
      int unit = target.vectorAlignment();
      return (address + unit - 1) / unit * unit;
    }

    /**
     * The member's reference at its absolute address; an offset that is not constant lies somewhere
     * in the buffer.
     */
    private static MemRef at(long base, Var var) {
      MemRef ref = ((TileType) var.type()).memref().orElseThrow();
      long offset = ref.byteOffset() instanceof ConstInt c ? c.value() : 0;
      return offset == 0 && base == 0 && ref.byteOffset() instanceof ConstInt
          ? null
          : ref.withByteOffset(ConstInt.of(base + offset, DataType.INT64));
    }

    private void checkCapacity() {
      Map<MemorySpace, Long> used = new EnumMap<>(MemorySpace.class);
      for (Buffer buffer : buffers.values()) {
        used.merge(buffer.space(), align(buffer.address() + buffer.size()), Math::max);
      }
      used.forEach(
          (space, bytes) -> {
            Long limit = target.memoryBytes().get(space);
            if (limit == null) {
              throw new IrException(
                  "%s has no %s memory".formatted(target.name(), space.text()),
                  "use another memory space",
                  function.span());
            }
            if (bytes > limit) {
              throw new IrException(
                  "%s buffer usage (%d bytes) exceeds platform limit (%d bytes) in kernel '%s'; live tiles: %s"
                      .formatted(
                          space.text(), bytes, limit, AutoName.base(function.name()), tiles(space)),
                  "use smaller tiles, or fewer at the same time",
                  function.span());
            }
          });
    }

    private String tiles(MemorySpace space) {
      return buffers.values().stream()
          .filter(b -> b.space() == space)
          .map(b -> describe(b, List.copyOf(members.get(b.base()))))
          .collect(joining("; "));
    }

    /** The tiles of a buffer by the names and lines that the author knows. */
    private static String describe(Buffer buffer, List<Var> tiles) {
      String names =
          tiles.stream()
              .filter(v -> !(v instanceof IterArg))
              .map(
                  v ->
                      AutoName.base(v.nameHint())
                          + (v.span().isKnown() ? " (line " + v.span().beginLine() + ")" : ""))
              .distinct()
              .collect(joining(", "));
      return names + ": " + buffer.size() + " bytes";
    }
  }
}
