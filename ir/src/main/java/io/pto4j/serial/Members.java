package io.pto4j.serial;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.ir.WireEnum;

/** The members of enums by what stands for them in files. */
final class Members {
  private static final ClassValue<ImmutableMap<Long, WireEnum>> BY_CODE =
      new ClassValue<>() {
        @Override
        protected ImmutableMap<Long, WireEnum> computeValue(Class<?> enumClass) {
          ImmutableMap.Builder<Long, WireEnum> members = ImmutableMap.builder();
          for (Object member : enumClass.getEnumConstants()) {
            members.put((long) ((WireEnum) member).code(), (WireEnum) member);
          }
          return members.buildOrThrow();
        }
      };

  private static final ClassValue<ImmutableMap<String, WireEnum>> BY_NAME =
      new ClassValue<>() {
        @Override
        protected ImmutableMap<String, WireEnum> computeValue(Class<?> enumClass) {
          ImmutableMap.Builder<String, WireEnum> members = ImmutableMap.builder();
          for (Object member : enumClass.getEnumConstants()) {
            members.put(((WireEnum) member).text(), (WireEnum) member);
          }
          return members.buildOrThrow();
        }
      };

  private Members() {}

  /** The member with the number at {@code at}. */
  static <E> E byCode(Class<E> enumClass, WireTape tape, int at) {
    long code = tape.integer(at);
    WireEnum member = BY_CODE.get(enumClass).get(code);
    if (member == null) {
      throw tape.malformedAt(at, code + " is not a valid " + enumClass.getSimpleName());
    }
    return enumClass.cast(member);
  }

  /** The member with the name at {@code at}. */
  static <E> E byName(Class<E> enumClass, WireTape tape, int at) {
    String name = tape.text(at);
    WireEnum member = BY_NAME.get(enumClass).get(name);
    if (member == null) {
      throw tape.malformedAt(at, "'" + name + "' is not a valid " + enumClass.getSimpleName());
    }
    return enumClass.cast(member);
  }

  static DataType dtype(WireTape tape, int at) {
    int code = tape.int32(at);
    return DataType.ofCode(code)
        .orElseThrow(() -> tape.malformedAt(at, "the unknown data type code 0x%x".formatted(code)));
  }
}
