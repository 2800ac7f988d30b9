package io.pto4j.text;

/** Mistakes in expressions and assignments. */
public enum ValueMistake implements Mistake {
  REFUSED(ErrorClass.SYNTAX, "%s", "%2$s"),
  FSTRING_VALUE(
      ErrorClass.UNSUPPORTED, "An f-string cannot stand here", "pl.static_print takes f-strings"),
  COMPREHENSION_VALUE(
      ErrorClass.UNSUPPORTED,
      "Unsupported expression type: ListComp",
      "deps=[..] takes comprehensions"),
  ALREADY_DEFINED(
      ErrorClass.SSA,
      "Variable '%s' is already defined",
      "use a different variable name for each assignment"),
  STRICT_ELEMENTS(
      ErrorClass.UNSUPPORTED,
      "Parts cannot be assigned where names are assigned once",
      "use pl.assemble with a new name"),
  NOT_A_TUPLE(ErrorClass.SYNTAX, "A value of type %s is not several values", "write one name"),
  UNPACKED_COUNT(
      ErrorClass.SYNTAX, "%d values are assigned to %d names", "write one name for each value"),
  ANNOTATION_DIFFERS(
      ErrorClass.TYPE, "The annotation does not fit the value%s", "change it to: %2$s"),
  STRING_VALUE(ErrorClass.TYPE, "A string cannot stand here", "strings are keyword arguments only"),
  OUTER_VALUE(
      ErrorClass.TYPE,
      "'%s' stands for nothing that a function computes with",
      "numbers, truth values, None, and lists of them can be used"),
  NOT_A_VALUE(
      ErrorClass.UNSUPPORTED,
      "This cannot stand here",
      "a number, a name, an operator or a call can"),
  NUMBER_RANGE(ErrorClass.SYNTAX, "The number is beyond 64 bits", "no data type holds it"),
  NUMBER_WORD(ErrorClass.UNDEFINED, "Undefined variable '%s'", "write pl.const(%2$s, pl.FP32)"),
  UNREAD_VALUE(
      ErrorClass.UNDEFINED,
      "'%s' gets its value from ordinary Python in line %d, which is not read",
      "give it a constant value, as in %1$s = 64"),
  UNDEFINED_VARIABLE(ErrorClass.UNDEFINED, "Undefined variable '%s'", "%2$s"),
  LONELY_ATTRIBUTE(ErrorClass.UNSUPPORTED, "This cannot stand here", "a value is expected"),
  UNARY_OPERATOR(
      ErrorClass.UNSUPPORTED, "Unsupported unary operator '%s'", "there are -, ~ and not"),
  CONSTANT_FAILS(ErrorClass.SYNTAX, "The constant cannot be computed: %s", "change the numbers"),
  ASSIGNMENT_TARGET(
      ErrorClass.SYNTAX,
      "Unsupported assignment: only names can be assigned to",
      "write a name, or names and commas"),
  ELEMENT_TARGET(
      ErrorClass.SYNTAX,
      "Elements are assigned to a name only",
      "take the part apart into a name first"),
  REASSIGNED_TYPE(
      ErrorClass.TYPE, "Cannot reassign '%s' with a different type: was %s, got %s", "%4$s"),
  SHAPED_OPERAND(
      ErrorClass.SYNTAX, "operator '%s' needs scalar operands, not a tensor or a tile", "%2$s"),
  NO_ELEMENTS(
      ErrorClass.TYPE,
      "A value of type %s has no elements",
      "tensors, tiles, arrays and tuples have"),
  TUPLE_INDEX(ErrorClass.UNSUPPORTED, "The index into a tuple is one constant", "write t[0]"),
  ONE_INDEX(ErrorClass.TYPE, "One index is expected, not %s", "write a[i]"),
  TOO_MANY_INDICES(
      ErrorClass.TYPE, "%d indices for %d dimensions", "give at most one index for each dimension"),
  INDEX_KIND(
      ErrorClass.TYPE,
      "An index is an integer scalar or a slice",
      "write a number, an integer variable or a:b"),
  NEGATIVE_INDEX(ErrorClass.TYPE, "A negative index", "count from the first element"),
  EMPTY_SLICE(
      ErrorClass.UNSUPPORTED, "The slice has no elements", "its end lies behind its beginning"),
  TILE_SLICE_START(
      ErrorClass.UNSUPPORTED, "A slice of a tile begins at a constant", "use pl.slice"),
  TILE_EXTENT(ErrorClass.UNSUPPORTED, "The extent of the tile is not constant", "use pl.slice"),
  NO_ASSIGNABLE_ELEMENTS(
      ErrorClass.TYPE,
      "Elements of %s cannot be assigned",
      "those of tensors, tiles and arrays can"),
  ELEMENT_ASSIGNMENT(
      ErrorClass.UNSUPPORTED,
      "One element cannot be assigned",
      "write pl.write(x, [i, j], value), or a slice of one element"),
  PART_KIND(
      ErrorClass.TYPE,
      "%s is assigned to a part of %s",
      "both sides are tensors, or both are tiles"),
  PART_SHAPE(
      ErrorClass.TYPE,
      "A value of type %s does not fit the window of shape [%s]",
      "the extents must agree");

  private final Wording wording;

  ValueMistake(ErrorClass errorClass, String message, String hint) {
    wording = new Wording(errorClass, message, hint);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
