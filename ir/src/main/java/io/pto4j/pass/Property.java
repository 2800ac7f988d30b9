package io.pto4j.pass;

import static java.util.stream.Collectors.joining;

import java.util.Collection;

/**
 * What a pass may require, establish or invalidate, in the order they are verified and printed.
 * Source: PyPTO passes, properties.
 */
public enum Property {
  SSA_FORM("SSAForm"),
  TYPE_CHECKED("TypeChecked"),
  NO_NESTED_CALLS("NoNestedCalls"),
  NORMALIZED_STMT_STRUCTURE("NormalizedStmtStructure"),
  NO_REDUNDANT_BLOCKS("NoRedundantBlocks"),
  SPLIT_INCORE_ORCH("SplitIncoreOrch"),
  HAS_MEM_REFS("HasMemRefs"),
  INCORE_TILE_OPS("IncoreTileOps"),
  ALLOCATED_MEMORY_ADDR("AllocatedMemoryAddr"),
  MIXED_KERNEL_EXPANDED("MixedKernelExpanded"),
  CLUSTER_OUTLINED("ClusterOutlined"),
  TILE_OPS_2D("TileOps2D"),
  TILE_MEMORY_INFERRED("TileMemoryInferred"),
  BREAK_CONTINUE_VALID("BreakContinueValid"),
  USE_AFTER_DEF("UseAfterDef"),
  HIERARCHY_OUTLINED("HierarchyOutlined"),
  STRUCTURED_CTRL_FLOW("StructuredCtrlFlow"),
  VECTOR_KERNEL_SPLIT("VectorKernelSplit"),
  OUT_PARAM_NOT_SHADOWED("OutParamNotShadowed"),
  NO_NESTED_INCORE("NoNestedInCore"),
  IN_OUT_USE_VALID("InOutUseValid"),
  PIPELINE_LOOP_VALID("PipelineLoopValid"),
  PIPELINE_RESOLVED("PipelineResolved"),
  CALL_DIRECTIONS_RESOLVED("CallDirectionsResolved"),
  TILE_TYPE_COHERENCE("TileTypeCoherence"),
  INLINE_FUNCTIONS_ELIMINATED("InlineFunctionsEliminated"),
  ORCHESTRATION_REFERENCES_RESOLVED("OrchestrationReferencesResolved"),
  TENSOR_VIEW_CANONICAL("TensorViewCanonical"),
  ARRAY_NOT_ESCAPED("ArrayNotEscaped"),
  COMM_DOMAIN_SCOPES_MATERIALIZED("CommDomainScopesMaterialized"),
  DIST_TENSOR_CTX_MATERIALIZED("DistTensorCtxMaterialized"),
  RUNTIME_SCOPES_MATERIALIZED("RuntimeScopesMaterialized"),
  ASSIGN_TYPE_SYMMETRY("AssignTypeSymmetry"),
  MANUAL_DEPS_ON_SUBMIT_ONLY("ManualDepsOnSubmitOnly"),
  RETURN_PARAMS_EXPLICIT("ReturnParamsExplicit"),
  UNROLL_RESOLVED("UnrollResolved"),
  AIV_SPLIT_VALID("AivSplitValid"),
  HARD_SYNCALL_OCCUPANCY_VALID("HardSyncallOccupancyValid"),
  ITER_ARG_CARRY_CLASSIFIED("IterArgCarryClassified"),
  ACC_TO_GM_STORE_VALID("AccToGmStoreValid"),
  ATOMIC_ADD_DTYPE_VALID("AtomicAddDtypeValid"),
  /** Of ours: PyPTO leaves it to the assembler. */
  OPERATORS_SUPPORTED("OperatorsSupported"),
  /** Of ours: casts are single instructions of the machine. */
  TILE_CASTS_NATIVE("TileCastsNative");

  private final String text;

  Property(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /** A set of properties as messages show it, such as {@code {SSAForm, TypeChecked}}. */
  static String text(Collection<Property> properties) {
    return properties.stream().sorted().map(Property::text).collect(joining(", ", "{", "}"));
  }
}
