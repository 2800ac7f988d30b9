package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import io.pto4j.pass.front.ConvertToSSA;
import io.pto4j.pass.front.CtrlFlowTransform;
import io.pto4j.pass.front.FlattenCallExpr;
import io.pto4j.pass.front.InlineFunctions;
import io.pto4j.pass.front.NormalizeStmtStructure;
import io.pto4j.pass.front.OutlineClusterScopes;
import io.pto4j.pass.front.OutlineHierarchyScopes;
import io.pto4j.pass.front.OutlineIncoreScopes;
import io.pto4j.pass.front.Simplify;
import io.pto4j.pass.front.UnrollLoops;
import io.pto4j.pass.mem.AllocateMemoryAddr;
import io.pto4j.pass.mem.InitMemRef;
import io.pto4j.pass.mem.MaterializeSemanticAliases;
import io.pto4j.pass.mem.MemoryReuse;
import io.pto4j.pass.orch.ClassifyIterArgCarry;
import io.pto4j.pass.orch.DeriveCallDirections;
import io.pto4j.pass.orch.MaterializeRuntimeScopes;
import io.pto4j.pass.tile.ConvertTensorToTileOps;
import io.pto4j.pass.tile.ExpandMixedKernel;
import io.pto4j.pass.tile.FlattenTileNdTo2D;
import io.pto4j.pass.tile.InferTileMemorySpace;
import io.pto4j.pass.tile.LegalizeTileCast;
import io.pto4j.pass.tile.MaterializeTensorStrides;
import io.pto4j.pass.tile.NormalizeReturnOrder;
import io.pto4j.pass.tile.ResolveBackendOpLayouts;

/** The pipelines there are. Source: PyPTO passes, default order. */
public final class Pipelines {
  private static final ImmutableList<Pass> FRONT =
      ImmutableList.of(
          new InlineFunctions(),
          new UnrollLoops(),
          new CtrlFlowTransform(),
          new ConvertToSSA(),
          new Simplify(),
          new NormalizeStmtStructure(),
          new FlattenCallExpr(),
          new OutlineHierarchyScopes(),
          new OutlineIncoreScopes(),
          new OutlineClusterScopes());

  private static final ImmutableList<Pass> KERNELS =
      ImmutableList.of(
          new ConvertTensorToTileOps(),
          new FlattenTileNdTo2D(),
          new LegalizeTileCast(),
          new InferTileMemorySpace(),
          new ResolveBackendOpLayouts(),
          new ExpandMixedKernel(),
          new NormalizeReturnOrder(),
          new MaterializeTensorStrides(),
          new InitMemRef(),
          new MaterializeSemanticAliases(),
          new MemoryReuse(),
          new AllocateMemoryAddr());

  private static final ImmutableList<Pass> ORCHESTRATION =
      ImmutableList.of(
          new DeriveCallDirections(),
          new Simplify(),
          new MaterializeRuntimeScopes(),
          new ClassifyIterArgCarry());

  private static final Pipeline STANDARD =
      new Pipeline(
          ImmutableList.<Pass>builder()
              .addAll(FRONT)
              .addAll(KERNELS)
              .addAll(ORCHESTRATION)
              .build());

  private Pipelines() {}

  /** From a front end's program to what the emitters read. */
  public static Pipeline standard() {
    return STANDARD;
  }

  /** From a front end's program to outlined functions in SSA form. */
  public static Pipeline front() {
    return new Pipeline(FRONT);
  }
}
