package io.pto4j.ir;

/** What a call calls, by name: an operator of the table or a function of the program. */
public sealed interface Op permits Operator, GlobalVar {
  String name();
}
