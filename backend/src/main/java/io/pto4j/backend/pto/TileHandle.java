package io.pto4j.backend.pto;

import io.pto4j.ir.TileType;

/**
 * A tile in device code.
 *
 * @param name the SSA value of its allocation or view
 * @param type the type text of that value; every use repeats it
 */
record TileHandle(String name, String type, TileType tile) {}
