package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.pto4j.ir.Program;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.Set;
import java.util.TreeSet;

/** The verifier of every property that has one. */
public final class Verifiers {
  private static final ImmutableMap<Property, PropertyVerifier> TABLE =
      Maps.immutableEnumMap(
          ImmutableMap.<Property, PropertyVerifier>builder()
              .put(Property.SSA_FORM, perFunction(SsaVerifier::verify))
              .put(Property.TYPE_CHECKED, perFunction(TypeVerifier::verify))
              .put(Property.NO_NESTED_CALLS, perFunction(NestedCallVerifier::verify))
              .put(
                  Property.NORMALIZED_STMT_STRUCTURE,
                  perFunction(StructureVerifiers.normalized("NormalizedStmtStructure")))
              .put(
                  Property.NO_REDUNDANT_BLOCKS,
                  perFunction(StructureVerifiers.normalized("NoRedundantBlocks")))
              .put(Property.SPLIT_INCORE_ORCH, perFunction(StructureVerifiers::splitIncoreOrch))
              .put(Property.CLUSTER_OUTLINED, perFunction(StructureVerifiers::clusterOutlined))
              .put(Property.BREAK_CONTINUE_VALID, perFunction(StructureVerifiers::breakContinue))
              .put(Property.USE_AFTER_DEF, perFunction(UseAfterDefVerifier::verify))
              .put(Property.HIERARCHY_OUTLINED, perFunction(StructureVerifiers::hierarchyOutlined))
              .put(Property.OUT_PARAM_NOT_SHADOWED, perFunction(CallVerifiers::outParamNotShadowed))
              .put(Property.NO_NESTED_INCORE, perFunction(StructureVerifiers::noNestedIncore))
              .put(Property.IN_OUT_USE_VALID, InOutUseVerifier::verify)
              .put(Property.INLINE_FUNCTIONS_ELIMINATED, CallVerifiers::inlineFunctionsEliminated)
              .put(
                  Property.ORCHESTRATION_REFERENCES_RESOLVED,
                  CallVerifiers::orchestrationReferencesResolved)
              .put(
                  Property.MANUAL_DEPS_ON_SUBMIT_ONLY,
                  perFunction(CallVerifiers::manualDepsOnSubmitOnly))
              .put(Property.TILE_MEMORY_INFERRED, perFunction(KernelVerifiers::tileMemoryInferred))
              .put(
                  Property.RETURN_PARAMS_EXPLICIT,
                  perFunction(KernelVerifiers::returnParamsExplicit))
              .put(Property.ALLOCATED_MEMORY_ADDR, KernelVerifiers::allocatedMemoryAddr)
              .put(
                  Property.CALL_DIRECTIONS_RESOLVED, OrchestrationVerifiers::callDirectionsResolved)
              .put(
                  Property.RUNTIME_SCOPES_MATERIALIZED,
                  perFunction(OrchestrationVerifiers::runtimeScopesMaterialized))
              .put(
                  Property.ITER_ARG_CARRY_CLASSIFIED,
                  perFunction(OrchestrationVerifiers::iterArgCarryClassified))
              .put(Property.INCORE_TILE_OPS, perFunction(KernelVerifiers::incoreTileOps))
              .put(Property.TILE_OPS_2D, perFunction(KernelVerifiers::tileOps2d))
              .put(
                  Property.MIXED_KERNEL_EXPANDED, perFunction(KernelVerifiers::mixedKernelExpanded))
              .put(Property.ACC_TO_GM_STORE_VALID, StoreVerifiers::accToGmStoreValid)
              .put(Property.HAS_MEM_REFS, perFunction(KernelVerifiers::hasMemRefs))
              .put(
                  Property.STRUCTURED_CTRL_FLOW,
                  perFunction(StructureVerifiers::structuredCtrlFlow))
              .put(Property.UNROLL_RESOLVED, perFunction(StructureVerifiers::unrollResolved))
              .put(Property.PIPELINE_LOOP_VALID, perFunction(StructureVerifiers::pipelineLoopValid))
              .put(Property.TILE_TYPE_COHERENCE, perFunction(TypeFormVerifiers::tileTypeCoherence))
              .put(
                  Property.TENSOR_VIEW_CANONICAL,
                  perFunction(TypeFormVerifiers.tensorViewCanonical(true)))
              .put(Property.ARRAY_NOT_ESCAPED, perFunction(TypeFormVerifiers::arrayNotEscaped))
              .put(Property.ATOMIC_ADD_DTYPE_VALID, StoreVerifiers::atomicAddDtypeValid)
              .put(Property.PIPELINE_RESOLVED, perFunction(StructureVerifiers::pipelineResolved))
              .put(
                  Property.COMM_DOMAIN_SCOPES_MATERIALIZED,
                  perFunction(DistributedVerifiers::commDomainScopesMaterialized))
              .put(
                  Property.DIST_TENSOR_CTX_MATERIALIZED,
                  perFunction(DistributedVerifiers::distTensorCtxMaterialized))
              .put(
                  Property.ASSIGN_TYPE_SYMMETRY, perFunction(TypeFormVerifiers::assignTypeSymmetry))
              .put(Property.AIV_SPLIT_VALID, perFunction(AivSplitVerifier::verify))
              .put(Property.HARD_SYNCALL_OCCUPANCY_VALID, SyncallOccupancyVerifier::verify)
              .buildOrThrow());

  /** What every program must satisfy before the first pass. */
  public static final ImmutableSet<Property> INPUT =
      Sets.immutableEnumSet(
          Property.TYPE_CHECKED,
          Property.BREAK_CONTINUE_VALID,
          Property.USE_AFTER_DEF,
          Property.OUT_PARAM_NOT_SHADOWED,
          Property.NO_NESTED_INCORE,
          Property.IN_OUT_USE_VALID,
          Property.ORCHESTRATION_REFERENCES_RESOLVED,
          Property.MANUAL_DEPS_ON_SUBMIT_ONLY,
          Property.PIPELINE_LOOP_VALID,
          Property.TILE_TYPE_COHERENCE,
          Property.ARRAY_NOT_ESCAPED,
          Property.ATOMIC_ADD_DTYPE_VALID);

  /** What only the author can put right, although it shows after a pass only. */
  public static final ImmutableSet<Property> ABOUT_THE_SOURCE =
      Sets.immutableEnumSet(
          Property.ACC_TO_GM_STORE_VALID,
          Property.TENSOR_VIEW_CANONICAL,
          Property.AIV_SPLIT_VALID,
          Property.HARD_SYNCALL_OCCUPANCY_VALID);

  private static PropertyVerifier perFunction(FunctionVerifier verifier) {
    return verifier.perFunction();
  }

  private Verifiers() {}

  public static boolean exists(Property property) {
    return TABLE.containsKey(property);
  }

  /** The findings of the verifiers of {@code properties}, in the order of the properties. */
  public static ImmutableList<Diagnostic> verify(
      Program program, Target target, Set<Property> properties) {
    ImmutableList.Builder<Diagnostic> found = ImmutableList.builder();
    for (Property property : new TreeSet<>(properties)) {
      PropertyVerifier verifier = TABLE.get(property);
      if (verifier != null) {
        verifier.verify(program, target, found::add);
      }
    }
    return found.build();
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
    FunctionVerifier verifier = TypeFormVerifiers.tensorViewCanonical(requireMaterialized);
    program.functions().values().forEach(f -> verifier.verify(f, found::add));
    return found.build();
  }
}
