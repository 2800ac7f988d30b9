package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/**
 * What the declaration of a kernel, orchestrator or helper says.
 *
 * @param valid whether the declaration keeps all rules
 */
public record Signature(
    ExecutableElement method,
    FunctionType kind,
    ImmutableList<Parameter> parameters,
    boolean autoScope,
    boolean valid) {

  public String name() {
    return method.getSimpleName().toString();
  }

  /** One parameter. */
  public record Parameter(VariableElement element, ParamKind kind, ParamDirection direction) {
    public String name() {
      return element.getSimpleName().toString();
    }
  }

  /** What a parameter takes. */
  public sealed interface ParamKind {
    record OfTensor(DataType dtype, ImmutableList<Extent> shape) implements ParamKind {}

    record OfScalar(DataType dtype) implements ParamKind {}

    /** A parameter of a helper, which has the type of the argument. */
    record OfArgument() implements ParamKind {}

    /** A parameter whose declaration breaks a rule, which was reported. */
    record Invalid() implements ParamKind {}
  }

  /** An extent of a declared shape. */
  public sealed interface Extent {
    record Constant(long value) implements Extent {}

    /** The dimension that a {@code Dim} field declares. */
    record Symbol(String name) implements Extent {}
  }
}
