package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;

/**
 * A parsed {@code .pto} file.
 *
 * @param source the name used in messages
 */
public record PtoModule(
    String source, ImmutableMap<String, PtoAttr> attributes, ImmutableList<PtoFunction> functions) {

  /** The function of this name. */
  public Optional<PtoFunction> function(String name) {
    return functions.stream().filter(f -> f.name().equals(name)).findFirst();
  }

  /** The text of {@code pto.target_arch}, or the assembler's default. */
  public String targetArch() {
    return attributes.get("pto.target_arch") instanceof PtoAttr.StringAttr(String text)
        ? text
        : "a3";
  }
}
