package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Level;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Role;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Optional;

/** Everything about a function but its body. */
record Signature(
    Py.FunctionDef definition,
    FunctionType type,
    Optional<Level> level,
    Optional<Role> role,
    Attrs attrs,
    boolean strictSsa,
    ImmutableList<Var> params,
    ImmutableList<ParamDirection> directions,
    ImmutableList<Type> returnTypes,
    Bindings bindings) {
  String name() {
    return definition.name();
  }
}
