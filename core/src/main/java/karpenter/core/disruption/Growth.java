package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.List;

/// Adds nodes to the set as long as it pays, several at once while that goes well; where it does
/// not, fewer, and at last one after the other.
final class Growth implements Stage {
  private static final int MAX_CHUNK = 32;

  private final List<Candidate> order;
  private int cursor;
  private int chunk = 1;
  private boolean hasGrown;

  Growth(List<Candidate> order) {
    this.order = order;
  }

  @Override
  public boolean step(Ascent ascent) {
    var members = ascent.members();
    var room = ascent.roomBeside(members);
    var wider = new ArrayList<>(members);
    int reached = cursor;
    int added = 0;
    while (reached < order.size() && added < chunk) {
      var candidate = order.get(reached++);
      if (room.add(candidate)) {
        wider.add(candidate);
        added++;
      }
    }
    if (added == 0) {
      return onceMore();
    }
    if (wider.size() < MultiNodeSearch.MIN_NODES) {
      // Nothing has been found yet: begin with two; one is left over at the end.
      boolean mayBegin = chunk < MultiNodeSearch.MIN_NODES;
      chunk = MultiNodeSearch.MIN_NODES;
      return mayBegin;
    }
    if (ascent.improves(wider)) {
      hasGrown = true;
      cursor = reached;
      chunk = Math.min(MAX_CHUNK, chunk * 2);
    } else if (added > 1 && members.size() + 1 >= MultiNodeSearch.MIN_NODES) {
      chunk = Math.max(1, added / 2);
    } else {
      cursor = members.isEmpty() ? cursor + 1 : reached;
    }
    return true;
  }

  /// Those before the first that went well have not been tried with it.
  private boolean onceMore() {
    boolean again = hasGrown;
    cursor = 0;
    chunk = 1;
    hasGrown = false;
    return again;
  }
}
