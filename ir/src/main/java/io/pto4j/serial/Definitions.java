package io.pto4j.serial;

import io.pto4j.ir.IrNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The numbered nodes of a file. */
final class Definitions implements WireScanner.NodeListener {
  // files number their nodes from 0 on, but may use any numbers
  private Definition[] small = new Definition[64];
  private final Map<Long, Definition> others = new HashMap<>();
  private final int limit;

  /** A node, which is built when it is needed. */
  static final class Definition {
    private final int place;
    private Optional<IrNode> node = Optional.empty();
    private boolean underWay;

    private Definition(int place) {
      this.place = place;
    }

    /** The place of the map that defines it. */
    int place() {
      return place;
    }

    Optional<IrNode> node() {
      return node;
    }

    /** Whether its parts are being built. */
    boolean isUnderWay() {
      return underWay;
    }

    void begin() {
      underWay = true;
    }

    void end(IrNode built) {
      underWay = false;
      node = Optional.of(built);
    }
  }

  /**
   * @param bytes the size of the file, which has fewer nodes
   */
  Definitions(int bytes) {
    this.limit = bytes;
  }

  @Override
  public void node(int map, long id, int offset) {
    Definition definition = new Definition(map);
    if (find(id).isPresent()) {
      throw WireTape.malformed("a second node with id " + id, offset);
    }
    if (id < 0 || id >= limit) {
      others.put(id, definition);
      return;
    }
    if (id >= small.length) {
      small = Arrays.copyOf(small, (int) Math.min(limit, Math.max(2L * small.length, id + 1)));
    }
    small[(int) id] = definition;
  }

  Optional<Definition> find(long id) {
    return Optional.ofNullable(
        id >= 0 && id < limit ? id < small.length ? small[(int) id] : null : others.get(id));
  }
}
