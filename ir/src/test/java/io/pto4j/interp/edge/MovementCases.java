package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import java.math.BigInteger;
import java.util.Random;

/** Operators that move elements, look at them differently, or make them out of nothing. */
final class MovementCases {
  /** Elements that are looked at one by one. */
  private static final int MAX_UNDEFINED = 64;

  private MovementCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    put(cases, "tile.load", MovementCases::load);
    put(cases, "tile.store", MovementCases::store);
    put(cases, "tile.move", MovementCases::move);
    put(cases, "tile.extract", MovementCases::extract);
    put(cases, "tile.transpose_view", MovementCases::transposedView);
    put(cases, "tensor.dim", MovementCases::extent);
    put(cases, "tensor.expand_clone", MovementCases::clones);
    put(cases, "tile.tri", MovementCases::triangle);
    put(cases, "tile.fillpad_inplace", (o, t, g, r) -> padded(o, g, t, g, r));
    put(cases, "tile.create", MovementCases::created);
    put(cases, "tensor.create_l1", MovementCases::created);
    put(cases, "tensor.create", MovementCases::created);
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      put(cases, level + "assemble", MovementCases::assemble);
      put(cases, level + "concat", MovementCases::concat);
      put(cases, level + "read", MovementCases::read);
      put(cases, level + "write", MovementCases::write);
      put(cases, level + "slice", MovementCases::slice);
      put(cases, level + "reshape", MovementCases::reshape);
      put(cases, level + "transpose", MovementCases::transpose);
      put(cases, level + "set_validshape", MovementCases::narrowed);
      put(cases, level + "full", MovementCases::full);
      put(cases, level + "ci", MovementCases::sequence);
      put(cases, level + "fillpad", (o, t, g, r) -> padded(o, g, t, g, r));
      put(cases, level + "fillpad_expand", MovementCases::padExpanded);
    }
  }

  private static AttrValue vec() {
    return AttrValue.of(MemorySpace.VEC);
  }

  /** The matrix inside of a larger one, at row 1 and column 2. */
  private static Cells around(DataType t, Geometry g, Random random) {
    return new Geometry(g.rows() + 2, g.cols() + 3).any(t, random);
  }

  private static boolean load(String operator, DataType t, Geometry g, Random random) {
    Cells tensor = around(t, g, random);
    return Applied.of(operator)
        .with(tensor)
        .with(1, 2)
        .with(g.shape())
        .with(g.valid())
        .attr("target_memory", vec())
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> tensor.at(p[0] + 1, p[1] + 2)));
  }

  private static boolean store(String operator, DataType t, Geometry g, Random random) {
    Cells tile = g.any(t, random);
    Cells tensor = around(t, g, random);
    boolean plain =
        Applied.of(operator)
            .with(tile)
            .with(1, 2)
            .with(tensor)
            .gives(() -> written(tensor, tile, t, false));
    boolean atomic =
        Applied.of(operator)
            .with(tile)
            .with(1, 2)
            .with(tensor)
            .attr("atomic", AttrValue.of(1))
            .gives(() -> written(tensor, tile, t, true));
    return plain || atomic;
  }

  /** The target with the source written, or added, at row 1 and column 2. */
  private static Cells written(Cells target, Cells source, DataType t, boolean added) {
    return Cells.of(
        t,
        target.shape(),
        p -> {
          int[] from = {p[0] - 1, p[1] - 2};
          boolean inside = from[0] >= 0 && from[1] >= 0 && source.has(from);
          if (!inside) {
            return target.at(p);
          }
          return added ? Plain.binary("add", t, target.at(p), source.at(from)) : source.at(from);
        });
  }

  private static boolean assemble(String operator, DataType t, Geometry g, Random random) {
    Cells target = around(t, g, random);
    Cells source = g.any(t, random);
    return Applied.of(operator)
        .with(target)
        .with(source)
        .with(1, 2)
        .gives(() -> written(target, source, t, false));
  }

  private static boolean move(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    return Applied.of(operator).with(a).attr("target_memory", vec()).gives(() -> a);
  }

  private static boolean extract(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    Cells a = around(t, g, random);
    return Applied.of(operator)
        .with(a)
        .with(1)
        .with(2)
        .with(g.shape())
        .attr("target_memory", AttrValue.of(MemorySpace.LEFT))
        .gives(() -> Cells.of(t, g.shape(), p -> a.at(p[0] + 1, p[1] + 2)));
  }

  private static boolean concat(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = new Geometry(g.rows(), 3).any(t, random);
    int[] shape = {g.rows(), g.cols() + 3};
    return Applied.of(operator)
        .with(a)
        .with(b)
        .gives(
            () -> Cells.of(t, shape, p -> p[1] < g.cols() ? a.at(p) : b.at(p[0], p[1] - g.cols())));
  }

  private static boolean read(String operator, DataType t, Geometry g, Random random) {
    if (g.isEmpty()) {
      return false;
    }
    Cells a = g.any(t, random);
    int row = random.nextInt(g.validRows());
    int col = random.nextInt(g.validCols());
    return Applied.of(operator).with(a).with(row, col).givesNumber(() -> a.at(row, col));
  }

  private static boolean write(String operator, DataType t, Geometry g, Random random) {
    if (g.isEmpty()) {
      return false;
    }
    Cells a = g.any(t, random);
    int row = random.nextInt(g.validRows());
    int col = random.nextInt(g.validCols());
    Number x = Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
    return Applied.of(operator)
        .with(a)
        .with(row, col)
        .with(t, x)
        .gives(
            () -> Cells.of(t, g.shape(), g.valid(), p -> p[0] == row && p[1] == col ? x : a.at(p)));
  }

  private static boolean slice(String operator, DataType t, Geometry g, Random random) {
    Cells a = around(t, g, random);
    return Applied.of(operator)
        .with(a)
        .with(g.shape())
        .with(1, 2)
        .with(g.valid())
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> a.at(p[0] + 1, p[1] + 2)));
  }

  private static boolean reshape(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    Cells a = g.any(t, random);
    int[] shape = {g.cols(), g.rows()};
    return Applied.of(operator)
        .with(a)
        .with(shape)
        .gives(() -> new Cells(t, shape, shape, a.elements()));
  }

  private static Cells turned(Cells a, DataType t, Geometry g) {
    return Cells.of(
        t,
        new int[] {g.cols(), g.rows()},
        new int[] {g.validCols(), g.validRows()},
        p -> a.at(p[1], p[0]));
  }

  private static boolean transpose(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Applied applied = Applied.of(operator).with(a).with(0).with(1);
    return ElementwiseCases.scratched(applied, operator, t, g.shape()).gives(() -> turned(a, t, g));
  }

  private static boolean transposedView(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    return Applied.of(operator).with(a).gives(() -> turned(a, t, g));
  }

  private static boolean narrowed(String operator, DataType t, Geometry g, Random random) {
    Cells a = new Geometry(g.rows(), g.cols()).any(t, random);
    return Applied.of(operator)
        .with(a)
        .with(g.validRows())
        .with(g.validCols())
        .gives(() -> Cells.of(t, g.shape(), g.valid(), a::at));
  }

  private static boolean extent(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    return Applied.of(operator).with(a).with(1).givesNumber(() -> (long) g.cols());
  }

  private static boolean clones(String operator, DataType t, Geometry g, Random random) {
    if (g.isEmpty()) {
      return false;
    }
    int repeated = random.nextInt(3);
    int[] to = {2, g.rows(), g.cols()};
    int[] from = to.clone();
    from[repeated] = 1;
    Cells input = Cells.pick(t, from, from, Edges.elements(t), random);
    Cells target = Cells.pick(t, to, to, Edges.elements(t), random);
    return Applied.of(operator)
        .with(input)
        .with(target)
        .gives(
            () ->
                Cells.of(
                    t,
                    to,
                    p -> {
                      int[] at = p.clone();
                      at[repeated] = 0;
                      return input.at(at);
                    }));
  }

  // ---- out of nothing

  private static boolean created(String operator, DataType t, Geometry g, Random random) {
    if (g.rows() * g.cols() > MAX_UNDEFINED) {
      return false;
    }
    Applied applied = Applied.of(operator).with(g.shape()).attr("dtype", AttrValue.of(t));
    if (operator.equals("tile.create")) {
      applied.attr("target_memory", vec());
    }
    return applied.gives(() -> Cells.of(t, g.shape(), _ -> null));
  }

  private static boolean full(String operator, DataType t, Geometry g, Random random) {
    Number x = Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
    return Applied.of(operator)
        .with(g.shape())
        .with(t, x)
        .attr("dtype", AttrValue.of(t))
        .gives(() -> Cells.of(t, g.shape(), _ -> x));
  }

  private static boolean sequence(String operator, DataType t, Geometry g, Random random) {
    if (t.isFloat()) {
      return false;
    }
    long start = (Long) Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
    boolean descending = random.nextBoolean();
    int[] row = {1, g.cols()};
    return Applied.of(operator)
        .with(t, start)
        .with(row)
        .attr("dtype", AttrValue.of(t))
        .attr("descending", AttrValue.of(descending))
        .gives(
            () ->
                Cells.of(
                    t,
                    row,
                    p ->
                        Plain.binary(
                            descending ? "sub" : "add", t, start, Plain.wrap(t, big(p[1])))));
  }

  private static BigInteger big(long x) {
    return BigInteger.valueOf(x);
  }

  private static boolean triangle(String operator, DataType t, Geometry g, Random random) {
    int diagonal = random.nextInt(7) - 3;
    boolean upper = random.nextBoolean();
    Number one = t.isFloat() ? (Number) 1.0 : (Number) 1L;
    Number zero = t.isFloat() ? (Number) 0.0 : (Number) 0L;
    return Applied.of(operator)
        .with(DataType.INT32, (long) diagonal)
        .with(g.shape())
        .with(g.valid())
        .attr("dtype", AttrValue.of(t))
        .attr("upper", AttrValue.of(upper))
        .gives(
            () ->
                Cells.of(
                    t,
                    g.shape(),
                    g.valid(),
                    p -> (upper ? p[1] >= p[0] + diagonal : p[1] <= p[0] + diagonal) ? one : zero));
  }

  // ---- padding

  private static Number pad(DataType t, PadValue pad) {
    if (t.isFloat()) {
      double limit = t.bits() == 8 || pad == PadValue.ZERO ? 0 : Double.POSITIVE_INFINITY;
      return pad == PadValue.MIN && limit != 0 ? -limit : limit;
    }
    if (pad == PadValue.ZERO || t.bits() == 64) {
      return 0L;
    }
    return (pad == PadValue.MAX ? Plain.most(t) : Plain.least(t)).longValue();
  }

  private static boolean padExpanded(String operator, DataType t, Geometry g, Random random) {
    return padded(operator, new Geometry(g.rows() + 3, g.cols() + 5), t, g, random);
  }

  private static boolean padded(
      String operator, Geometry result, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    boolean allowed = false;
    for (PadValue pad : ImmutableList.of(PadValue.ZERO, PadValue.MAX, PadValue.MIN)) {
      Applied applied = Applied.of(operator).with(a);
      if (operator.endsWith("expand")) {
        applied.with(result.shape());
      }
      allowed |=
          applied
              .attr("pad_value", new AttrValue.OfPadValue(pad))
              .gives(() -> Cells.of(t, result.shape(), p -> a.has(p) ? a.at(p) : pad(t, pad)));
    }
    return allowed;
  }
}
