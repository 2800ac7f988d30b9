package io.pto4j.backend.pto;

import io.pto4j.ir.TensorType;

/**
 * A tensor in device code: its base pointer, and the view that transfers go through.
 *
 * @param pointer name of the pointer argument
 * @param view name of the tensor view
 */
record TensorHandle(String pointer, String view, TensorType type) {}
