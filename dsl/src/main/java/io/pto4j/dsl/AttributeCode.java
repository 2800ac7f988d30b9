package io.pto4j.dsl;

/** An enumeration whose constants are integer codes in the attributes of an IR operator. */
public interface AttributeCode {

  /** The code that the IR stores. */
  int code();
}
