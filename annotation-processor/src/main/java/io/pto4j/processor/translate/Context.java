package io.pto4j.processor.translate;

/** Where a statement runs. */
enum Context {
  /** On a core, in a method of its own. */
  KERNEL,
  /** On a core, in a scope of an orchestrator. */
  CORE_SCOPE,
  /** On the control core. */
  ORCHESTRATION
}
