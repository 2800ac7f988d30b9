package io.pto4j.text;

/** Mistakes in programs, signatures, templates and types. */
public enum SignatureMistake implements Mistake {
  UNKNOWN_DECORATOR(ErrorClass.SYNTAX, "'@%s' cannot stand here", "%2$s"),
  DECORATOR_POSITIONAL(
      ErrorClass.SYNTAX,
      "@pl.function takes keyword arguments only",
      "write type=pl.FunctionType.InCore"),
  EXTERNAL_SOURCE(ErrorClass.SYNTAX, "external_source is a string", "write the path of a file"),
  DECORATOR_KEYWORD(
      ErrorClass.SYNTAX,
      "@pl.function has no argument '%s'",
      "it takes type, level, role, auto_scope, external_source"),
  AUTO_SCOPE(ErrorClass.SYNTAX, "auto_scope is True or False", "write the word itself"),
  DESCRIPTOR_ARGUMENTS(ErrorClass.TYPE, "The type has too few arguments", "see the page of types"),
  MULTI_BUFFER_SLOTS(
      ErrorClass.TYPE,
      "The slots of a multi-buffer are buffers",
      "its first argument is a buffer type"),
  BUFFER_FIELD(ErrorClass.TYPE, "A buffer has no field '%s'", "its fields are %2$s"),
  BUFFER_FIELD_MISSING(
      ErrorClass.TYPE,
      "A buffer needs its %s",
      "a buffer has a shape, a data type and a memory space"),
  NOT_A_SHAPE(ErrorClass.TYPE, "A shape is a list of extents", "write [16, 16]"),
  BUFFER_EXTENT(ErrorClass.TYPE, "An extent of a buffer is a constant", "write a number"),
  PARAMETER_TYPE(
      ErrorClass.TYPE,
      "Parameter '%s' missing type annotation",
      "write %2$s: pl.Tensor[[64], pl.FP32]"),
  DIRECTION_TYPES(
      ErrorClass.TYPE,
      "pl.Out and pl.InOut hold one type",
      "write pl.Out[pl.Tensor[[64], pl.FP32]]"),
  FUNC_ATTR_FORM(
      ErrorClass.SYNTAX,
      "pl.func_attr takes one dictionary",
      "write pl.func_attr({\"key\": value})"),
  SEVERAL_PROGRAMS(
      ErrorClass.BASE,
      "A text holds one program or one function",
      "put one of them in a file of its own"),
  NESTED_PROGRAM(
      ErrorClass.UNSUPPORTED,
      "A program or function within other code, which is not read",
      "move it to the left margin"),
  DYNAMIC_NAME(ErrorClass.SYNTAX, "pl.dynamic takes a name", "write pl.dynamic(\"M\")"),
  EMPTY_PROGRAM(
      ErrorClass.SYNTAX, "The program has no function", "write methods with @pl.function"),
  FUNCTION_TWICE(ErrorClass.SYNTAX, "A second function named '%s'", "rename it"),
  MEMREF_SLOT(
      ErrorClass.TYPE,
      "A memory reference has one slot index",
      "write pl.MemRef(\"name\", slots=2)[0]"),
  MEMREF_ARGUMENTS(
      ErrorClass.TYPE,
      "A memory reference takes a base, a byte offset and a size",
      "write pl.MemRef(\"base\", 0, 1024)"),
  MEMREF_ONE_SLOT(
      ErrorClass.TYPE, "A memory reference with one slot has no slot index", "give slots="),
  MEMREF_SLOT_RANGE(ErrorClass.TYPE, "Slot %s is outside 0..%s", "count from 0"),
  MEMREF_BASE(
      ErrorClass.TYPE,
      "The base of a memory reference is a name or a string",
      "write pl.MemRef(\"base\", 0, 1024)"),
  NOT_AN_INTEGER(ErrorClass.TYPE, "A constant integer is expected", "write a number"),
  TEMPLATE_ARGUMENTS(
      ErrorClass.TYPE, "Template '%s' takes %d arguments by position", "its parameters: %3$s"),
  TEMPLATE_VALUE(ErrorClass.TYPE, "Template '%s' returns no value", "end it with return value"),
  TEMPLATE_RETURN(
      ErrorClass.SYNTAX,
      "A template returns at its end only",
      "give the value a name in both branches"),
  TEMPLATE_RECURSION(ErrorClass.SYNTAX, "Templates call each other without end", "break the cycle"),
  FUNC_ATTR_PLACE(
      ErrorClass.SYNTAX,
      "pl.func_attr stands at the beginning of a function",
      "move it to the top"),
  NOT_A_TYPE(
      ErrorClass.TYPE,
      "This is no type",
      "types are pl.Tensor[[..], dtype], pl.Tile[[..], dtype], pl.Scalar[dtype], pl.Array[n,"
          + " dtype], pl.Reg[n, dtype], pl.Tuple[..] and pld.DistributedTensor[[..], dtype]"),
  ONE_ELEMENT(
      ErrorClass.TYPE, "One element in brackets is expected, not %s", "write pl.Scalar[pl.FP32]"),
  NOT_A_DATA_TYPE(
      ErrorClass.TYPE, "This is no data type", "data types are pl.FP32, pl.INT32 and so on"),
  ARRAY_TYPE(
      ErrorClass.TYPE, "An array has an extent and a data type", "write pl.Array[4, pl.INT32]"),
  ARRAY_EXTENT(
      ErrorClass.TYPE,
      "The extent of an array is a positive constant",
      "write pl.Array[4, pl.INT32]"),
  MEMREF_ALIAS(
      ErrorClass.TYPE,
      "A second name for the allocation '%s'",
      "use the name that it was declared by"),
  MEMREF_TWICE(
      ErrorClass.TYPE,
      "The allocation '%s' has %d slots elsewhere",
      "declare it once, and give other allocations other names"),
  EXTENT_ORDER(
      ErrorClass.TYPE,
      "The extent '%s' is used ahead of its parameter",
      "move '%1$s: pl.Scalar[pl.INDEX]' ahead of the types that name it"),
  NO_PROGRAM(
      ErrorClass.BASE,
      "The text contains a function but no program",
      "put it in a class with @pl.program"),
  NOTHING_FOUND(
      ErrorClass.BASE, "No @pl.function or @pl.program found", "the text must hold one of them"),
  PROGRAM_DECORATOR(ErrorClass.SYNTAX, "A class without @pl.program", "write @pl.program above"),
  PROGRAM_KEYWORD(ErrorClass.SYNTAX, "@pl.program has no argument '%s'", "it takes strict_ssa"),
  UNKNOWN_MEMBER(ErrorClass.SYNTAX, "Unknown %s value: %s", "one of: %3$s"),
  DECORATOR_VALUE(
      ErrorClass.SYNTAX, "The %s of a function is a member of its enum", "write %1$s=pl.%2$s"),
  PARAMETER_TWICE(ErrorClass.SYNTAX, "A second parameter named '%s'", "rename it"),
  INOUT_SCALAR(
      ErrorClass.TYPE,
      "The scalar '%s' cannot be InOut",
      "only tensors and tiles can; return the new value"),
  WORKER_SELF(ErrorClass.SYNTAX, "A SubWorker of the host takes no self", "remove self"),
  EXTERNAL_TYPE(
      ErrorClass.TYPE,
      "external_source belongs to AIC and AIV functions",
      "write type=pl.FunctionType.AIV"),
  EXTERNAL_BODY(ErrorClass.SYNTAX, "The body of an external function is empty", "write ..."),
  FUNCTION(ErrorClass.SYNTAX, "Failed to parse function '%s': %s", "%3$s"),
  FUNC_ATTR_RESERVED(
      ErrorClass.SYNTAX, "'%s' is no attribute of its own", "write it in @pl.function(..)"),
  FUNC_ATTR_SPLIT(
      ErrorClass.SYNTAX, "The attribute 'split' is a split mode", "write pl.SplitMode.UP_DOWN"),
  MEMREF_KEYWORD(ErrorClass.TYPE, "A memory reference has no argument '%s'", "it takes slots"),
  MEMREF_SLOTS(ErrorClass.TYPE, "The number of slots is positive", "write slots=2"),
  TYPE_PARTS(ErrorClass.TYPE, "%d parts of a type that has at most %d", "remove the last ones"),
  TYPE_PART_TWICE(ErrorClass.TYPE, "This part of the type is given twice", "remove one of them"),
  DN_LAYOUT(
      ErrorClass.TYPE,
      "The layout DN cannot stand alone",
      "write the plain shape and transpose where it is used, or a full pl.TensorView"),
  TILE_LAYOUT(ErrorClass.TYPE, "A tile has no tensor layout", "write pl.TileView(blayout=..)"),
  MEMREF_SPACE(
      ErrorClass.TYPE, "A tile with a memory reference names its memory space", "write pl.Mem.Vec"),
  TYPE_REFUSED(ErrorClass.TYPE, "%s", "%2$s"),
  INCOMPLETE_TYPE(
      ErrorClass.TYPE,
      "Incomplete type annotation",
      "give the shape and the data type: [[16, 16], pl.FP32]"),
  REGISTER_TYPE(
      ErrorClass.TYPE,
      "A register has lanes, a data type and perhaps a kind",
      "write pl.Reg[64, pl.FP32]"),
  VIEW_POSITIONAL(
      ErrorClass.TYPE,
      "A view takes keyword arguments only",
      "write pl.TileView(valid_shape=[16, 16])"),
  VIEW_FIELD(ErrorClass.TYPE, "A view has no field '%s'", "its fields are %2$s"),
  EXTENT_KIND(
      ErrorClass.TYPE,
      "An extent is an integer",
      "write a number, a dynamic extent or an expression of them");

  private final Wording wording;

  SignatureMistake(ErrorClass errorClass, String message, String hint) {
    wording = new Wording(errorClass, message, hint);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
