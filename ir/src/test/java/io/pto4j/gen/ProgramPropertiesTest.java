package io.pto4j.gen;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.pass.Ir;
import io.pto4j.pass.RoundTrip;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import io.pto4j.verify.Verifiers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What holds for every program, whatever it says. */
class ProgramPropertiesTest {
  private static final ImmutableSet<io.pto4j.pass.Property> WELL_TYPED =
      Sets.immutableEnumSet(
          io.pto4j.pass.Property.SSA_FORM,
          io.pto4j.pass.Property.TYPE_CHECKED,
          io.pto4j.pass.Property.USE_AFTER_DEF,
          io.pto4j.pass.Property.BREAK_CONTINUE_VALID,
          io.pto4j.pass.Property.NO_NESTED_CALLS,
          io.pto4j.pass.Property.ARRAY_NOT_ESCAPED,
          io.pto4j.pass.Property.OUT_PARAM_NOT_SHADOWED,
          io.pto4j.pass.Property.MANUAL_DEPS_ON_SUBMIT_ONLY,
          io.pto4j.pass.Property.ORCHESTRATION_REFERENCES_RESOLVED,
          io.pto4j.pass.Property.PIPELINE_LOOP_VALID,
          io.pto4j.pass.Property.TILE_TYPE_COHERENCE);

  @Provide
  Arbitrary<Program> programs() {
    return Programs.printable();
  }

  @Provide
  Arbitrary<Program> whole() {
    return Programs.whole();
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Property
  void programIsWellTyped(@ForAll("programs") Program program) {
    assertThat(Verifiers.verify(program, Ir.CONTEXT.target(), WELL_TYPED)).isEmpty();
  }

  @Property
  void programEqualsItself(@ForAll("whole") Program program) {
    assertThat(IrEquality.difference(program, program, false)).isEmpty();
    assertThat(IrHash.hash(program, false)).isEqualTo(IrHash.hash(program, false));
  }

  @Property
  void programEqualsItsCopyAndHasItsHash(@ForAll("whole") Program program) {
    Program copy = Clones.of(program, Program.class);

    assertThat(IrEquality.difference(program, copy, true)).isEmpty();
    assertThat(IrEquality.difference(copy, program, true)).isEmpty();
    assertThat(IrHash.hash(copy, true)).isEqualTo(IrHash.hash(program, true));
  }

  @Property
  void equalWithoutMappingHasTheSameHash(@ForAll("whole") Program program) {
    for (Function function : program.functions().values()) {
      Function copy = Clones.of(function, Function.class);
      if (IrEquality.equal(function, copy, false)) {
        assertThat(IrHash.hash(copy, false)).isEqualTo(IrHash.hash(function, false));
      }
    }
  }

  @Property
  void changedConstantIsSeen(@ForAll("programs") Program program, @ForAll("seeds") long seed) {
    List<ConstInt> constants = new ArrayList<>();
    program.functions().values().forEach(f -> new ConstantFinder(constants).function(f));
    if (constants.isEmpty()) {
      return;
    }
    ConstInt changed = constants.get(new Random(seed).nextInt(constants.size()));
    Program other =
        program.mapFunctions(
            f ->
                new Rewriter() {
                  @Override
                  public Expr expr(Expr expr) {
                    return expr == changed
                        ? new ConstInt(changed.span(), changed.type(), changed.value() ^ 1)
                        : super.expr(expr);
                  }
                }.function(f));

    assertThat(IrEquality.equal(program, other, true)).isFalse();
  }

  /** Finds the constants that matter; memory references, in types, do not. */
  private static final class ConstantFinder extends Rewriter {
    private final List<ConstInt> constants;

    ConstantFinder(List<ConstInt> constants) {
      this.constants = constants;
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof ConstInt c) {
        constants.add(c);
      }
      return super.expr(expr);
    }

    @Override
    public Type type(Type type) {
      return type;
    }
  }

  @Property
  void mappingNothingGivesTheSameObjects(@ForAll("whole") Program program) {
    ChildMapper identity =
        new ChildMapper() {
          @Override
          public Expr expr(Expr expr) {
            Expr mapped = Children.map(expr, this);
            assertThat(mapped).isSameAs(expr);
            return mapped;
          }

          @Override
          public Stmt stmt(Stmt stmt) {
            Stmt mapped = Children.map(stmt, this);
            assertThat(mapped).isSameAs(stmt);
            return mapped;
          }

          @Override
          public Type type(Type type) {
            Type mapped = Children.map(type, this);
            assertThat(mapped).isSameAs(type);
            return mapped;
          }

          @Override
          public Var def(Var var) {
            return var;
          }
        };
    for (Function function : program.functions().values()) {
      assertThat(Children.map(function, identity)).isSameAs(function);
    }
  }

