package io.pto4j.text;

/** Mistakes in loops, branches and scopes. */
public enum FlowMistake implements Mistake {
  DOMAIN_TARGET(ErrorClass.SYNTAX, "A communication domain gives no value", "remove 'as ...'"),
  DOMAIN_KEYWORD(
      ErrorClass.SYNTAX,
      "A communication domain has no argument '%s'",
      "it takes name_hint, devices and slots"),
  DOMAIN_STRING(ErrorClass.SYNTAX, "A string is expected", "write it in quotes"),
  DOMAIN_DEVICE(ErrorClass.SYNTAX, "A device is a number", "write devices=[0, 1]"),
  DOMAIN_SLOT(ErrorClass.SYNTAX, "A slot is a window", "write pld.WindowBuffer(base, size)"),
  CONSTRUCTION(ErrorClass.SYNTAX, "%s", "%2$s"),
  LOOP_EXIT(ErrorClass.OPERATION, "'%s' cannot stand %s", "pl.range and while loops can be left"),
  BARE_YIELD(
      ErrorClass.SYNTAX,
      "A loop with init_values gives its yielded values to names",
      "write a = pl.yield_(..)"),
  YIELD_KEYWORD(ErrorClass.SYNTAX, "pl.yield_ takes values by position", "write pl.yield_(a, b)"),
  LOOP_STEP(
      ErrorClass.SYNTAX, "The step of a loop is not zero", "write a step that leads to the end"),
  LOOP_BOUND(ErrorClass.SYNTAX, "A bound of type %s", "bounds are integer scalars"),
  INIT_TARGET(
      ErrorClass.SYNTAX,
      "A loop with init_values names what it carries",
      "write for i, (a,) in pl.range(n, init_values=(x,))"),
  ITER_ARGS_TUPLE(ErrorClass.SYNTAX, "Iter args must be a tuple", "write it in parentheses: (a,)"),
  UNROLL_BOUND(ErrorClass.SYNTAX, "The bounds of an unrolled loop are constants", "use pl.range"),
  UNROLL_INIT(ErrorClass.SYNTAX, "An unrolled loop has no init_values", "use pl.range"),
  LOOP_ATTRIBUTE(
      ErrorClass.SYNTAX,
      "The attribute '%s' of a loop has the wrong kind of value",
      "it is an integer, a float, a bool or a string"),
  STAGE_WITHOUT_PIPELINE(
      ErrorClass.SYNTAX, "Unknown keyword argument 'stage' in %s()", "pl.pipeline has stages"),
  WHILE_FORM(
      ErrorClass.SYNTAX,
      "pl.while_ takes init_values only, and at least one",
      "write pl.while_(init_values=(x,))"),
  COND_PLACE(ErrorClass.SYNTAX, "pl.cond stands at the beginning of pl.while_ only", "remove it"),
  SPLIT_AIV_NESTED(
      ErrorClass.SYNTAX, "pl.split_aiv inside pl.split_aiv", "one region divides the lanes"),
  SPLIT_AIV_SPLIT(
      ErrorClass.SYNTAX, "pl.split_aiv inside a kernel with pl.split", "remove one of the two"),
  LOOP_ITERATOR(
      ErrorClass.SYNTAX,
      "A for statement cannot iterate over this",
      "it iterates over pl.range, pl.parallel, pl.unroll, pl.pipeline, pl.while_, pl.spmd or"
          + " pl.split_aiv"),
  LOOP_BOUNDS(
      ErrorClass.SYNTAX,
      "A loop takes a stop, or a start, a stop and a step",
      "write pl.range(stop), pl.range(start, stop) or pl.range(start, stop, step)"),
  PIPELINE_STAGE(
      ErrorClass.SYNTAX,
      "A pipelined loop has a number of stages, which is a positive constant",
      "write stage=2"),
  CARRIED_COUNT(
      ErrorClass.SYNTAX,
      "The loop carries %d values, but yields %d",
      "yield one value for each of init_values"),
  LOOP_TARGET(ErrorClass.SYNTAX, "A name is expected", "write for i in .., or for i, (a,) in .."),
  INIT_COUNT(
      ErrorClass.SYNTAX,
      "Mismatch: %d iter_args but %d init_values",
      "write: for i, (a, b) in pl.range(n, init_values=(x, y))"),
  LOOP_KEYWORD(ErrorClass.SYNTAX, "Unknown keyword argument '%s' in %s()", "it takes %3$s"),
  WHILE_CONDITION(
      ErrorClass.SYNTAX, "The body of pl.while_ begins with its condition", "write pl.cond(..)"),
  COND_ARGUMENTS(ErrorClass.SYNTAX, "pl.cond takes one condition", "write pl.cond(i < n)"),
  SPLIT_AIV_FORM(
      ErrorClass.SYNTAX,
      "pl.split_aiv takes two lanes, a mode, and perhaps name_hint and attrs",
      "write pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN)"),
  NAME_HINT(ErrorClass.SYNTAX, "name_hint is a name in quotes", "write name_hint=\"name\""),
  SCOPE_KEYWORD(ErrorClass.SYNTAX, "Unknown keyword argument '%s' in %s()", "it takes %3$s"),
  SPLIT_MODE(ErrorClass.SYNTAX, "pl.split takes one mode", "write pl.split(pl.SplitMode.UP_DOWN)"),
  OPTIMIZATION(
      ErrorClass.SYNTAX,
      "Unknown optimization",
      "there are pl.split(mode) and pl.cross_core_slot(slot_num=n)"),
  SPMD_BLOCKS(
      ErrorClass.SYNTAX,
      "A launch has one number of blocks, which is a positive integer",
      "write pl.spmd(8), or core_num=8"),
  SCOPE_TARGET(ErrorClass.SYNTAX, "Only pl.at and pl.spmd give a task id", "remove 'as ...'"),
  SCOPE_POSITIONAL(
      ErrorClass.SYNTAX, "%s takes no argument by position", "write it as a keyword argument"),
  SCOPE_MODE(
      ErrorClass.SYNTAX,
      "This is no mode of a scope",
      "write pl.ScopeMode.MANUAL or pl.ScopeMode.AUTO"),
  IN_MANUAL_SCOPE(
      ErrorClass.SYNTAX,
      "A scope of the runtime inside a manual scope",
      "end the manual scope before it"),
  AUTOMATIC_SCOPE(
      ErrorClass.SYNTAX,
      "An automatic scope where the compiler places them",
      "write @pl.function(auto_scope=False), or pl.manual_scope()"),
  IN_CLUSTER(
      ErrorClass.SYNTAX,
      "'%s' inside pl.cluster, where nothing is launched alone",
      "launch it outside the cluster"),
  AT_ROLE(ErrorClass.SYNTAX, "A scope at CORE_GROUP has no role", "remove it"),
  AT_OPTIMIZATIONS(
      ErrorClass.SYNTAX, "Only a scope at CORE_GROUP has optimizations", "remove them"),
  SLOT_NUMBER(
      ErrorClass.SYNTAX,
      "The number of slots is a positive constant",
      "write pl.cross_core_slot(slot_num=4)"),
  OPTIMIZATION_TWICE(ErrorClass.SYNTAX, "The same optimization twice", "remove one of them"),
  SPMD_DEPS(ErrorClass.SYNTAX, "deps without a task id", "write with pl.spmd(8, deps=[t]) as tid:"),
  SPMD_CARRIER(
      ErrorClass.SYNTAX, "Optimizations beside a kernel inside", "write them in pl.at(..)"),
  SPMD_BODY(
      ErrorClass.SYNTAX,
      "The body launches %d kernels",
      "call one kernel, or use pl.tile.get_block_idx()"),
  UNKNOWN_SCOPE(
      ErrorClass.UNSUPPORTED,
      "Unknown scope",
      "scopes are pl.at(..), pl.cluster(), pl.spmd(..), pl.scope(), pl.manual_scope(),"
          + " pl.reg_scope() and pld.comm_domain(..)"),
  AT_LEVEL(ErrorClass.SYNTAX, "pl.at takes one level", "write level=pl.Level.CORE_GROUP"),
  YIELD_COUNT(
      ErrorClass.SYNTAX, "%d values are yielded to %d names", "give one name for each value"),
  BRANCH_YIELDS(
      ErrorClass.SYNTAX,
      "The branches of an if do not yield to the same names: %s",
      "yield to all of them in both branches"),
  YIELD_TARGET(
      ErrorClass.SYNTAX, "A yield gives values to names", "write a name, or names and commas"),
  CONDITION(
      ErrorClass.TYPE,
      "A condition is a BOOL scalar, not %s",
      "use an explicit boolean comparison"),
  TEMPLATE_IN_CONDITION(
      ErrorClass.SYNTAX,
      "A template is expanded in the condition of a loop, where it would run once only",
      "call it before the loop and at the end of the body");

  private final Wording wording;

  FlowMistake(ErrorClass errorClass, String message, String hint) {
    wording = new Wording(errorClass, message, hint);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
