package io.pto4j.numeric;

/**
 * The loops of the binary32 functions, each a method of its own. One index serves all arrays: C2
 * does not vectorise loops that add different offsets to it.
 */
final class FloatLoops {
  private FloatLoops() {}

  static void add(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = a[i] + b[i];
    }
  }

  static void sub(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = a[i] - b[i];
    }
  }

  static void mul(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = a[i] * b[i];
    }
  }

  static void div(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = a[i] / b[i];
    }
  }

  static void fmod(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = a[i] % b[i];
    }
  }

  static void max(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      float x = a[i];
      float y = b[i];
      d[i] = x < y ? y : x;
    }
  }

  static void min(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      float x = a[i];
      float y = b[i];
      d[i] = y < x ? y : x;
    }
  }

  static void rem(float[] a, float[] b, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      float divisor = b[i];
      float rest = a[i] % divisor;
      d[i] = rest != 0 && rest < 0 != divisor < 0 ? rest + divisor : rest;
    }
  }

  static void neg(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = -a[i];
    }
  }

  static void abs(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      float x = a[i];
      d[i] = x < 0 ? -x : x;
    }
  }

  static void relu(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      float x = a[i];
      d[i] = x < 0 ? 0 : x;
    }
  }

  static void sqrt(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = (float) Math.sqrt(a[i]);
    }
  }

  static void rsqrt(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = (float) (1 / Math.sqrt(a[i]));
    }
  }

  static void recip(float[] a, float[] d, int from, int to) {
    for (int i = from; i < to; i++) {
      d[i] = 1 / a[i];
    }
  }
}
