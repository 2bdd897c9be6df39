package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.NodeObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.operator.state.ClusterSnapshot;
import org.jspecify.annotations.Nullable;

/// How commands fared. A node whose command failed waits, longer each time; so do the drifted nodes
/// of its pool, or one pool whose replacements never come would keep all others from their turn.
final class Attempts {
  static final Duration FIRST_WAIT = Duration.ofMinutes(1);
  static final Duration MAX_WAIT = Duration.ofMinutes(10);

  private final SortedMap<String, Begun> begun = new TreeMap<>();
  private final SortedMap<String, Failures> ofClaims = new TreeMap<>();
  private final SortedMap<String, Failures> ofPools = new TreeMap<>();

  private record Begun(String uid, String pool, Method method) {}

  /// @param pause from the last failure until then
  private record Failures(Duration pause, Instant until) {
    static Failures after(@Nullable Failures before, Instant now) {
      var twice = before == null ? FIRST_WAIT : before.pause().multipliedBy(2);
      var pause = twice.compareTo(MAX_WAIT) < 0 ? twice : MAX_WAIT;
      return new Failures(pause, now.plus(pause));
    }
  }

  void begun(Command command) {
    for (Candidate candidate : command.candidates()) {
      begun.put(
          candidate.name(),
          new Begun(candidate.claim().meta().uid(), candidate.pool().name(), command.method()));
    }
  }

  /// Looks what became of them.
  ///
  /// @param busy claims whose command is under way
  void look(ClusterSnapshot snapshot, SortedSet<String> busy, Instant now) {
    for (var name : new ArrayList<>(begun.keySet())) {
      var attempt = begun.get(name);
      if (attempt == null || busy.contains(name)) {
        continue;
      }
      var claim = snapshot.claim(name).filter(c -> c.meta().uid().equals(attempt.uid()));
      boolean goes =
          claim.isEmpty()
              || claim.get().meta().isDeleting()
              || snapshot.notes().markedForDeletion().contains(name);
      begun.remove(name);
      if (goes) {
        ofClaims.remove(name);
        ofPools.remove(attempt.pool());
        continue;
      }
      ofClaims.put(name, Failures.after(ofClaims.get(name), now));
      if (attempt.method().isEventual()) {
        ofPools.put(attempt.pool(), Failures.after(ofPools.get(attempt.pool()), now));
      }
    }
    ofClaims.keySet().removeIf(name -> snapshot.claim(name).isEmpty());
    ofPools.keySet().removeIf(name -> snapshot.pool(name).isEmpty());
  }

  /// Whether something failed that may stand in the node's way.
  boolean concern(Assessment node) {
    return (!ofClaims.isEmpty() && ofClaims.containsKey(node.name()))
        || (!ofPools.isEmpty() && ofPools.containsKey(node.pool()));
  }

  Optional<Obstacle> obstacle(Candidate candidate, Method method, Instant now) {
    return until(ofClaims.get(candidate.name()), now)
        .or(
            () ->
                method.isEventual()
                    ? until(ofPools.get(candidate.pool().name()), now)
                    : Optional.empty())
        .map(NodeObstacle.BackedOff::new);
  }

  private static Optional<Instant> until(@Nullable Failures failures, Instant now) {
    return Optional.ofNullable(failures).map(Failures::until).filter(now::isBefore);
  }

  /// When the first of them may be tried again.
  Optional<Instant> next(Instant now) {
    var all = new ArrayList<>(ofClaims.values());
    all.addAll(ofPools.values());
    return all.stream().map(Failures::until).filter(now::isBefore).min(Instant::compareTo);
  }
}
