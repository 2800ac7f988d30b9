package io.pto4j.interp;

/** Where an interpreter keeps the elements of tiles. */
public enum TilePlaces {
  /** Every tile has elements of its own: what the program means before its memory is planned. */
  NONE,
  /** At the offset in the buffer that the tile's memory reference names. */
  BUFFERS,
  /** At the address in the memory of the core that the tile's memory reference gives. */
  ADDRESSES
}
