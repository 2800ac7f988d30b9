package io.pto4j.gen;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Comparison and hashing of programs that differ in one field. */
class MutationPropertiesTest {
  @Provide
  Arbitrary<Program> programs() {
    return Programs.printable();
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Property
  void changedFieldIsSeenAndNamed(@ForAll("programs") Program program, @ForAll("seeds") long seed) {
    Optional<Mutation> mutation = Mutation.of(program, new Random(seed));
    if (mutation.isEmpty()) {
      return;
    }
    Program mutated = mutation.get().program();
    for (boolean autoMap : new boolean[] {false, true}) {
      assertThat(IrEquality.difference(program, mutated, autoMap))
          .hasValueSatisfying(d -> assertThat(d.path()).isEqualTo(mutation.get().path()));
      assertThat(IrEquality.difference(mutated, program, autoMap))
          .hasValueSatisfying(d -> assertThat(d.path()).isEqualTo(mutation.get().path()));
    }
    Program copy = Clones.of(mutated, Program.class);
    assertThat(IrEquality.difference(program, copy, true))
        .hasValueSatisfying(d -> assertThat(d.path()).isEqualTo(mutation.get().path()));
  }

  @Property
  void whatIsEqualHasTheSameHash(@ForAll("programs") Program program, @ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Program one = Mutation.of(program, random).map(Mutation::program).orElse(program);
    Program other = Mutation.of(one, random).map(Mutation::program).orElse(one);
    List<Program> programs =
        ImmutableList.of(
            program, one, other, Clones.of(one, Program.class), new Disguise().of(one));
    for (Program left : programs) {
      for (Program right : programs) {
        for (boolean autoMap : new boolean[] {false, true}) {
          if (IrEquality.equal(left, right, autoMap)) {
            assertThat(IrHash.hash(left, autoMap)).isEqualTo(IrHash.hash(right, autoMap));
          }
        }
      }
    }
  }

  @Property
  void whatIsIgnoredMakesNoDifference(@ForAll("programs") Program program) {
    Program disguised = new Disguise().of(program);

    for (boolean autoMap : new boolean[] {false, true}) {
      assertThat(IrEquality.difference(program, disguised, autoMap)).isEmpty();
      assertThat(IrEquality.difference(disguised, program, autoMap)).isEmpty();
      assertThat(IrHash.hash(disguised, autoMap)).isEqualTo(IrHash.hash(program, autoMap));
    }
  }

  /** Changes names, places, comments and the order of attributes. */
  private static final class Disguise extends Rewriter {
    private static final Span ELSEWHERE = Span.at("elsewhere.py", 7, 7);

    Program of(Program program) {
      return program.mapFunctions(this::function);
    }

    @Override
    public Expr expr(Expr expr) {
      Expr mapped = super.expr(expr);
      return mapped instanceof Var ? mapped : (Expr) disguised(mapped);
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return (Stmt) disguised(super.stmt(stmt));
    }

    @Override
    public Type type(Type type) {
      return type instanceof DistributedTensorType d
          ? d.withWindowBuffer(d.windowBuffer().map(this::windowBuffer))
          : type;
    }

    @Override
    public Var def(Var var) {
      Var renamed =
          switch (super.def(var)) {
            case IterArg a -> new IterArg("other", a.type(), a.initValue(), ELSEWHERE);
            case Var v -> new Var("other", v.type(), ELSEWHERE);
          };
      replace(var, renamed);
      return renamed;
    }

    private static IrNode disguised(IrNode node) {
      IrNode result = node;
      for (RecordComponent component : Mutation.Parts.of(node)) {
        Object value = Mutation.Parts.value(result, component);
        Optional<Object> other =
            switch (component.getName()) {
              case "span" -> Optional.of(ELSEWHERE);
              case "attrs", "kwargs" -> Optional.of(reversed((Attrs) value));
              default -> Optional.empty();
            };
        if (other.isPresent()) {
          result = Mutation.Parts.with(result, component, other.get());
        }
      }
      return result;
    }

    private static Attrs reversed(Attrs attrs) {
      Map<String, AttrValue> entries = new LinkedHashMap<>();
      Lists.reverse(attrs.entries().entrySet().asList())
          .forEach(e -> entries.put(e.getKey(), e.getValue()));
      return Attrs.of(entries);
    }
  }
}
