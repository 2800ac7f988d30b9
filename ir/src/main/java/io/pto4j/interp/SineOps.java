package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;

/**
 * Sine and cosine of FP32 elements, step by step as they are decomposed into tile operators: the
 * argument less a multiple of pi held in pieces, then an odd polynomial.
 *
 * <p>Source: PyPTO passes, composite operators.
 */
final class SineOps {
  private static final float INVERSE_PI = 0.31830987f;
  private static final float[] PI = {
    3.140625f, 0.00096702576f, 6.277114E-7f, 1.2164492E-10f, -1.0290623E-13f
  };
  private static final float HALF_PI_HEAD = 1.5707964f;
  private static final float HALF_PI_TAIL = -4.371139E-8f;
  private static final float[] COEFFICIENTS = {
    0.0000026049265f, -0.00019808944f, 0.00833305f, -0.16666658f
  };

  private SineOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(level + "sin", call -> map(call, false));
      table.put(level + "cos", call -> map(call, true));
    }
  }

  private static Value map(OpCall call, boolean cosine) {
    TensorValue x = call.tensor(0);
    if (x.dtype() != DataType.FP32) {
      throw call.error("elements of type " + x.dtype().text() + "; cast to fp32 first");
    }
    float[] a = x.floats(call.operator());
    float[] d = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      d[i] = cosine ? cos(a[i]) : sin(a[i]);
    }
    return TensorValue.of(x.dtype(), x.shape(), x.valid(), d);
  }

  private static float sin(float x) {
    float u = x * INVERSE_PI;
    float k = toInteger(Math.copySign((float) Math.floor(Math.abs((double) u) + 0.5), u));
    float t = x - k * PI[0];
    t = t - k * PI[1];
    t = t - k * PI[2];
    t = t - k * PI[3];
    t = t - k * PI[4];
    return polynomial(k, t);
  }

  private static float cos(float x) {
    float u = x * INVERSE_PI + 0.5f;
    float k = toInteger((float) Math.rint(u));
    float t = x - k * PI[0];
    t = t - k * PI[1];
    t = t + HALF_PI_HEAD;
    t = t - k * PI[2];
    t = t - k * PI[3];
    t = t - k * PI[4];
    t = t + HALF_PI_TAIL;
    return polynomial(k, t);
  }

  /** What is left of a value that goes through INT32. */
  private static float toInteger(float integral) {
    return (int) integral;
  }

  private static float polynomial(float k, float t) {
    float half = (int) Math.floor(k * 0.5f);
    float sign = half * 4 + k * -2f + 1;
    float q = t * t;
    float p = q * COEFFICIENTS[0] + COEFFICIENTS[1];
    p = p * q + COEFFICIENTS[2];
    p = p * q + COEFFICIENTS[3];
    p = p * q + 1;
    return sign * (t * p);
  }
}
