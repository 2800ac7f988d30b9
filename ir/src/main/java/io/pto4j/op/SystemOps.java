package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Pipe;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.rule.SystemRules;

/** Tasks, launch queries, barriers and the place of a core. Source: PyPTO system operators. */
@AutoService(OpFamily.class)
public final class SystemOps implements OpFamily {
  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("system", "tile");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.of(
        task("system.task_invalid", "The id of no task", DataType.TASK_ID),
        task("system.task_dummy", "A task that only waits for others", DataType.TASK_ID),
        Defs.of(
                Category.TASK,
                "system.task_is_valid",
                "Whether the id is that of a task",
                SystemRules.scalar(DataType.BOOL),
                Operand.scalar("task_id").of(ImmutableList.of(DataType.TASK_ID)))
            .build(),
        task("system.available_cluster_count", "Clusters of cores in this run", DataType.INT32),
        task("system.available_aiv_count", "Vector cores in this run", DataType.INT32),
        barrier("system.bar_v", "Waits for the vector pipe", Pipe.V),
        barrier("system.bar_m", "Waits for the matrix pipe", Pipe.M),
        barrier("system.bar_all", "Waits for every pipe of the core", Pipe.ALL),
        barrier("system.fence", "Orders accesses to global memory", Pipe.ALL),
        place("tile.get_block_idx", "The number of this block among those launched together")
            .affinity(Affinity.SHARED)
            .build(),
        place("tile.get_block_num", "How many blocks were launched together")
            .affinity(Affinity.SHARED)
            .build(),
        place("tile.get_subblock_idx", "The number of this vector core in its cluster")
            .affinity(Affinity.VECTOR)
            .build());
  }

  private static OpDef task(String name, String doc, DataType result) {
    return Defs.of(Category.TASK, name, doc, SystemRules.scalar(result)).build();
  }

  private static OpDef barrier(String name, String doc, Pipe pipe) {
    return Defs.effect(Category.SYNC, name, doc, Rule.NO_RESULT).pipe(PipeUse.of(pipe)).build();
  }

  private static OpDefBuilder place(String name, String doc) {
    return Defs.tile(name, doc, SystemRules.scalar(DataType.INDEX)).pipe(PipeUse.of(Pipe.S));
  }
}
