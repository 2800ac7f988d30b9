package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The verifier of every property. */
public final class Verifiers {
  /** What holds of every program, before and between the passes. */
  public static final ImmutableSet<Property> STRUCTURAL =
      Sets.immutableEnumSet(
          Property.TYPE_CHECKED,
          Property.BREAK_CONTINUE_VALID,
          Property.NO_REDUNDANT_BLOCKS,
          Property.USE_AFTER_DEF,
          Property.OUT_PARAM_NOT_SHADOWED,
          Property.NO_NESTED_INCORE,
          Property.IN_OUT_USE_VALID,
          Property.PIPELINE_LOOP_VALID,
          Property.ARRAY_NOT_ESCAPED,
          Property.MANUAL_DEPS_ON_SUBMIT_ONLY,
          Property.ATOMIC_ADD_DTYPE_VALID);

  /** What a program in its usual form between the passes satisfies. */
  public static final ImmutableSet<Property> USUAL =
      Sets.immutableEnumSet(
          Property.SSA_FORM,
          Property.TYPE_CHECKED,
          Property.NO_NESTED_CALLS,
          Property.BREAK_CONTINUE_VALID,
          Property.NO_REDUNDANT_BLOCKS,
          Property.USE_AFTER_DEF,
          Property.OUT_PARAM_NOT_SHADOWED,
          Property.NO_NESTED_INCORE,
          Property.TILE_TYPE_COHERENCE,
          Property.ARRAY_NOT_ESCAPED);

  /** What every program must satisfy before the first pass, which removes redundant blocks. */
  public static final ImmutableSet<Property> INPUT =
      Sets.immutableEnumSet(
          Sets.union(
              Sets.difference(STRUCTURAL, Sets.immutableEnumSet(Property.NO_REDUNDANT_BLOCKS)),
              Sets.immutableEnumSet(
                  Property.ORCHESTRATION_REFERENCES_RESOLVED, Property.TILE_TYPE_COHERENCE)));

  /** What only the author can put right, although it shows after a pass only. */
  public static final ImmutableSet<Property> ABOUT_THE_SOURCE =
      Sets.immutableEnumSet(
          Property.ACC_TO_GM_STORE_VALID,
          Property.MIXED_KERNEL_EXPANDED,
          Property.TENSOR_VIEW_CANONICAL,
          Property.AIV_SPLIT_VALID,
          Property.HARD_SYNCALL_OCCUPANCY_VALID,
          Property.OPERATORS_SUPPORTED);

  private static final ImmutableSet<Property> UNVERIFIED =
      Sets.immutableEnumSet(Property.VECTOR_KERNEL_SPLIT);

  private Verifiers() {}

  /** Whether a property can be verified; one that only says which pass has run cannot. */
  public static boolean exists(Property property) {
    return !UNVERIFIED.contains(property);
  }

  /** The findings of the verifiers of {@code properties}, in the order of the properties. */
  public static ImmutableList<Diagnostic> verify(
      Program program, Target target, Set<Property> properties) {
    ImmutableList.Builder<Diagnostic> found = ImmutableList.builder();
    for (Property property : new TreeSet<>(properties)) {
      verify(property, program, target, found::add);
    }
    return found.build();
  }

  private static void verify(
      Property property, Program program, Target target, Consumer<Diagnostic> found) {
    switch (property) {
      case IN_OUT_USE_VALID -> InOutUseVerifier.verify(program, target, found);
      case INLINE_FUNCTIONS_ELIMINATED ->
          CallVerifiers.inlineFunctionsEliminated(program, target, found);
      case ORCHESTRATION_REFERENCES_RESOLVED ->
          CallVerifiers.orchestrationReferencesResolved(program, target, found);
      case ALLOCATED_MEMORY_ADDR -> MemoryVerifiers.allocatedMemoryAddr(program, target, found);
      case CALL_DIRECTIONS_RESOLVED ->
          OrchestrationVerifiers.callDirectionsResolved(program, target, found);
      case ACC_TO_GM_STORE_VALID -> StoreVerifiers.accToGmStoreValid(program, target, found);
      case ATOMIC_ADD_DTYPE_VALID -> StoreVerifiers.atomicAddDtypeValid(program, target, found);
      case HARD_SYNCALL_OCCUPANCY_VALID -> SyncallOccupancyVerifier.verify(program, target, found);
      case OPERATORS_SUPPORTED -> SupportVerifier.verify(program, target, found);
      case TILE_CASTS_NATIVE -> SupportVerifier.castsNative(program, target, found);
      default -> {
        for (Function function : program.functions().values()) {
          verify(property, function, found);
        }
      }
    }
  }

