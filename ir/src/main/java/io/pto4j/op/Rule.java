package io.pto4j.op;

import io.pto4j.ir.DataType;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.rule.AccessRules;
import io.pto4j.op.rule.ArrayRules;
import io.pto4j.op.rule.BitRules;
import io.pto4j.op.rule.BufferRules;
import io.pto4j.op.rule.CastRules;
import io.pto4j.op.rule.CollectiveRules;
import io.pto4j.op.rule.CompareRules;
import io.pto4j.op.rule.ElementwiseRules;
import io.pto4j.op.rule.ExpandRules;
import io.pto4j.op.rule.GatherRules;
import io.pto4j.op.rule.GeneratorRules;
import io.pto4j.op.rule.IndexedRules;
import io.pto4j.op.rule.MatmulRules;
import io.pto4j.op.rule.MxRules;
import io.pto4j.op.rule.PrefetchRules;
import io.pto4j.op.rule.ReinterpretRules;
import io.pto4j.op.rule.SortRules;
import io.pto4j.op.rule.SplitRules;
import io.pto4j.op.rule.SyncRules;
import io.pto4j.op.rule.SystemRules;
import io.pto4j.op.rule.TensorViewRules;
import io.pto4j.op.rule.TileViewRules;
import io.pto4j.op.rule.TransferRules;
import io.pto4j.op.rule.WindowRules;

/**
 * The type rules that operators share, as constants of one class. A method reference for each would
 * be linked when the table is built, which every compilation would wait for.
 */
