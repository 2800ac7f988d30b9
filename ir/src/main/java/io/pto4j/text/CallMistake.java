package io.pto4j.text;

/** Mistakes in calls, launches, attributes and directives. */
public enum CallMistake implements Mistake {
  NOT_A_FLAG(ErrorClass.SYNTAX, "True or False is expected", "write the word itself"),
  NOT_A_LIST(ErrorClass.SYNTAX, "A list is expected", "write [a, b]"),
  NOT_A_VARIABLE(ErrorClass.TYPE, "A variable is expected", "give the value a name first"),
  ATTRS_NOT_A_DICT(ErrorClass.SYNTAX, "Attributes are a dictionary", "write {\"key\": value}"),
  ATTRIBUTE_KEY(ErrorClass.SYNTAX, "The key of an attribute is a string", "write {\"key\": value}"),
  ATTRIBUTE_TWICE(ErrorClass.SYNTAX, "The attribute '%s' twice", "remove one of them"),
  ATTRIBUTE_RANGE(
      ErrorClass.TYPE, "The number %s is beyond 32 bits", "attributes hold integers of 32 bits"),
  NOT_A_DIRECTION(
      ErrorClass.SYNTAX,
      "This is no direction of an argument",
      "write pl.adir.input, output, output_existing, inout, no_dep or scalar"),
  NOT_ATOMIC(ErrorClass.SYNTAX, "This is no atomic operation", "one of: None_, Add"),
  NOT_AN_ATTRIBUTE(
      ErrorClass.SYNTAX,
      "This is no value of an attribute",
      "numbers, strings, data types, members of enums, variables and expressions are"),
  ATTRIBUTE_NAME(
      ErrorClass.TYPE,
      "'%s' stands for no value of an attribute",
      "write the value itself; names of numbers and truth values can be used"),
  ATTRIBUTE_INTEGERS(
      ErrorClass.SYNTAX,
      "The attribute '%s' holds no list of integers",
      "only arg_direction_overrides does"),
  NOT_CALLABLE(
      ErrorClass.UNSUPPORTED,
      "Only functions and operators can be called",
      "call self.function(..), pl.operator(..) or a function of this file"),
  PYTHON_FUNCTION(
      ErrorClass.UNSUPPORTED,
      "'%s' is ordinary Python of line %d, which a function of a program cannot call",
      "write @pl.inline above it if it can be written in the language, or the number that a"
          + " constant gets from it"),
  METHOD_DECORATOR(
      ErrorClass.UNDEFINED,
      "Method '%s' has no @pl.function",
      "write it above line %2$d; a method without it is not read"),
  ONE_ARGUMENT(ErrorClass.SYNTAX, "One argument is expected", "write one value in the parentheses"),
  TWO_SCALARS(ErrorClass.SYNTAX, "%s takes two scalars", "give both values by position"),
  CONST_ARGUMENTS(
      ErrorClass.SYNTAX, "pl.const takes a number and a data type", "write pl.const(1, pl.INT64)"),
  CONST_VALUE(
      ErrorClass.SYNTAX, "The value of pl.const is a number", "write pl.const(1, pl.INT64)"),
  NOT_A_MEMBER(ErrorClass.SYNTAX, "Unknown value: %s", "one of: %2$s"),
  POPPED_TYPE(
      ErrorClass.OPERATION,
      "shape and dtype belong together",
      "write shape=[16, 16], dtype=pl.FP32"),
  SPLIT_OPERANDS(ErrorClass.SYNTAX, "One tile or tensor is split", "remove the other arguments"),
  SPLIT_IN_REGION(
      ErrorClass.SYNTAX, "The region around says how to split", "remove the keyword arguments"),
  SPLIT_OUTSIDE_REGION(
      ErrorClass.SYNTAX,
      "A tile is split inside of pl.split_aiv",
      "write for lane in pl.split_aiv(2, mode=..):, or split=1 for a tile"),
  OPERATOR(ErrorClass.OPERATION, "%s", "%2$s"),
  NO_ARGUMENTS(ErrorClass.SYNTAX, "%s takes no arguments", "write pl.FP32.get_byte()"),
  FUNCTION_KEYWORD(ErrorClass.TYPE, "Function '%s' does not accept keyword argument '%s'", "%3$s"),
  SUBMIT_PLACE(
      ErrorClass.SYNTAX,
      "A launch is the value of an assignment",
      "write out, tid = pl.submit(self.kernel, ..)"),
  SUBMIT_TARGETS(
      ErrorClass.SYNTAX,
      "A launch is assigned to its results and its task id",
      "write out, tid = .., (a, b), tid = .., or one name"),
  SUBMIT_RESULTS(
      ErrorClass.TYPE,
      "Function '%s' returns %d values, but %d names are given",
      "write one name for each, and one for the task id"),
  DEPS_LIST(ErrorClass.TYPE, "deps is a list", "write deps=[tid]"),
  DEPS_ENTRY(
      ErrorClass.TYPE, "A value of type %s is no task id", "bind one: out, tid = pl.submit(..)"),
  DEPS_MIXED(
      ErrorClass.TYPE, "deps mixes a whole array with elements", "list the elements of both"),
  DEPS_COMPREHENSION(
      ErrorClass.TYPE,
      "A comprehension in deps runs over constants",
      "write [tids[i] for i in range(4)]"),
  TENSOR_LIST(
      ErrorClass.TYPE,
      "%s is a list of different tensors",
      "write %1$s=[x, y] with names of tensors"),
  DUMP_ARGUMENT(ErrorClass.TYPE, "'%s' is no argument of the launch", "dumps names arguments"),
  PREDICATE_FORM(
      ErrorClass.SYNTAX,
      "A predicate compares one element of a tensor of signed integers with a number",
      "write predicate=(t[0] > 0)"),
  PREDICATE_PRODUCER(
      ErrorClass.TYPE, "The launch may read '%s' before it is written", "add '%2$s' to deps"),
  TASK_DUMMY_POSITIONAL(
      ErrorClass.OPERATION,
      "task_dummy takes no argument by position",
      "write pl.system.task_dummy(deps=[])"),
  DIRECTION_COUNT(
      ErrorClass.TYPE, "%d directions for %d arguments", "give one direction for each argument"),
  ATTRIBUTE_RESERVED(ErrorClass.TYPE, "'%s' cannot be written as an attribute", "write deps=[..]"),
  HOST_ONLY(
      ErrorClass.SYNTAX,
      "%s belongs to orchestrators of the host",
      "write level=pl.Level.HOST, role=pl.Role.Orchestrator"),
  WINDOW_FORM(
      ErrorClass.SYNTAX,
      "A window has a size in bytes, or positive extents and a data type",
      "write pld.alloc_window_buffer([64, 64], dtype=pl.FP32)"),
  WINDOW_NAME(ErrorClass.SYNTAX, "A second window named '%s'", "use another name"),
  WINDOW_PLACE(
      ErrorClass.SYNTAX,
      "A window is assigned to one name",
      "write buf = pld.alloc_window_buffer(..)"),
  DUMP_TAG_PLACE(
      ErrorClass.SYNTAX,
      "pl.dump_tag belongs to orchestration and inline functions",
      "use dumps=[..] where the kernel is launched"),
  DUMP_TAG_FORM(ErrorClass.SYNTAX, "pl.dump_tag takes one name", "write pl.dump_tag(x)"),
  DUMP_TAG_TENSOR(ErrorClass.TYPE, "A value of type %s cannot be shown", "tag a tensor"),
  UNDEFINED_FUNCTION(
      ErrorClass.UNDEFINED, "Function '%s' not defined in program", "defined are: %2$s"),
  ARGUMENT_COUNT(
      ErrorClass.TYPE, "Function '%s' expects %s argument(s), got %d", "its parameters: %4$s"),
  EXTENT_TWICE(
      ErrorClass.TYPE,
      "The arguments of '%s' say that the extent '%s' is %s and %s",
      "one extent has one value; give the parameters two names for two extents"),
  SUBMIT_KERNEL(
      ErrorClass.SYNTAX,
      "The first argument of a submit is the kernel",
      "write pl.submit(self.kernel, ...)"),
  STATIC_PRINT_EMPTY(
      ErrorClass.SYNTAX,
      "pl.static_print takes values to show",
      "write pl.static_print(\"x is\", x)"),
  STATIC_ASSERT_FORM(
      ErrorClass.SYNTAX,
      "pl.static_assert takes a condition, and perhaps a string",
      "write pl.static_assert(N > 32, \"N too small\")"),
  STATIC_ASSERT_UNKNOWN(
      ErrorClass.BASE,
      "The condition of pl.static_assert is not constant%s",
      "compare numbers that are known while the text is read"),
  STATIC_ASSERT_FAILED(
      ErrorClass.BASE, "static_assert failed%s", "the condition evaluated to False"),
  OPERATOR_ARGUMENT_TWICE(ErrorClass.OPERATION, "The argument '%s' twice", "remove one of them"),
  OPERATOR_ARGUMENTS(ErrorClass.OPERATION, "%s takes %d arguments, but %d are given", "%4$s"),
  OPERATOR_KEYWORD(ErrorClass.OPERATION, "%s has no keyword argument '%s'", "%3$s"),
  OPERATOR_ARGUMENT_MISSING(ErrorClass.OPERATION, "%s needs '%s'", "%3$s"),
  PAD_VALUE(
      ErrorClass.OPERATION, "This number is no pad value", "one of: 0, pl.PadValue.max, .min"),
  UNKNOWN_OPERATOR(ErrorClass.OPERATION, "Unknown operator '%s'", "%2$s"),
  TASK_DUMMY_KEYWORD(
      ErrorClass.TYPE,
      "task_dummy takes deps, and nothing else",
      "write pl.system.task_dummy(deps=[])"),
  SCALAR_OPERANDS(
      ErrorClass.OPERATION,
      "pl.%s of a scalar takes two scalars",
      "a scalar beside a tensor or a tile stands on the right"),
  NOT_A_VALUE_OF_A_LEVEL(
      ErrorClass.OPERATION,
      "pl.%s takes a tensor or a tile first, not a scalar of %s",
      "a scalar beside a tensor or a tile stands on the right"),
  CAST_ARGUMENTS(
      ErrorClass.OPERATION, "pl.cast takes a value and a data type", "write pl.cast(x, pl.FP32)"),
  CAST_MODE(
      ErrorClass.OPERATION, "A scalar is converted with mode='round' only", "leave the mode out"),
  UNKNOWN_OPERATION(ErrorClass.OPERATION, "Unknown operation '%s'", "%2$s"),
  MIXED_LEVELS(
      ErrorClass.OPERATION,
      "pl.%s: cannot mix a %s and a %s",
      "load the tensor into a tile first, or use tensors only");

  private final Wording wording;

  CallMistake(ErrorClass errorClass, String message, String hint) {
    wording = new Wording(errorClass, message, hint);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
