package io.pto4j.sim.exec;

import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType;

/** What a name of the text stands for: a slot of the frame. */
sealed interface Value {
  PtoType type();

  int slot();

  /** An integer, held sign-extended (unsigned types zero-extended). */
  record Int(PtoType type, int slot, ElementType element) implements Value {}

  /** A floating point number, held exactly. */
  record Real(PtoType type, int slot, ElementType element) implements Value {}

  /** A pointer into global memory. */
  record Pointer(PtoType.Pointer type, int slot) implements Value {}

  /** A tensor view or a window of one. */
  record View(PtoType type, int slot, GmView prototype) implements Value {}

  /** A tile handle. */
  record TileHandle(PtoType.TileBuf type, int slot, Tile prototype) implements Value {}
}
