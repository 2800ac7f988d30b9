package io.pto4j.numeric;

import java.util.Arrays;

/** The loops of the binary32 functions, each a method of its own so that C2 vectorises it. */
final class FloatLoops {
  private static final int CHUNK = 1024;

  private FloatLoops() {}

  /** An array of up to {@code n} elements, all of one value. */
  static float[] chunk(float value, int n) {
    float[] chunk = new float[Math.clamp(n, 1, CHUNK)];
    Arrays.fill(chunk, value);
    return chunk;
  }

  static void add(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = a[at + i] + b[bAt + i];
    }
  }

  static void sub(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = a[at + i] - b[bAt + i];
    }
  }

  static void mul(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = a[at + i] * b[bAt + i];
    }
  }

  static void div(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = a[at + i] / b[bAt + i];
    }
  }

  static void max(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      float x = a[at + i];
      float y = b[bAt + i];
      d[dAt + i] = x < y ? y : x;
    }
  }

  static void min(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      float x = a[at + i];
      float y = b[bAt + i];
      d[dAt + i] = y < x ? y : x;
    }
  }

  static void fmod(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = a[at + i] % b[bAt + i];
    }
  }

  static void rem(float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      float divisor = b[bAt + i];
      float rest = a[at + i] % divisor;
      d[dAt + i] = rest != 0 && rest < 0 != divisor < 0 ? rest + divisor : rest;
    }
  }

  static void neg(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = -a[at + i];
    }
  }

  static void abs(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      float x = a[at + i];
      d[dAt + i] = x < 0 ? -x : x;
    }
  }

  static void relu(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      float x = a[at + i];
      d[dAt + i] = x < 0 ? 0 : x;
    }
  }

  static void exp(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = (float) StrictMath.exp(a[at + i]);
    }
  }

  static void log(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = (float) StrictMath.log(a[at + i]);
    }
  }

  static void sqrt(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = (float) Math.sqrt(a[at + i]);
    }
  }

  static void rsqrt(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = (float) (1 / Math.sqrt(a[at + i]));
    }
  }

  static void recip(float[] a, int at, float[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = 1 / a[at + i];
    }
  }
}
