package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.VoidType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the types that are written as calls of their constructors. */
final class DescriptorReader {
  private static final ImmutableList<String> FIELDS =
      ImmutableList.of(
          "shape",
          "dtype",
          "memory_space",
          "valid_shape",
          "blayout",
          "slayout",
          "fractal",
          "pad",
          "compact");

  private final Module module;
  private final TypeReader types;

  DescriptorReader(Module module, TypeReader types) {
    this.module = module;
    this.types = types;
  }

  /** The type that {@code call} constructs; empty if it constructs none. */
  Optional<Type> type(Py.Call call) {
    return switch (module.callee(call).orElse("")) {
      case TypeText.NATIVE + "BufferType" -> Optional.of(buffer(call));
      case TypeText.NATIVE + "MultiBufferType" -> Optional.of(multiBuffer(call));
      case TypeText.NATIVE + "PipeType" ->
          Optional.of(new PipeType(module.member(argument(call, 0), Pipe.class)));
      case TypeText.NATIVE + "VoidType" -> Optional.of(VoidType.INSTANCE);
      default -> Optional.empty();
    };
  }

  private static Py.Expr argument(Py.Call call, int i) {
    if (i >= call.args().size()) {
      throw SignatureMistake.DESCRIPTOR_ARGUMENTS.at(call);
    }
    return call.args().get(i);
  }

  private MultiBufferType multiBuffer(Py.Call call) {
    if (!(types.type(argument(call, 0)) instanceof BufferType buffer)) {
      throw SignatureMistake.MULTI_BUFFER_SLOTS.at(call);
    }
    Py.Expr slots = call.keyword("slot_count").orElseGet(() -> argument(call, 1));
    return new MultiBufferType(buffer, types.integer(slots));
  }

  private BufferType buffer(Py.Call call) {
    List<Py.Keyword> keywords = new ArrayList<>();
    for (int i = 0; i < Math.min(call.args().size(), FIELDS.size()); i++) {
      Py.Expr value = call.args().get(i);
      keywords.add(new Py.Keyword(value.span(), FIELDS.get(i), value));
    }
    keywords.addAll(call.keywords());
    Map<String, Py.Expr> fields = new HashMap<>();
    for (Py.Keyword k : keywords) {
      if (!FIELDS.contains(k.name())) {
        throw SignatureMistake.BUFFER_FIELD.at(k.span(), k.name(), String.join(", ", FIELDS));
      }
      fields.put(k.name(), k.value());
    }
    ImmutableList<Long> shape = extents(required(call, fields, "shape"));
    TileView plain = TileView.rowMajor();
    return new BufferType(
        shape,
        types.dtype(required(call, fields, "dtype")),
        module.member(required(call, fields, "memory_space"), MemorySpace.class),
        Optional.ofNullable(fields.get("valid_shape")).map(this::extents).orElse(shape),
        types.layout(fields.get("blayout"), plain.blayout()),
        types.layout(fields.get("slayout"), plain.slayout()),
        Optional.ofNullable(fields.get("fractal")).map(types::integer).orElse(plain.fractal()),
        types.pad(fields),
        types.compact(fields));
  }

  private static Py.Expr required(Py.Call call, Map<String, Py.Expr> fields, String name) {
    Py.Expr value = fields.get(name);
    if (value == null) {
      throw SignatureMistake.BUFFER_FIELD_MISSING.at(call, name);
    }
    return value;
  }

  private ImmutableList<Long> extents(Py.Expr e) {
    if (e instanceof Py.ListLit(_, ImmutableList<Py.Expr> elements)) {
      return elements.stream().map(DescriptorReader::extent).collect(toImmutableList());
    }
    throw SignatureMistake.NOT_A_SHAPE.at(e);
  }

  private static long extent(Py.Expr e) {
    return switch (e) {
      case Py.IntLit(_, long n) -> n;
      case Py.Unary(_, var op, Py.IntLit(_, long n)) when op.equals("-") -> -n;
      default -> throw SignatureMistake.BUFFER_EXTENT.at(e);
    };
  }
}
