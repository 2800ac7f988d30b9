package io.pto4j.ir;

/** Equal slots of one allocation. Source: PyPTO IR types, MultiBufferType. */
public record MultiBufferType(BufferType buffer, int slotCount) implements Type {
  public MultiBufferType {
    ConstructionRule.MULTI_BUFFER_SLOTS.require(slotCount > 0, slotCount);
  }
}
