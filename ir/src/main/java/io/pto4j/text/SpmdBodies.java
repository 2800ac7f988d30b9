package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Recursion;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What the bodies of launches contain; a body within another one is looked through once. */
final class SpmdBodies {
  private final Module module;
  private final Map<Py.With, Content> known = new IdentityHashMap<>();
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final PyWalk walk = new PyWalk();

  SpmdBodies(Module module) {
    this.module = module;
  }

  /**
   * What a body contains.
   *
   * @param readsIndex whether it asks for the number of its block, so that it is a kernel itself
   * @param launches how many kernels it launches
   */
  record Content(boolean readsIndex, int launches) {
    private static final Content NOTHING = new Content(false, 0);

    private Content with(Content other) {
      return new Content(readsIndex || other.readsIndex, launches + other.launches);
    }
  }

  Content of(Py.With s) {
    Content content = known.get(s);
    if (content == null) {
      content = all(s.body());
      known.put(s, content);
    }
    return content;
  }

  private Content all(List<Py.Stmt> stmts) {
    Content content = Content.NOTHING;
    for (Py.Stmt stmt : stmts) {
      content = content.with(recursion.descend(() -> of(stmt)));
    }
    return content;
  }

  private Content of(Py.Stmt stmt) {
    Content content = Content.NOTHING;
    for (Py.Expr head : heads(stmt)) {
      content =
          content.with(
              new Content(
                  walk.anyCall(head, this::isBlockIndex), walk.countCalls(head, this::isDispatch)));
    }
    return content.with(stmt instanceof Py.With s ? of(s) : all(PyWalk.members(stmt)));
  }

  /** The expressions of a statement that are not in the statements within it. */
  private static List<Py.Expr> heads(Py.Stmt stmt) {
    return switch (stmt) {
      case Py.Assign s -> ImmutableList.of(s.value());
      case Py.ExprStmt s -> ImmutableList.of(s.value());
      case Py.Return s -> s.values();
      case Py.If s -> ImmutableList.of(s.condition());
      case Py.For s -> ImmutableList.of(s.iterable());
      case Py.While s -> ImmutableList.of(s.condition());
      case Py.With s -> ImmutableList.of(s.context());
      case Py.Break _,
          Py.Continue _,
          Py.Pass _,
          Py.Import _,
          Py.FunctionDef _,
          Py.ClassDef _,
          Py.Unread _ ->
          ImmutableList.of();
    };
  }

  private boolean isBlockIndex(Py.Call call) {
    return module
        .dotted(call.function())
        .filter(name -> name.endsWith("get_block_idx"))
        .isPresent();
  }

  private boolean isDispatch(Py.Call call) {
    String name = module.dotted(call.function()).orElse("");
    return name.startsWith("self.")
        || module.externals().containsKey(name)
        || module.templates().containsKey(name);
  }
}
