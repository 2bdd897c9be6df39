package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Leaves each node of the set out, and exchanges each for one that is not in. Over with the first
/// that pays: what comes next is to grow from there.
final class Repair implements Stage {
  private final List<Candidate> order;
  private int next;

  Repair(List<Candidate> order) {
    this.order = order;
  }

  @Override
  public boolean step(Ascent ascent) {
    var members = ascent.members();
    if (members.size() < MultiNodeSearch.MIN_NODES || next >= members.size() * 2) {
      return false;
    }
    int index = next / 2;
    boolean leavesOut = next % 2 == 0;
    next++;
    var fewer = new ArrayList<>(members);
    fewer.remove(index);
    if (!leavesOut) {
      substitute(members, fewer, ascent).ifPresent(fewer::add);
    }
    return fewer.size() < MultiNodeSearch.MIN_NODES
        || fewer.size() < members.size() && !leavesOut
        || !ascent.improves(fewer);
  }

  /// The first in order that is not in and that the budgets allow instead of the one that goes out.
  private Optional<Candidate> substitute(
      List<Candidate> members, List<Candidate> fewer, Ascent ascent) {
    var in = ascent.roomBeside(members);
    var room = ascent.roomBeside(fewer);
    return order.stream().filter(c -> !in.isIn(c)).filter(room::add).findFirst();
  }
}
