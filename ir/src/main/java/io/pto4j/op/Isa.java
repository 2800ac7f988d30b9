package io.pto4j.op;

/**
 * The instructions that the cores of a machine have: on which elements they work ({@link Support},
 * {@link NativeCasts}) and what else they do not take ({@link InstructionLimits}). Source: PTO ISA.
 */
public enum Isa {
  /** Ascend 910B. */
  A2A3("a2a3"),
  /** Ascend 950. */
  A5("a5");

  private final String arch;

  Isa(String arch) {
    this.arch = arch;
  }

  /** What kernels are compiled for and interpreted with when no machine is named. */
  public static Isa standard() {
    return A2A3;
  }

  /** The name of the architecture in device code. */
  public String arch() {
    return arch;
  }

  /** The conversions between element types. */
  public NativeCasts casts() {
    return switch (this) {
      case A2A3 -> NativeCasts.A2A3;
      case A5 -> NativeCasts.A5;
    };
  }
}
