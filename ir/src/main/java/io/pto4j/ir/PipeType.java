package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/** The type of a hardware pipe as a value. Source: PyPTO IR types, PipeType. */
@Immutable
public record PipeType(Pipe pipeKind) implements Type {}
