package io.pto4j.text;

/** Mistakes in the Python syntax. */
public enum SyntaxMistake implements Mistake {
  CHAINED_COMPARISON(
      ErrorClass.SYNTAX, "Chained comparison", "write it as two comparisons joined by 'and'"),
  EXPECTED_ATTRIBUTE(ErrorClass.SYNTAX, "Expected a name after '.' but found %s", "write a name"),
  POSITIONAL_BEHIND_KEYWORD(
      ErrorClass.SYNTAX, "A positional argument after keyword arguments", "move it ahead"),
  EXPECTED_EXPRESSION(ErrorClass.SYNTAX, "Expected an expression but found %s", "write a value"),
  KEYWORD(
      ErrorClass.UNSUPPORTED, "'%s' cannot stand here", "programs use a small part of Python only"),
  NUMBER(
      ErrorClass.SYNTAX, "'%s' is no number of 64 bits", "write a decimal or hexadecimal number"),
  UNFITTING_INDENTATION(
      ErrorClass.SYNTAX, "The indentation fits no enclosing block", "indent like the lines above"),
  UNCLOSED_STRING(
      ErrorClass.SYNTAX, "The string that begins here does not end", "close it with %1$s"),
  UNCLOSED_BRACKET(
      ErrorClass.SYNTAX,
      "The bracket '%s' is never closed",
      "close it before the next statement begins"),
  HEX_ESCAPE(
      ErrorClass.SYNTAX,
      "An escape \\x needs two hexadecimal digits",
      "write two digits of 0-9 and a-f"),
  UNEXPECTED_INDENTATION(
      ErrorClass.SYNTAX, "Unexpected indentation", "indent like the lines above"),
  SEVERAL_STATEMENTS(
      ErrorClass.SYNTAX, "One statement per line", "remove the ;, or go on in the next line"),
  CHAINED_ASSIGNMENT(
      ErrorClass.SYNTAX, "Unsupported assignment: chained", "assign each name on its own line"),
  ANNOTATION_WITHOUT_VALUE(
      ErrorClass.UNSUPPORTED, "An annotation without a value", "assign a value: x: T = ..."),
  DEFAULT_VALUE(ErrorClass.SYNTAX, "A parameter with a default value", "remove the default"),
  LOOP_ELSE(ErrorClass.SYNTAX, "A loop has no else", "write the statements after the loop"),
  SEVERAL_SCOPES(ErrorClass.SYNTAX, "Several scopes in one line", "nest the with statements"),
  EXPRESSION(
      ErrorClass.UNSUPPORTED,
      "Unsupported expression type: %s",
      "write it with names, numbers, operators and calls"),
  STARRED(
      ErrorClass.UNSUPPORTED,
      "Unsupported expression type: Starred",
      "write the values one by one"),
  STARRED_TARGET(
      ErrorClass.SYNTAX, "Unsupported assignment: starred target", "write one name for each value"),
  KEYWORD_TWICE(ErrorClass.SYNTAX, "The argument '%s' twice", "remove one of them"),
  STATEMENT(
      ErrorClass.UNSUPPORTED,
      "Unsupported statement type: %s",
      "assignments, calls, if, for, while, with, return, break, continue and pass are supported"),
  AUGMENTED_ASSIGNMENT(
      ErrorClass.UNSUPPORTED,
      "Unsupported statement type: AugAssign",
      "write it in full, as in x = x + 1"),
  ASSIGNMENT_IN_CONDITION(
      ErrorClass.SYNTAX, "'=' in a condition assigns a value", "write == to compare"),
  BASE_CLASS(ErrorClass.UNSUPPORTED, "A program has no base class", "write class %s:"),
  COMPARISON(
      ErrorClass.UNSUPPORTED, "Unsupported comparison: '%s'", "there are ==, !=, <, <=, > and >="),
  BINARY_OPERATOR(
      ErrorClass.UNSUPPORTED, "Unsupported binary operator: '%s'", "write pl.matmul(a, b)"),
  SLICE_STEP(ErrorClass.UNSUPPORTED, "A slice has no step", "write a:b"),
  COMPREHENSION(
      ErrorClass.SYNTAX, "A comprehension has one 'for'", "write [a[i] for i in range(4)]"),
  FSTRING_BRACE(
      ErrorClass.SYNTAX,
      "The braces of the f-string hold no value",
      "write {x}, and {{ for a brace"),
  FSTRING_FORMAT(
      ErrorClass.UNSUPPORTED,
      "An f-string has plain values only",
      "write {x} without conversion and format"),
  PARAMETER_KIND(
      ErrorClass.SYNTAX,
      "Parameters are plain names",
      "write def f(self, x: pl.Tensor[[64], pl.FP32])"),
  EXPECTED(ErrorClass.SYNTAX, "Expected %s but found %s", "complete the line");

  private final Wording wording;

  SyntaxMistake(ErrorClass errorClass, String message, String hint) {
    wording = new Wording(errorClass, message, hint);
  }

  /** Whether it is none in Python itself, so that code beside a program may do it. */
  static boolean isPython(Mistake mistake) {
    return mistake instanceof SyntaxMistake m
        && switch (m) {
          case CHAINED_COMPARISON, CHAINED_ASSIGNMENT, SEVERAL_STATEMENTS, STARRED_TARGET -> true;
          case KEYWORD -> false;
          default -> m.errorClass() == ErrorClass.UNSUPPORTED;
        };
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