  @Property
  void binaryFormIsReadBack(@ForAll("whole") Program program) {
    byte[] bytes = IrWriter.write(program);
    Program read = IrReader.read(bytes);

    assertThat(IrEquality.difference(program, read, true)).isEmpty();
    assertThat(IrWriter.write(read)).isEqualTo(bytes);
    assertThat(IrPrinter.print(read)).isEqualTo(IrPrinter.print(program));
  }

  @Property
  void damagedBinaryFormIsRefusedOrRead(
      @ForAll("programs") Program program, @ForAll("seeds") long seed) {
    byte[] bytes = IrWriter.write(program);
    Random random = new Random(seed);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    try {
      IrPrinter.print(IrReader.read(bytes));
    } catch (IrException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  @Property
  void textIsReadBack(@ForAll("programs") Program program) {
    RoundTrip.check(program, "as generated");
  }

  @Property
  void textOfTheEcosystemIsReadBack(@ForAll("programs") Program program) {
    String text = IrPrinter.print(program, PrintOptions.ecosystem());

    Program read = IrParser.program(text, "k.py");

    assertThat(IrPrinter.print(read, PrintOptions.ecosystem())).isEqualTo(text);
  }

  @Property
  void damagedTextIsRefusedOrRead(@ForAll("programs") Program program, @ForAll("seeds") long seed) {
    StringBuilder text = new StringBuilder(IrPrinter.print(program));
    Random random = new Random(seed);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, "()[]{},.=:+-*/\"'\n #1ax".charAt(random.nextInt(22)));
        default -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
      }
    }
    try {
      IrParser.parse(text.toString(), "k.py");
    } catch (IrException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  @Test
  void everyFieldOfEveryKindIsVisited() {
    Set<Class<?>> seen = new HashSet<>();
    for (int seed = 0; seed < 60; seed++) {
      for (Function function : Programs.of(seed, 12).functions().values()) {
        checkChildren(function, seen);
      }
    }
    Set<Class<?>> expected = new HashSet<>(NodeFields.classes());
    // these are children of definitions and types, which the mapper leaves to its callers
    expected.removeAll(
        ImmutableSet.of(Program.class, Var.class, IterArg.class, MemRef.class, WindowBuffer.class));
    assertThat(seen).containsAll(expected);
  }

  private static void checkChildren(IrNode node, Set<Class<?>> seen) {
    if (node instanceof Var) {
      return;
    }
    seen.add(node.getClass());
    Recorder recorder = new Recorder();
    switch (node) {
      case Expr e -> Children.map(e, recorder);
      case Stmt s -> Children.map(s, recorder);
      case Function f -> Children.map(f, recorder);
      case Program _ -> throw new AssertionError();
    }
    for (NodeFields.Field field : NodeFields.of(node)) {
      List<IrNode> children = new ArrayList<>();
      collect(field.get(node), children);
      for (IrNode child : children) {
        assertThat(recorder.visited)
            .as("%s.%s", NodeFields.kind(node), field.name())
            .contains(child);
        checkChildren(child, seen);
      }
    }
  }

  private static void collect(Object value, List<IrNode> into) {
    switch (value) {
      case IrNode node -> into.add(node);
      case List<?> list -> list.forEach(e -> collect(e, into));
      case Optional<?> optional -> optional.ifPresent(e -> collect(e, into));
      case Attrs attrs ->
          attrs
              .entries()
              .values()
              .forEach(
                  a -> {
                    switch (a) {
                      case AttrValue.OfVar(Var v) -> into.add(v);
                      case AttrValue.OfVars(var vs) -> into.addAll(vs);
                      case AttrValue.OfExpr(Expr e) -> into.add(e);
                      default -> {}
                    }
                  });
      default -> {}
    }
  }

  /** Notes every child that a rebuilding visits. */
  private static final class Recorder implements ChildMapper {
    private final Set<IrNode> visited = Walk.nodeSet();

    @Override
    public Expr expr(Expr expr) {
      visited.add(expr);
      return expr;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      visited.add(stmt);
      return stmt;
    }

    @Override
    public WindowBuffer windowBuffer(WindowBuffer window) {
      visited.add(window);
      return window;
    }

    @Override
    public Type type(Type type) {
      return type;
    }

    @Override
    public Var def(Var var) {
      visited.add(var);
      return var;
    }
  }
}
