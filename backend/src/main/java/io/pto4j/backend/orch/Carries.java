package io.pto4j.backend.orch;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that a loop carries, in the way its attributes say: {@code iter_arg_rebind_<i>} is a
 * mutable variable, anything else stays what it was before the loop.
 */
final class Carries {
  private final CppNames names;
  private final CppExprs exprs;
  private final Lines out;
  private final ForStmt loop;

  Carries(CppNames names, CppExprs exprs, Lines out, ForStmt loop) {
    this.names = names;
    this.exprs = exprs;
    this.out = out;
    this.loop = loop;
  }

  void declare() {
    for (int i = 0; i < loop.iterArgs().size(); i++) {
      IterArg arg = loop.iterArgs().get(i);
      Var result = loop.returnVars().get(i);
      String init = exprs.print(arg.initValue());
      if (loop.attrs().getInt("iter_arg_array_size_" + i, 0) > 0) {
        throw new IrException(
            "a parallel loop that carries task ids is not supported in orchestration code",
            "use a sequential loop",
            loop.span());
      }
      if (rebinds(i)) {
        out.line("%s %s = %s;", type(result), names.declare(result), init);
        names.alias(arg, names.of(result));
      } else {
        names.alias(arg, init);
        names.alias(result, init);
      }
    }
  }

  /**
   * Assigns what the body yields. Several values are yielded at once, so those read by a later
   * assignment are kept aside.
   */
  void assign(ImmutableList<Expr> values) {
    List<String> targets = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    for (int i = 0; i < loop.iterArgs().size(); i++) {
      if (rebinds(i)) {
        String target = names.of(loop.returnVars().get(i));
        String value = exprs.print(values.get(i));
        if (!target.equals(value)) {
          targets.add(target);
          sources.add(targets.contains(value) ? keep(value, i) : value);
        }
      }
    }
    for (int i = 0; i < targets.size(); i++) {
      out.line("%s = %s;", targets.get(i), sources.get(i));
    }
  }

  private String keep(String value, int i) {
    String kept = value + "_before";
    out.line("%s %s = %s;", type(loop.returnVars().get(i)), kept, value);
    return kept;
  }

  private boolean rebinds(int i) {
    return loop.attrs().getBool("iter_arg_rebind_" + i, false);
  }

  private String type(Var result) {
    return switch (result.type()) {
      case TensorType _ -> "ChipTensor";
      case ScalarType(DataType dtype) -> CppExprs.type(dtype, loop.span());
      default ->
          throw new IrException(
              "a loop in orchestration code cannot carry a value of this type", "", loop.span());
    };
  }
}
