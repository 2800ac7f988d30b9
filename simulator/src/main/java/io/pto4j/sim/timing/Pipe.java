package io.pto4j.sim.timing;

/** The queues of a core. Each runs its instructions in order; they run side by side. Source: machine model, pipes. */
public enum Pipe {
    /** Scalar unit. */
    S,
    /** Vector unit. */
    V,
    /** L1 to L0. */
    MTE1,
    /** Global memory to the core. */
    MTE2,
    /** Unified buffer or L1 to global memory. */
    MTE3,
    /** Cube unit. */
    M,
    /** Accumulator to anywhere. */
    FIX
}