  private static void verify(Property property, Function function, Consumer<Diagnostic> found) {
    switch (property) {
      case SSA_FORM -> SsaVerifier.verify(function, found);
      case TYPE_CHECKED -> TypeVerifier.verify(function, found);
      case NO_NESTED_CALLS -> NestedCallVerifier.verify(function, found);
      case NORMALIZED_STMT_STRUCTURE ->
          StructureVerifiers.normalized("NormalizedStmtStructure", function, found);
      case NO_REDUNDANT_BLOCKS ->
          StructureVerifiers.normalized("NoRedundantBlocks", function, found);
      case SPLIT_INCORE_ORCH -> StructureVerifiers.splitIncoreOrch(function, found);
      case CLUSTER_OUTLINED -> StructureVerifiers.clusterOutlined(function, found);
      case BREAK_CONTINUE_VALID -> StructureVerifiers.breakContinue(function, found);
      case USE_AFTER_DEF -> UseAfterDefVerifier.verify(function, found);
      case HIERARCHY_OUTLINED -> StructureVerifiers.hierarchyOutlined(function, found);
      case OUT_PARAM_NOT_SHADOWED -> CallVerifiers.outParamNotShadowed(function, found);
      case NO_NESTED_INCORE -> StructureVerifiers.noNestedIncore(function, found);
      case MANUAL_DEPS_ON_SUBMIT_ONLY -> CallVerifiers.manualDepsOnSubmitOnly(function, found);
      case TILE_MEMORY_INFERRED -> KernelVerifiers.tileMemoryInferred(function, found);
      case RETURN_PARAMS_EXPLICIT -> KernelVerifiers.returnParamsExplicit(function, found);
      case RUNTIME_SCOPES_MATERIALIZED ->
          OrchestrationVerifiers.runtimeScopesMaterialized(function, found);
      case ITER_ARG_CARRY_CLASSIFIED ->
          OrchestrationVerifiers.iterArgCarryClassified(function, found);
      case INCORE_TILE_OPS -> KernelVerifiers.incoreTileOps(function, found);
      case TILE_OPS_2D -> KernelVerifiers.tileOps2d(function, found);
      case MIXED_KERNEL_EXPANDED -> KernelVerifiers.mixedKernelExpanded(function, found);
      case HAS_MEM_REFS -> MemoryVerifiers.hasMemRefs(function, found);
      case STRUCTURED_CTRL_FLOW -> StructureVerifiers.structuredCtrlFlow(function, found);
      case UNROLL_RESOLVED -> StructureVerifiers.unrollResolved(function, found);
      case PIPELINE_LOOP_VALID -> StructureVerifiers.pipelineLoopValid(function, found);
      case TILE_TYPE_COHERENCE -> TypeFormVerifiers.tileTypeCoherence(function, found);
      case TENSOR_VIEW_CANONICAL -> TypeFormVerifiers.tensorViewCanonical(true, function, found);
      case ARRAY_NOT_ESCAPED -> TypeFormVerifiers.arrayNotEscaped(function, found);
      case PIPELINE_RESOLVED -> StructureVerifiers.pipelineResolved(function, found);
      case COMM_DOMAIN_SCOPES_MATERIALIZED ->
          DistributedVerifiers.commDomainScopesMaterialized(function, found);
      case DIST_TENSOR_CTX_MATERIALIZED ->
          DistributedVerifiers.distTensorCtxMaterialized(function, found);
      case ASSIGN_TYPE_SYMMETRY -> TypeFormVerifiers.assignTypeSymmetry(function, found);
      case AIV_SPLIT_VALID -> AivSplitVerifier.verify(function, found);
      case VECTOR_KERNEL_SPLIT -> {
        // nothing to verify
      }
      case IN_OUT_USE_VALID,
          INLINE_FUNCTIONS_ELIMINATED,
          ORCHESTRATION_REFERENCES_RESOLVED,
          ALLOCATED_MEMORY_ADDR,
          CALL_DIRECTIONS_RESOLVED,
          ACC_TO_GM_STORE_VALID,
          ATOMIC_ADD_DTYPE_VALID,
          HARD_SYNCALL_OCCUPANCY_VALID,
          OPERATORS_SUPPORTED,
          TILE_CASTS_NATIVE ->
          throw new AssertionError(property + " is one of the whole program");
    }
  }

  /**
   * Whether the views of all tensors have the one form of their layout.
   *
   * @param requireMaterialized whether the strides must be written out, as they are when code is
   *     generated; otherwise a view without strides stands for packed ones
   */
  public static ImmutableList<Diagnostic> tensorViewCanonical(
      Program program, boolean requireMaterialized) {
    ImmutableList.Builder<Diagnostic> found = ImmutableList.builder();
    for (Function function : program.functions().values()) {
      TypeFormVerifiers.tensorViewCanonical(requireMaterialized, function, found::add);
    }
    return found.build();
  }
}
