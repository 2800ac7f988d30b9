package io.pto4j.ir;

/** An enum with the number and the name that stand for its members in the binary and text forms. */
public interface WireEnum {
  int code();

  String text();
}