enum Rule implements TypeRule {
  ACCESS_DIM,
  ACCESS_READ,
  ACCESS_WRITE,
  ARRAY_CREATE,
  ARRAY_GET,
  ARRAY_UPDATE,
  AS_TOLD,
  BIT_TENSORS,
  BIT_TENSOR_SCALAR,
  BIT_TENSOR_SHIFT,
  BIT_TENSOR_SHIFTS,
  BIT_TILE_SCALAR,
  BIT_TILE_SHIFT,
  BUFFER_ALLOCATE,
  BUFFER_COPY,
  BUFFER_ELEMENTWISE,
  BUFFER_EXTRACT,
  BUFFER_LOAD,
  BUFFER_PRODUCT,
  BUFFER_RESHAPE,
  BUFFER_SET_VALID,
  BUFFER_STORE,
  BUFFER_SUBVIEW,
  CAST_TENSOR,
  CAST_TILE,
  COLLECTIVE_ALL_GATHER,
  COLLECTIVE_ALL_REDUCE,
  COLLECTIVE_ALL_TO_ALL,
  COLLECTIVE_BARRIER,
  COLLECTIVE_BLOCKS,
  COLLECTIVE_BLOCK_KERNEL,
  COLLECTIVE_BROADCAST,
  COLLECTIVE_EXCHANGE_KERNEL,
  COLLECTIVE_GATHER_KERNEL,
  COLLECTIVE_KERNEL,
  COLLECTIVE_MESH_KERNEL,
  COLLECTIVE_REDUCE_SCATTER,
  COLLECTIVE_RING_KERNEL,
  COLLECTIVE_SCATTER_KERNEL,
  COLLECTIVE_TARGET_KERNEL,
  COMM_CONTEXT,
  COMPARE_PRELU,
  COMPARE_SELECT,
  COMPARE_SELECT_SCALAR,
  COMPARE_TENSOR,
  COMPARE_THREE_TILES,
  COMPARE_TILES,
  COMPARE_TILE_SCALAR,
  COMPARE_TILE_SCALAR_TILE,
  COUNT_INT32,
  COUNT_INT64,
  ELEMENTWISE_TENSOR,
  ELEMENTWISE_TENSORS,
  ELEMENTWISE_TENSOR_FLOAT,
  ELEMENTWISE_TENSOR_LESS_SCALAR,
  ELEMENTWISE_TENSOR_PARTS,
  ELEMENTWISE_TENSOR_SCALAR,
  ELEMENTWISE_TENSOR_WITH_ANY,
  ELEMENTWISE_TILE,
  ELEMENTWISE_TILES,
  ELEMENTWISE_TILE_PARTS,
  ELEMENTWISE_TILE_SCALAR,
  ELEMENTWISE_TILE_SLOPE,
  ELEMENTWISE_TILE_WITH_SCRATCH,
  EXPAND_CLONE,
  EXPAND_ROW_SUM,
  EXPAND_TENSOR_SCALAR,
  GATHER_BLOCKS,
  GATHER_TENSOR,
  GATHER_TENSOR_COMPARE,
  GATHER_TENSOR_MASK,
  GATHER_TENSOR_SCATTER,
  GATHER_TENSOR_SCATTER_MASK,
  GATHER_TILE,
  GATHER_TILE_COMPARE,
  GATHER_TILE_MASK,
  GATHER_TILE_SCATTER,
  GATHER_TILE_SCATTER_MASK,
  GENERATOR_TENSOR_COUNTING,
  GENERATOR_TENSOR_RANDOM,
  GENERATOR_TILE_COUNTING,
  GENERATOR_TILE_RANDOM,
  GENERATOR_TRIANGLE,
  INDEXED_CREATE_L1,
  INDEXED_GATHER_ROW,
  INDEXED_MEMORY_GATHER,
  INDEXED_MEMORY_SCATTER,
  INDEXED_PAGED_GATHER,
  INDEXED_TENSOR_ROWS,
  INDEXED_TILE_ROWS,
  MATMUL_TENSOR,
  MATMUL_TENSOR_ACC,
  MATMUL_TILE,
  MATMUL_TILE_ACC,
  MATMUL_TILE_BATCH,
  MATMUL_TILE_BATCH_ACC,
  MATMUL_TILE_BIAS,
  MATMUL_VECTOR,
  MATMUL_VECTOR_ACC,
  MATMUL_VECTOR_BIAS,
  MX_ACC,
  MX_BIAS,
  MX_PRODUCT,
  MX_SCALE_ADDRESS,
  NO_RESULT,
  PRECISE_QUOTIENT,
  PRECISE_TENSOR_FLOAT,
  PRECISE_TILE,
  PRECISE_TILES,
  PREFETCH_CONTEXT,
  PREFETCH_FETCH,
  PREFETCH_SESSION,
  REINTERPRET_TENSOR,
  REINTERPRET_TILE,
  REINTERPRET_VIEW,
  SORT_TENSOR_MERGE,
  SORT_TENSOR_MERGE_RUNS,
  SORT_TENSOR_SORT,
  SORT_TILE_MERGE,
  SORT_TILE_MERGE_RUNS,
  SORT_TILE_SORT,
  SPLIT_TENSOR_GATHER,
  SPLIT_TENSOR_SHARD,
  SPLIT_TILE_GATHER,
  SPLIT_TILE_SHARD,
  SYNC_CACHE_INVALID,
  SYNC_EVENT,
  SYNC_FLAG,
  SYNC_FREE,
  SYNC_FREE_ODD,
  SYNC_IMPORTED,
  SYNC_PIPE,
  SYNC_POP,
  SYNC_POP_ODD,
  SYNC_PUSH,
  SYNC_PUSH_ODD,
  SYNC_RESERVED,
  SYNC_SYNC_ALL,
  SYNC_WORKSPACE,
  SYSTEM_ALLOC,
  TENSOR_VIEW_ASSEMBLE,
  TENSOR_VIEW_CONCAT,
  TENSOR_VIEW_CREATE,
  TENSOR_VIEW_FILL_PAD,
  TENSOR_VIEW_FILL_PAD_EXPAND,
  TENSOR_VIEW_FULL,
  TENSOR_VIEW_RESHAPE,
  TENSOR_VIEW_SET_VALID_SHAPE,
  TENSOR_VIEW_SLICE,
  TENSOR_VIEW_TRANSPOSE,
  TILE_VIEW_ASSEMBLE,
  TILE_VIEW_CONCAT,
  TILE_VIEW_FILL_PAD,
  TILE_VIEW_FILL_PAD_EXPAND,
  TILE_VIEW_RESHAPE,
  TILE_VIEW_SET_VALID_SHAPE,
  TILE_VIEW_SLICE,
  TILE_VIEW_TRANSPOSE,
  TILE_VIEW_TRANSPOSE_VIEW,
  TRANSFER_CREATE,
  TRANSFER_EXTRACT,
  TRANSFER_FULL,
  TRANSFER_LOAD,
  TRANSFER_MOVE,
  TRANSFER_STORE,
  TRUTH,
  WINDOW_ALLOCATE,
  WINDOW_AWAIT,
  WINDOW_COPY,
  WINDOW_DEFER,
  WINDOW_LOAD,
  WINDOW_NOTIFY,
  WINDOW_STAGED,
  WINDOW_STORE,
  WINDOW_WINDOW;

