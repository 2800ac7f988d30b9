package io.pto4j.backend;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;

/**
 * The indexes of a package: {@code compiled_meta.json} for the task runtime, {@code manifest.json}
 * for the host side.
 */
final class Manifest {
  private static final int SCHEMA = 1;
  private static final int DYNAMIC = -1;

  private Manifest() {}

  /**
   * Adds the indexes of the files that are there already. The parameters keep the names that the
   * front end gave them.
   */
  static void addTo(
      SortedMap<String, byte[]> files, Program frontend, Program program, Target target) {
    List<Function> entries =
        program.functions().values().stream()
            .filter(f -> f.funcType() == FunctionType.ORCHESTRATION)
            .toList();
    for (Function entry : entries) {
      String path =
          entries.size() == 1
              ? "compiled_meta.json"
              : "next_levels/" + entry.name() + "/compiled_meta.json";
      files.put(path, Json.write(meta(declared(frontend, entry), target)));
    }
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("schema", SCHEMA);
    manifest.put("program", program.name());
    manifest.put("target", target.name());
    manifest.put("compiler", "pto4j " + version());
    manifest.put("entries", entries.stream().map(e -> entry(declared(frontend, e))).toList());
    manifest.put(
        "units",
        program.functions().values().stream()
            .filter(f -> f.funcType().isInCore())
            .map(Manifest::unit)
            .toList());
    Map<String, Object> hashes = new LinkedHashMap<>();
    files.forEach((path, bytes) -> hashes.put(path, sha256(bytes)));
    manifest.put("sha256", hashes);
    files.put("manifest.json", Json.write(manifest));
  }

  private static Function declared(Program frontend, Function entry) {
    return frontend.function(entry.name()).orElse(entry);
  }

  private static Map<String, Object> meta(Function entry, Target target) {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("schema", SCHEMA);
    meta.put("params", params(entry));
    meta.put("num_return_types", entry.returnTypes().size());
    meta.put("platform", target.platform());
    meta.put("backend_type", target.name());
    return meta;
  }

  private static Map<String, Object> entry(Function function) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", function.name());
    entry.put("orchestration", Compiler.orchestrationPath(function));
    entry.put("params", params(function));
    return entry;
  }

  private static Map<String, Object> unit(Function function) {
    Map<String, Object> unit = new LinkedHashMap<>();
    unit.put("name", function.name());
    unit.put("core", function.funcType().text().toLowerCase(Locale.ROOT));
    unit.put("path", Compiler.unitPath(function));
    return unit;
  }

  private static List<Map<String, Object>> params(Function function) {
    return function.params().stream().map(p -> param(p, function)).toList();
  }

  private static Map<String, Object> param(Var param, Function function) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("name", param.nameHint());
    result.put("direction", function.direction(function.params().indexOf(param)).text());
    switch (param.type()) {
      case TensorType tensor -> {
        result.put("shape", tensor.shape().stream().map(Manifest::extent).toList());
        result.put("dtype", tensor.dtype().text());
      }
      case ScalarType(DataType dtype) -> {
        result.put("shape", null);
        result.put("dtype", dtype.text());
      }
      default ->
          throw new IllegalStateException("parameter '" + param + "' is neither tensor nor scalar");
    }
    return result;
  }

  private static long extent(Expr dim) {
    return dim instanceof ConstInt c ? c.value() : DYNAMIC;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = Manifest.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
