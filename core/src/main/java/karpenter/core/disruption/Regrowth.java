package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Leaves out a part of the best set and grows the rest anew, with the part left out coming last: a
/// set to which nothing can be added, and in which no exchange of one node pays, may still be far
/// from the best. Every eighth node of the set is left out, beginning with the first, the second
/// and so on, then every fifth, then every third; over when none of these has brought more.
final class Regrowth implements Stage {
  private static final int[] STRIDES = {8, 5, 3};

  /// What-ifs for one part.
  private static final int MAX_TRIES = 32;

  private final Probes probes;
  private final List<Candidate> order;
  private int stride;
  private int offset;
  private int fruitless;
  private @Nullable Part part;

  /// A part that is left out.
  ///
  /// @param surplus of the best set when it was left out
  private record Part(double surplus, Ascent ascent, Growth growth, int end) {}

  Regrowth(Probes probes, List<Candidate> order) {
    this.probes = probes;
    this.order = order;
  }

  @Override
  public boolean step(Ascent ascent) {
    var current = part;
    if (current == null) {
      return begin();
    }
    if (probes.count() < current.end() && current.growth().step(current.ascent())) {
      return true;
    }
    part = null;
    fruitless = probes.surplus() > current.surplus() ? 0 : fruitless + 1;
    return true;
  }

  private boolean begin() {
    var best = probes.scored();
    if (best.isEmpty() || fruitless >= rounds()) {
      return false;
    }
    var members = new HashSet<>(best.get().plan().names());
    var left = new ArrayList<Candidate>();
    var out = new ArrayList<Candidate>();
    var others = new ArrayList<Candidate>();
    int index = 0;
    for (var candidate : order) {
      if (!members.contains(candidate.name())) {
        others.add(candidate);
      } else if (index++ % STRIDES[stride] == offset) {
        out.add(candidate);
      } else {
        left.add(candidate);
      }
    }
    advance();
    var rest = new Ascent(probes, null);
    if (out.isEmpty() || left.size() < MultiNodeSearch.MIN_NODES || !rest.isGood(left)) {
      fruitless++;
      return true;
    }
    others.addAll(out);
    part = new Part(best.get().surplus(), rest, new Growth(others), probes.count() + MAX_TRIES);
    return true;
  }

  private void advance() {
    offset++;
    if (offset == STRIDES[stride]) {
      offset = 0;
      stride = (stride + 1) % STRIDES.length;
    }
  }

  private static int rounds() {
    int rounds = 0;
    for (int every : STRIDES) {
      rounds += every;
    }
    return rounds;
  }
}
