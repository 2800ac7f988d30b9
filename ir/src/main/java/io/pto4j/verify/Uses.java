package io.pto4j.verify;

import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import java.util.function.Consumer;

/** Visits the variables that expressions and attributes read; types are left out. */
final class Uses extends VarUses {
  Uses(Consumer<? super Var> visitor) {
    super(visitor);
  }

  @Override
  public Var def(Var var) {
    return var;
  }

  @Override
  public Type type(Type type) {
    return type;
  }
}
