package io.pto4j.pass;

import io.pto4j.pass.front.ConvertToSSA;
import io.pto4j.pass.front.FlattenCallExpr;
import io.pto4j.pass.front.InlineFunctions;
import io.pto4j.pass.front.NormalizeStmtStructure;
import io.pto4j.pass.front.OutlineHierarchyScopes;
import io.pto4j.pass.front.OutlineIncoreScopes;
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
import io.pto4j.pass.tile.MaterializeTensorStrides;
import io.pto4j.pass.tile.NormalizeReturnOrder;
import io.pto4j.pass.tile.ResolveBackendOpLayouts;

/** The pipelines there are. */
public final class Pipelines {
  private static final Pipeline STANDARD =
      Pipeline.of(
          new InlineFunctions(),
          new ConvertToSSA(),
          new NormalizeStmtStructure(),
          new FlattenCallExpr(),
          new OutlineHierarchyScopes(),
          new OutlineIncoreScopes(),
          new ConvertTensorToTileOps(),
          new FlattenTileNdTo2D(),
          new InferTileMemorySpace(),
          new ResolveBackendOpLayouts(),
          new ExpandMixedKernel(),
          new NormalizeReturnOrder(),
          new MaterializeTensorStrides(),
          new InitMemRef(),
          new MaterializeSemanticAliases(),
          new MemoryReuse(),
          new AllocateMemoryAddr(),
          new DeriveCallDirections(),
          new MaterializeRuntimeScopes(),
          new ClassifyIterArgCarry());

  private Pipelines() {}

  /** From a front end's program to what the emitters read. Source: PyPTO passes, default order. */
  public static Pipeline standard() {
    return STANDARD;
  }
}
