package io.pto4j.processor.tree;

/** How a construct that the language does not have is reported. */
final class Unsupported {
  static final String HINT =
      "kernels are made of calls of Pl, scalar arithmetic, local variables, if, for and Pl scopes";

  private Unsupported() {}

  static String message(String construct) {
    return construct + " cannot be used in a kernel";
  }
}
