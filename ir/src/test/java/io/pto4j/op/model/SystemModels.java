package io.pto4j.op.model;

import com.google.common.collect.ImmutableMap;

final class SystemModels {
  private SystemModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of();
  }
}
