package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Tries nodes that are not what they were: with the set, without, or instead of another; where
/// there is no set, with the first few others.
final class Touch implements Stage {
  private static final int PARTNERS = 8;

  private final List<Candidate> order;
  private final List<Candidate> touched;
  private int next;
  private int turn;

  /// @param order those that are better dispensed with come first
  /// @param changed by claim name
  Touch(List<Candidate> order, Set<String> changed) {
    this.order = order;
    this.touched = order.stream().filter(c -> changed.contains(c.name())).toList();
  }

  @Override
  public boolean step(Ascent ascent) {
    if (next >= touched.size()) {
      return false;
    }
    var node = touched.get(next);
    var members = ascent.members();
    if (members.isEmpty()) {
      pair(node, ascent);
    } else if (members.stream().anyMatch(member -> member.name().equals(node.name()))) {
      tryWithout(node, members, ascent);
      next++;
    } else if (turn == 0) {
      tryWith(node, members, ascent);
      turn++;
    } else {
      tryInstead(node, members, ascent);
      turn = 0;
      next++;
    }
    return true;
  }

  private void pair(Candidate node, Ascent ascent) {
    if (turn >= Math.min(PARTNERS, order.size())) {
      turn = 0;
      next++;
      return;
    }
    var other = order.get(turn++);
    if (!other.name().equals(node.name())) {
      tryWith(node, List.of(other), ascent);
    }
  }

  private static void tryWithout(Candidate node, List<Candidate> members, Ascent ascent) {
    var fewer = members.stream().filter(m -> !m.name().equals(node.name())).toList();
    if (fewer.size() >= MultiNodeSearch.MIN_NODES) {
      ascent.improves(fewer);
    }
  }

  private static void tryWith(Candidate node, List<Candidate> members, Ascent ascent) {
    if (ascent.roomBeside(members).add(node)) {
      var more = new ArrayList<>(members);
      more.add(node);
      ascent.improves(more);
    }
  }

  /// For the last in order.
  private void tryInstead(Candidate node, List<Candidate> members, Ascent ascent) {
    var room = ascent.roomBeside(members);
    order.reversed().stream()
        .filter(room::isIn)
        .findFirst()
        .ifPresent(
            last ->
                tryWith(
                    node,
                    members.stream().filter(m -> !m.name().equals(last.name())).toList(),
                    ascent));
  }
}
