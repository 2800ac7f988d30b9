package io.pto4j.gen;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Ignore;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

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

  @Test
  void everyFieldThatIsComparedMakesADifference() {
    Set<String> changed = new HashSet<>();
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      for (IrNode node : Nodes.of(Programs.whole(seed, 8))) {
        for (RecordComponent component : Mutation.Parts.of(node)) {
          if (!component.isAnnotationPresent(Ignore.class)
              && makesADifference(node, component, random)) {
            changed.add(name(node.getClass(), component));
          }
        }
      }
    }

    assertThat(changed).containsAll(comparedFields());
  }

  /** Whether the field can be changed; if so, the change must be seen. */
  private static boolean makesADifference(IrNode node, RecordComponent component, Random random) {
    boolean changed = false;
    Object value = Mutation.Parts.value(node, component);
    for (Object other : Mutation.others(value, random)) {
      try {
        IrNode mutant = Mutation.Parts.with(node, component, other);
        if (value instanceof Optional && Mutation.Parts.value(mutant, component).equals(value)) {
          // the constructor derives the value again
          continue;
        }
        assertThat(IrEquality.equal(node, mutant, true))
            .as("%s with another %s", node, component.getName())
            .isFalse();
        changed = true;
      } catch (IrException e) {
        // the constructor does not allow the value
        assertThat(e).message().isNotEmpty();
      }
    }
    return changed;
  }

  private static String name(Class<?> nodeClass, RecordComponent component) {
    return nodeClass.getSimpleName() + "." + component.getName();
  }

  /** The fields of records that take part in comparison and may have several values. */
  private static Set<String> comparedFields() {
    Set<String> compared = new HashSet<>();
    for (Class<? extends IrNode> nodeClass : NodeFields.classes()) {
      if (nodeClass.isRecord() && nodeClass != Program.class) {
        for (RecordComponent component : nodeClass.getRecordComponents()) {
          if (!component.isAnnotationPresent(Ignore.class)) {
            compared.add(name(nodeClass, component));
          }
        }
      }
    }
    // what the constructor holds against other fields, and an enum with one constant
    compared.removeAll(
        ImmutableSet.of(
            "ConstBool.type",
            "SplitAivScopeStmt.count",
            "MakeTuple.type",
            "TupleGetItem.type",
            "TupleGetItem.index",
            "InlineStmt.language"));
    return compared;
  }

  /** The nodes of a program that are records, functions and below. */
  private static final class Nodes extends Rewriter {
    private final Set<IrNode> nodes = Walk.nodeSet();

    static Set<IrNode> of(Program program) {
      Nodes nodes = new Nodes();
      program.functions().values().forEach(nodes::function);
      return nodes.nodes;
    }

    @Override
    public Function function(Function function) {
      nodes.add(function);
      return super.function(function);
    }

    @Override
    public Expr expr(Expr expr) {
      if (!(expr instanceof Var)) {
        nodes.add(expr);
      }
      return super.expr(expr);
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      nodes.add(stmt);
      return super.stmt(stmt);
    }
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
              case "leadingComments" ->
                  node instanceof SeqStmts
                      ? Optional.empty()
                      : Optional.of(ImmutableList.of("another comment"));
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
