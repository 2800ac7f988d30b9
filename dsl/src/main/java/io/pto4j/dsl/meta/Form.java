package io.pto4j.dsl.meta;

/** The constructs of the language that are not operators. */
public enum Form {
  /** Sequential loop: {@code (end)}, {@code (start, end)}, {@code (start, end, step)}. */
  RANGE,
  /** Loop with independent iterations, bounds as for RANGE. */
  PARALLEL,
  /** Loop unrolled by the compiler, constant bounds as for RANGE. */
  UNROLL,
  /** Software-pipelined loop, bounds as for RANGE. */
  PIPELINE,
  /** Number of stages of a pipelined loop. */
  STAGES,
  /** Scope at a level. */
  AT,
  /** Task scope with automatic dependencies. */
  AUTO_SCOPE,
  /** Task scope with explicit dependencies only. */
  MANUAL_SCOPE,
  /** Option: explicit dependencies. */
  DEPS,
  /** Option: tensors without automatic dependencies. */
  NO_DEP,
  /** Option: scheduling predicate. */
  WHEN,
  /** Option: successors may start early. */
  ALLOW_EARLY_RESOLVE,
  /** Option: tensors to dump. */
  DUMPS,
  /** Option: name hint. */
  NAMED,
  /** Option: split over the vector cores. */
  SPLIT,
  /** Option: slots of the cross-core queue. */
  CROSS_CORE_SLOT,
  /** Launch of a kernel: a method reference, then the arguments. */
  SUBMIT,
  /** Result of a launch. */
  RESULT,
  /** Task of a launch or scope. */
  TASK_ID,
  /** The task id that stands for no task. */
  NO_TASK,
  /** Tuple of offsets. */
  OFFSETS,
  /** Tuple of extents. */
  EXTENTS,
  /** Half-open range {@code [from, to)} along one axis. */
  SPAN,
  /** The whole of one axis. */
  ALL,
  /** One position along an axis, which is dropped. */
  ELEMENT,
  /** Window of a tensor or tile: one SPAN, ALL or ELEMENT per axis. */
  SLICE,
  /** Window at leading positions, which are dropped. */
  SUB_TENSOR,
  /** Writes a tensor or tile into the receiver, which may be a window. */
  ASSIGN,
  /** Constant of a given type. */
  CONSTANT,
  /** Declaration of a symbolic dimension. */
  DYNAMIC,
  /** Smaller of two scalars. */
  SCALAR_MIN,
  /** Larger of two scalars. */
  SCALAR_MAX,
  /** Conversion of a scalar. */
  SCALAR_CAST
}
