package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One example of every type goes through both forms of a program. */
class TypesTest {
  private static final Span HERE = Span.unknown();

  static Stream<Type> examples() {
    Var pointer = new Var("mem", PtrType.INSTANCE, HERE);
    BufferType buffer = BufferType.of(DataType.FP32, MemorySpace.VEC, 32, 64);
    return Stream.concat(
        Stream.of(HandleType.values()),
        Stream.of(
            ScalarType.of(DataType.INT64),
            TensorType.of(DataType.FP16, 64, 32),
            DistributedTensorType.of(DataType.FP32, 256)
                .withTensorView(TensorView.packed().withLayout(TensorLayout.DN)),
            new TileType(
                DataType.FP16,
                Dims.of(32, 32),
                Optional.of(MemRef.of(pointer, 0, 2048)),
                Optional.of(TileView.rowMajor().withValidShape(Dims.of(16, 32))),
                Optional.of(MemorySpace.LEFT)),
            new ArrayType(DataType.INT32, ConstInt.index(16)),
            new TupleType(
                ImmutableList.of(ScalarType.of(DataType.FP32), new TupleType(ImmutableList.of()))),
            new PipeType(Pipe.MTE2),
            new RegType(64, DataType.FP32, RegKind.VEC_REG),
            new RegType(64, DataType.BOOL, RegKind.MASK_REG),
            buffer,
            buffer
                .withValidShape(BufferType.DYNAMIC, 64L)
                .withSlayout(TileLayout.COL_MAJOR)
                .withPad(PadValue.MIN)
                .withCompact(CompactMode.NORMAL),
            new MultiBufferType(buffer, 2),
            UnknownType.INSTANCE,
            PtrType.INSTANCE,
            MemRefType.INSTANCE));
  }