  @Override
  public Type deduce(Request r) {
    return switch (this) {
      case ACCESS_DIM -> AccessRules.dim(r);
      case ACCESS_READ -> AccessRules.read(r);
      case ACCESS_WRITE -> AccessRules.write(r);
      case ARRAY_CREATE -> ArrayRules.create(r);
      case ARRAY_GET -> ArrayRules.get(r);
      case ARRAY_UPDATE -> ArrayRules.update(r);
      case AS_TOLD -> r.given().orElse(UnknownType.INSTANCE);
      case BIT_TENSORS -> BitRules.tensors(r);
      case BIT_TENSOR_SCALAR -> BitRules.tensorScalar(r);
      case BIT_TENSOR_SHIFT -> BitRules.tensorShift(r);
      case BIT_TENSOR_SHIFTS -> BitRules.tensorShifts(r);
      case BIT_TILE_SCALAR -> BitRules.tileScalar(r);
      case BIT_TILE_SHIFT -> BitRules.tileShift(r);
      case BUFFER_ALLOCATE -> BufferRules.allocate(r);
      case BUFFER_COPY -> BufferRules.copy(r);
      case BUFFER_ELEMENTWISE -> BufferRules.elementwise(r);
      case BUFFER_EXTRACT -> BufferRules.extract(r);
      case BUFFER_LOAD -> BufferRules.load(r);
      case BUFFER_PRODUCT -> BufferRules.product(r);
      case BUFFER_RESHAPE -> BufferRules.reshape(r);
      case BUFFER_SET_VALID -> BufferRules.setValidShape(r);
      case BUFFER_STORE -> BufferRules.store(r);
      case BUFFER_SUBVIEW -> BufferRules.subview(r);
      case CAST_TENSOR -> CastRules.tensor(r);
      case CAST_TILE -> CastRules.tile(r);
      case COLLECTIVE_ALL_GATHER -> CollectiveRules.allGather(r);
      case COLLECTIVE_ALL_REDUCE -> CollectiveRules.allReduce(r);
      case COLLECTIVE_ALL_TO_ALL -> CollectiveRules.allToAll(r);
      case COLLECTIVE_BARRIER -> CollectiveRules.barrier(r);
      case COLLECTIVE_BLOCKS -> CollectiveRules.allToAllV(r);
      case COLLECTIVE_BLOCK_KERNEL -> CollectiveRules.blockKernel(r);
      case COLLECTIVE_BROADCAST -> CollectiveRules.broadcast(r);
      case COLLECTIVE_EXCHANGE_KERNEL -> CollectiveRules.exchangeKernel(r);
      case COLLECTIVE_GATHER_KERNEL -> CollectiveRules.gatherKernel(r);
      case COLLECTIVE_KERNEL -> CollectiveRules.kernel(r);
      case COLLECTIVE_MESH_KERNEL -> CollectiveRules.meshKernel(r);
      case COLLECTIVE_REDUCE_SCATTER -> CollectiveRules.reduceScatter(r);
      case COLLECTIVE_RING_KERNEL -> CollectiveRules.ringKernel(r);
      case COLLECTIVE_SCATTER_KERNEL -> CollectiveRules.scatterKernel(r);
      case COLLECTIVE_TARGET_KERNEL -> CollectiveRules.targetKernel(r);
      case COMM_CONTEXT -> HandleType.COMM_CTX;
      case COMPARE_PRELU -> CompareRules.prelu(r);
      case COMPARE_SELECT -> CompareRules.select(r);
      case COMPARE_SELECT_SCALAR -> CompareRules.selectScalar(r);
      case COMPARE_TENSOR -> CompareRules.tensor(r);
      case COMPARE_THREE_TILES -> CompareRules.threeTiles(r);
      case COMPARE_TILES -> CompareRules.tiles(r);
      case COMPARE_TILE_SCALAR -> CompareRules.tileScalar(r);
      case COMPARE_TILE_SCALAR_TILE -> CompareRules.tileScalarTile(r);
      case COUNT_INT32 -> ScalarType.of(DataType.INT32);
      case COUNT_INT64 -> ScalarType.of(DataType.INT64);
      case ELEMENTWISE_TENSOR -> ElementwiseRules.tensor(r);
      case ELEMENTWISE_TENSORS -> ElementwiseRules.tensors(r);
      case ELEMENTWISE_TENSOR_FLOAT -> ElementwiseRules.tensorFloat(r);
      case ELEMENTWISE_TENSOR_LESS_SCALAR -> ElementwiseRules.tensorLessScalar(r);
      case ELEMENTWISE_TENSOR_PARTS -> ElementwiseRules.tensorParts(r);
      case ELEMENTWISE_TENSOR_SCALAR -> ElementwiseRules.tensorScalar(r);
      case ELEMENTWISE_TENSOR_WITH_ANY -> ElementwiseRules.tensorWithAny(r);
      case ELEMENTWISE_TILE -> ElementwiseRules.tile(r);
      case ELEMENTWISE_TILES -> ElementwiseRules.tiles(r);
      case ELEMENTWISE_TILE_PARTS -> ElementwiseRules.tileParts(r);
      case ELEMENTWISE_TILE_SCALAR -> ElementwiseRules.tileScalar(r);
      case ELEMENTWISE_TILE_SLOPE -> ElementwiseRules.tileSlope(r);
      case ELEMENTWISE_TILE_WITH_SCRATCH -> ElementwiseRules.tileWithScratch(r);
      case EXPAND_CLONE -> ExpandRules.clone(r);
      case EXPAND_ROW_SUM -> ExpandRules.rowSum(r);
      case EXPAND_TENSOR_SCALAR -> ExpandRules.tensorScalar(r);
      case GATHER_BLOCKS -> GatherRules.blocks(r);
      case GATHER_TENSOR -> GatherRules.tensor(r);
      case GATHER_TENSOR_COMPARE -> GatherRules.tensorCompare(r);
      case GATHER_TENSOR_MASK -> GatherRules.tensorMask(r);
      case GATHER_TENSOR_SCATTER -> GatherRules.tensorScatter(r);
      case GATHER_TENSOR_SCATTER_MASK -> GatherRules.tensorScatterMask(r);
      case GATHER_TILE -> GatherRules.tile(r);
      case GATHER_TILE_COMPARE -> GatherRules.tileCompare(r);
      case GATHER_TILE_MASK -> GatherRules.tileMask(r);
      case GATHER_TILE_SCATTER -> GatherRules.tileScatter(r);
      case GATHER_TILE_SCATTER_MASK -> GatherRules.tileScatterMask(r);
      case GENERATOR_TENSOR_COUNTING -> GeneratorRules.tensorCounting(r);
      case GENERATOR_TENSOR_RANDOM -> GeneratorRules.tensorRandom(r);
      case GENERATOR_TILE_COUNTING -> GeneratorRules.tileCounting(r);
      case GENERATOR_TILE_RANDOM -> GeneratorRules.tileRandom(r);
      case GENERATOR_TRIANGLE -> GeneratorRules.triangle(r);
      case INDEXED_CREATE_L1 -> IndexedRules.createL1(r);
      case INDEXED_GATHER_ROW -> IndexedRules.gatherRow(r);
      case INDEXED_MEMORY_GATHER -> IndexedRules.memoryGather(r);
      case INDEXED_MEMORY_SCATTER -> IndexedRules.memoryScatter(r);
      case INDEXED_PAGED_GATHER -> IndexedRules.pagedGather(r);
      case INDEXED_TENSOR_ROWS -> IndexedRules.tensorRows(r);
      case INDEXED_TILE_ROWS -> IndexedRules.tileRows(r);
      case MATMUL_TENSOR -> MatmulRules.tensor(r);
      case MATMUL_TENSOR_ACC -> MatmulRules.tensorAcc(r);
      case MATMUL_TILE -> MatmulRules.tile(r);
      case MATMUL_TILE_ACC -> MatmulRules.tileAcc(r);
      case MATMUL_TILE_BATCH -> MatmulRules.tileBatch(r);
      case MATMUL_TILE_BATCH_ACC -> MatmulRules.tileBatchAcc(r);
      case MATMUL_TILE_BIAS -> MatmulRules.tileBias(r);
      case MATMUL_VECTOR -> MatmulRules.vector(r);
      case MATMUL_VECTOR_ACC -> MatmulRules.vectorAcc(r);
      case MATMUL_VECTOR_BIAS -> MatmulRules.vectorBias(r);
      case MX_ACC -> MxRules.acc(r);
      case MX_BIAS -> MxRules.withBias(r);
      case MX_PRODUCT -> MxRules.product(r);
      case MX_SCALE_ADDRESS -> MxRules.scaleAddress(r);
      case NO_RESULT -> UnknownType.INSTANCE;
      case PRECISE_QUOTIENT -> ElementwiseRules.quotient(r);
      case PRECISE_TENSOR_FLOAT -> ElementwiseRules.tensorFloat(ElementwiseRules.precise(r));
      case PRECISE_TILE -> ElementwiseRules.tile(ElementwiseRules.precise(r));
      case PRECISE_TILES -> ElementwiseRules.tilesOfOneRegion(ElementwiseRules.precise(r));
      case PREFETCH_CONTEXT -> HandleType.PREFETCH_ASYNC_CONTEXT;
      case PREFETCH_FETCH -> PrefetchRules.fetch(r);
      case PREFETCH_SESSION -> HandleType.ASYNC_SESSION;
      case REINTERPRET_TENSOR -> ReinterpretRules.tensor(r);
      case REINTERPRET_TILE -> ReinterpretRules.tile(r);
      case REINTERPRET_VIEW -> ReinterpretRules.view(r);
      case SORT_TENSOR_MERGE -> SortRules.tensorMerge(r);
      case SORT_TENSOR_MERGE_RUNS -> SortRules.tensorMergeRuns(r);
      case SORT_TENSOR_SORT -> SortRules.tensorSort(r);
      case SORT_TILE_MERGE -> SortRules.tileMerge(r);
      case SORT_TILE_MERGE_RUNS -> SortRules.tileMergeRuns(r);
      case SORT_TILE_SORT -> SortRules.tileSort(r);
      case SPLIT_TENSOR_GATHER -> SplitRules.tensorGather(r);
      case SPLIT_TENSOR_SHARD -> SplitRules.tensorShard(r);
      case SPLIT_TILE_GATHER -> SplitRules.tileGather(r);
      case SPLIT_TILE_SHARD -> SplitRules.tileShard(r);
      case SYNC_CACHE_INVALID -> SyncRules.cacheInvalid(r);
      case SYNC_EVENT -> SyncRules.event(r);
      case SYNC_FLAG -> SyncRules.flag(r);
      case SYNC_IMPORTED -> SyncRules.imported(r);
      case SYNC_PIPE -> SyncRules.pipe(r);
      case SYNC_FREE -> SyncRules.free(r, 2);
      case SYNC_FREE_ODD -> SyncRules.free(r, 4);
      case SYNC_POP -> SyncRules.pop(r, 2);
      case SYNC_POP_ODD -> SyncRules.pop(r, 4);
      case SYNC_PUSH -> SyncRules.push(r, 2);
      case SYNC_PUSH_ODD -> SyncRules.push(r, 4);
      case SYNC_RESERVED -> SyncRules.reserved(r);
      case SYNC_SYNC_ALL -> SyncRules.syncAll(r);
      case SYNC_WORKSPACE -> SyncRules.workspace(r);
      case SYSTEM_ALLOC -> SystemRules.alloc(r);
      case TENSOR_VIEW_ASSEMBLE -> TensorViewRules.assemble(r);
      case TENSOR_VIEW_CONCAT -> TensorViewRules.concat(r);
      case TENSOR_VIEW_CREATE -> TensorViewRules.create(r);
      case TENSOR_VIEW_FILL_PAD -> TensorViewRules.fillPad(r);
      case TENSOR_VIEW_FILL_PAD_EXPAND -> TensorViewRules.fillPadExpand(r);
      case TENSOR_VIEW_FULL -> TensorViewRules.full(r);
      case TENSOR_VIEW_RESHAPE -> TensorViewRules.reshape(r);
      case TENSOR_VIEW_SET_VALID_SHAPE -> TensorViewRules.setValidShape(r);
      case TENSOR_VIEW_SLICE -> TensorViewRules.slice(r);
      case TENSOR_VIEW_TRANSPOSE -> TensorViewRules.transpose(r);
      case TILE_VIEW_ASSEMBLE -> TileViewRules.assemble(r);
      case TILE_VIEW_CONCAT -> TileViewRules.concat(r);
      case TILE_VIEW_FILL_PAD -> TileViewRules.fillPad(r);
      case TILE_VIEW_FILL_PAD_EXPAND -> TileViewRules.fillPadExpand(r);
      case TILE_VIEW_RESHAPE -> TileViewRules.reshape(r);
      case TILE_VIEW_SET_VALID_SHAPE -> TileViewRules.setValidShape(r);
      case TILE_VIEW_SLICE -> TileViewRules.slice(r);
      case TILE_VIEW_TRANSPOSE -> TileViewRules.transpose(r);
      case TILE_VIEW_TRANSPOSE_VIEW -> TileViewRules.transposeView(r);
      case TRANSFER_CREATE -> TransferRules.create(r);
      case TRANSFER_EXTRACT -> TransferRules.extract(r);
      case TRANSFER_FULL -> TransferRules.full(r);
      case TRANSFER_LOAD -> TransferRules.load(r);
      case TRANSFER_MOVE -> TransferRules.move(r);
      case TRANSFER_STORE -> TransferRules.store(r);
      case TRUTH -> ScalarType.of(DataType.BOOL);
      case WINDOW_ALLOCATE -> WindowRules.allocate(r);
      case WINDOW_AWAIT -> WindowRules.await(r);
      case WINDOW_COPY -> WindowRules.copy(r);
      case WINDOW_DEFER -> WindowRules.defer(r);
      case WINDOW_LOAD -> WindowRules.load(r);
      case WINDOW_NOTIFY -> WindowRules.notify(r);
      case WINDOW_STAGED -> WindowRules.staged(r);
      case WINDOW_STORE -> WindowRules.store(r);
      case WINDOW_WINDOW -> WindowRules.window(r);
    };
  }
}
