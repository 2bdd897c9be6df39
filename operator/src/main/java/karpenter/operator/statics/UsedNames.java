package karpenter.operator.statics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.statics.StaticCount;
import karpenter.core.statics.StaticNames;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.PoolState;

/// Sees to it that no claim of a static pool gets the name of one before it. That a name was used
/// is written on the pool while its claim goes: our finalizer holds the claim when nobody of us
/// runs, so none goes unseen. Claims that somebody removed by force are noted when they are missed.
final class UsedNames {
  private final LoopContext context;

  /// By pool, the claims it had at the last look.
  private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();

  /// By pool, names of claims whose creation was not answered: they may be there, so they are asked
  /// for again before others.
  private final Map<String, Set<String>> unanswered = new ConcurrentHashMap<>();

  UsedNames(LoopContext context) {
    this.context = context;
  }

  /// Writes down which names have been used.
  Outcome note(PoolState pool, ClusterSnapshot snapshot) throws Unreachable, InterruptedException {
    var there = snapshot.claimsOfPool(pool.name());
    var names = new HashSet<String>();
    there.forEach(claim -> names.add(claim.name()));
    var gone = new TreeSet<>(seen.getOrDefault(pool.name(), Set.of()));
    gone.removeAll(names);
    there.stream().filter(StaticCount::isDeleting).map(ClaimFacts::name).forEach(gone::add);
    var facts = pool.facts();
    var noted = StaticNames.without(facts, gone, names.size());
    if (!noted.equals(facts)) {
      var written = Outcome.of(context.writer().patchPool(facts, noted, Guard.VERSION));
      if (!(written instanceof Outcome.Done)) {
        return written;
      }
    }
    seen.put(pool.name(), names);
    return Outcome.DONE;
  }

  List<String> next(PoolState pool, int count, ClusterSnapshot snapshot) {
    var open = new TreeSet<>(unanswered.getOrDefault(pool.name(), Set.of()));
    open.removeIf(name -> snapshot.claim(name).isPresent());
    unanswered.put(pool.name(), open);
    var names = new ArrayList<>(open);
    for (var name : StaticClaims.names(pool, count, snapshot)) {
      if (!open.contains(name)) {
        names.add(name);
      }
    }
    return List.copyOf(names.subList(0, count));
  }

  void asked(String pool, String name, boolean isAnswered) {
    var open = unanswered.computeIfAbsent(pool, _ -> new TreeSet<>());
    if (isAnswered) {
      open.remove(name);
    } else {
      open.add(name);
    }
  }

  void forget(String pool) {
    seen.remove(pool);
    unanswered.remove(pool);
  }
}
