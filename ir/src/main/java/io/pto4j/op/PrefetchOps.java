package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Kind;

/** Fetching global memory into the cache ahead of its use. Source: PyPTO prefetch operators. */
@AutoService(OpFamily.class)
public final class PrefetchOps implements OpFamily {
  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("prefetch");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        prefetch(
            "prefetch.make_context", "What prefetches are made through", Rule.PREFETCH_CONTEXT),
        prefetch(
            "prefetch.async_prefetch",
            "Begins to fetch a whole tensor; the event tells when it is there",
            Rule.PREFETCH_FETCH,
            Operand.anyTensor("src"),
            Operand.of("ctx", Kind.PREFETCH_CONTEXT)),
        prefetch(
            "prefetch.session",
            "What the events of a context are waited for in",
            Rule.PREFETCH_SESSION,
            Operand.of("ctx", Kind.PREFETCH_CONTEXT)),
        prefetch(
            "prefetch.wait",
            "Waits for an event; whether it has happened",
            Rule.TRUTH,
            Operand.of("event", Kind.EVENT),
            Operand.of("session", Kind.SESSION)));
  }

  private static OpDef prefetch(String name, String doc, Rule rule, Operand... operands) {
    return Defs.of(Category.PREFETCH, name, doc, rule, operands)
        .affinity(Affinity.VECTOR)
        .pipe(new PipeUse.BySpaces("an engine beside the core"))
        .build();
  }
}
