package io.pto4j.dsl;

/** A scope, the resource of a {@code try} statement. */
public sealed interface Scope extends AutoCloseable permits LevelScope, TaskScope {

  /** Ends the scope. */
  @Override
  void close();
}