  @Test
  void everyTypeHasAnExample() {
    ImmutableSet<String> kinds =
        Stream.concat(examples(), Stream.of(VoidType.INSTANCE))
            .map(NodeFields::kind)
            .collect(ImmutableSet.toImmutableSet());

    assertThat(IrReference.typeKinds()).containsExactlyInAnyOrderElementsOf(kinds);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void survivesTheBinaryForm(Type type) {
    Function f = using(type);

    Function read = IrReader.read(IrWriter.write(f), Function.class);

    IrEquality.assertEqual(f, read, false);
    assertThat(IrHash.hash(read)).isEqualTo(IrHash.hash(f));
    assertThat(IrEquality.equal(type, read.params().getFirst().type(), true)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void survivesTheTextForm(Type type) {
    Program p = Program.of("P", ImmutableList.of(using(type)), HERE);

    IrEquality.assertEqual(p, IrParser.program(IrPrinter.print(p), "k.py"), false);
  }

  @Test
  void differsFromEveryOtherType() {
    ImmutableList<Type> all = examples().collect(ImmutableList.toImmutableList());
    for (Type a : all) {
      for (Type b : all) {
        assertThat(IrEquality.equal(a, b, true)).as("%s and %s", a, b).isEqualTo(a == b);
      }
    }
  }

  /** The fields of types whose changes are tested. */
  static ImmutableSet<String> rows() {
    return fields().map(a -> a.get()[0] + "." + a.get()[1]).collect(ImmutableSet.toImmutableSet());
  }

  static Stream<Arguments> fields() {
    return Stream.concat(examples(), fullExamples())
        .filter(Record.class::isInstance)
        .map(Type::getClass)
        .distinct()
        .flatMap(
            c ->
                Arrays.stream(c.getRecordComponents())
                    // the kind of a register follows from what it holds
                    .filter(component -> component.getType() != RegKind.class)
                    .map(component -> Arguments.of(c.getSimpleName(), component.getName(), c)));
  }

  /** Types with something in every field that may be empty. */
  private static Stream<Type> fullExamples() {
    Var pointer = new Var("mem", PtrType.INSTANCE, HERE);
    MemRef memory = MemRef.of(pointer, 0, 2048);
    TensorView view = TensorView.packed().withLayout(TensorLayout.DN).withPad(PadValue.ZERO);
    WindowBuffer window = new WindowBuffer(pointer, ConstInt.index(64), true, false, HERE);
    return Stream.of(
        new TensorType(DataType.FP16, Dims.of(8, 4), Optional.of(memory), Optional.of(view)),
        new DistributedTensorType(
            DataType.FP16,
            Dims.of(8, 4),
            Optional.of(memory),
            Optional.of(view),
            Optional.of(window)),
        new TupleType(ImmutableList.of(ScalarType.of(DataType.FP32))));
  }

  @ParameterizedTest(name = "{0}.{1}")
  @MethodSource("fields")
  void fieldIsComparedAndStored(String kind, String name, Class<? extends Type> typeClass) {
    int accepted = 0;
    for (Type type : Stream.concat(examples(), fullExamples()).toList()) {
      if (typeClass.isInstance(type)) {
        for (Type changed : changed(type, name)) {
          accepted++;
          // the memory of a tensor or tile is no part of its type
          assertThat(IrEquality.equal(type, changed, true)).isEqualTo(name.equals("memref"));
          survivesTheBinaryForm(changed);
        }
      }
    }
    assertThat(accepted).as("changes of %s.%s", kind, name).isPositive();
  }

  /** {@code type} with other values of one field, as far as its constructor allows them. */
  private static List<Type> changed(Type type, String name) {
    RecordComponent[] components = type.getClass().getRecordComponents();
    List<Type> changed = new ArrayList<>();
    try {
      Object[] values = new Object[components.length];
      Class<?>[] classes = new Class<?>[components.length];
      int at = 0;
      for (int i = 0; i < components.length; i++) {
        values[i] = components[i].getAccessor().invoke(type);
        classes[i] = components[i].getType();
        at = components[i].getName().equals(name) ? i : at;
      }
      Constructor<?> constructor = type.getClass().getDeclaredConstructor(classes);
      for (Object other : others(values[at])) {
        Object[] changedValues = values.clone();
        changedValues[at] = other;
        try {
          changed.add((Type) constructor.newInstance(changedValues));
        } catch (InvocationTargetException e) {
          assertThat(e).hasCauseInstanceOf(IrException.class);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.toString(), e);
    }
    return changed;
  }

  private static List<Object> others(Object value) {
    return switch (value) {
      case Enum<?> e ->
          Arrays.<Object>stream(e.getDeclaringClass().getEnumConstants())
              .filter(o -> o != e)
              .toList();
      case Integer i -> List.of(i + 32);
      case Long l -> List.of(l - 1, l + 1);
      case ConstInt c -> List.of(ConstInt.index(c.value() + 2));
      case Optional<?> o when o.isPresent() ->
          Stream.<Object>concat(
                  Stream.of(Optional.empty()), others(o.get()).stream().map(Optional::of))
              .toList();
      case List<?> l when !l.isEmpty() -> otherLists(l);
      case BufferType b -> List.of(b.withFractal(b.fractal() + 1));
      case ScalarType _ -> List.of(UnknownType.INSTANCE);
      default -> List.of();
    };
  }

  private static List<Object> otherLists(List<?> list) {
    List<?> head = list.subList(0, list.size() - 1);
    List<Object> all = new ArrayList<>(List.of(ImmutableList.copyOf(head)));
    others(list.getLast())
        .forEach(last -> all.add(ImmutableList.builder().addAll(head).add(last).build()));
    return all;
  }

  @Test
  void voidCallSurvivesTheBinaryForm() {
    Call call =
        new Call(
            HERE,
            VoidType.INSTANCE,
            new Operator("buffer.copy"),
            ImmutableList.of(),
            Attrs.empty(),
            Attrs.empty());

    assertThat(IrReader.read(IrWriter.write(call), Call.class).type()).isSameAs(VoidType.INSTANCE);
  }

  @Test
  void tensorsOfOneWindowShareIt() {
    Var base = new Var("buf", PtrType.INSTANCE, HERE);
    WindowBuffer window = new WindowBuffer(base, ConstInt.index(1024), true, false, HERE);
    WindowBuffer twin = new WindowBuffer(base, ConstInt.index(1024), true, false, HERE);
    DistributedTensorType cut =
        DistributedTensorType.of(DataType.FP32, 256).withWindowBuffer(window);

    assertThat(IrEquality.equal(cut, cut.withWindowBuffer(window), false)).isTrue();
    assertThat(IrEquality.equal(cut, cut.withWindowBuffer(twin), false)).isFalse();
    assertThat(IrEquality.equal(cut, cut.withWindowBuffer(Optional.empty()), true)).isFalse();
    assertThat(IrEquality.equal(cut, TensorType.of(DataType.FP32, 256), true)).isFalse();
  }

  @Test
  void rewritingKeepsTheWindowShared() {
    Var size = new Var("n", ScalarType.of(DataType.INDEX), HERE);
    Var base = new Var("buf", PtrType.INSTANCE, HERE);
    WindowBuffer window = new WindowBuffer(base, size, false, false, HERE);
    Type cut = DistributedTensorType.of(DataType.FP32, 256).withWindowBuffer(window);
    Rewriter rewriter = new Rewriter();
    rewriter.replace(size, ConstInt.index(1024));

    DistributedTensorType first = (DistributedTensorType) rewriter.type(cut);
    DistributedTensorType second = (DistributedTensorType) rewriter.type(cut);

    assertThat(first.windowBuffer().orElseThrow().size()).isInstanceOf(ConstInt.class);
    assertThat(second.windowBuffer().orElseThrow()).isSameAs(first.windowBuffer().orElseThrow());
  }

  private static Function using(Type type) {
    Var x = new Var("x", type, HERE);
    return new Function(
        HERE,
        ImmutableList.of(x),
        ImmutableList.of(ParamDirection.IN),
        FunctionType.OPAQUE,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(type),
        ReturnStmt.of(ImmutableList.of(x), HERE),
        "f");
  }
}
