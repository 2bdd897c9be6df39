package karpenter.bench.check;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A node is bought from the pool of the highest weight that can take the pod it is bought for.
///
/// That pod is the first of the claim. What it asked for when it got there is not told, because it
/// may have given up preferences; but it was no more than what holds on the claim. A pool of higher
/// weight that could give it all of that, in the same zone, was to be taken: constraints between
/// pods look at the zone and at the name of the node, and a fresh node's name is new in every pool.
///
/// Not judged: pods with volumes or device claims, pools whose limits may have been used up at some
/// moment of the pass, reserved offerings, pods that came to a claim later.
final class PoolWeights {
  private final Scene scene;
  private final FreshNodes fresh;
  private final PoolUsage usage;
  private final TreeSet<String> repellingKeys = new TreeSet<>();

  private PoolWeights(Scene scene) {
    this.scene = scene;
    this.fresh = new FreshNodes(scene);
    this.usage = new PoolUsage(scene);
    for (var pods : List.of(scene.workload().pods().values(), scene.workload().boundPods()))
      for (var pod : pods)
        pod.terms().antiAffinity().forEach(term -> repellingKeys.add(term.topologyKey()));
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var rule = new PoolWeights(scene);
    if (rule.fresh.dependOnReservations()) return;
    for (var node : scene.newNodes())
      if (!node.pods().isEmpty() && !node.candidates().isEmpty())
        rule.check(node, node.pods().getFirst(), faults);
  }

  private void check(NewNode node, Pod opener, Consumer<Fault> faults) {
    var heavier = heavierThan(node.pool());
    if (heavier.isEmpty() || !isJudged(opener)) return;
    var demands = granted(opener, node);
    if (demands.isEmpty()) return;
    for (var pool : heavier) {
      if (Taint.isAvoidable(pool.taints(), opener.tolerations())) continue;
      var types =
          fresh.types(pool, opener, demands.get()).stream()
              .filter(candidate -> usage.alwaysLeftRoomFor(candidate.type(), pool))
              .toList();
      if (types.isEmpty() || !MinValues.hold(pool, types, scene.workload().options())) continue;
      faults.accept(
          new Fault(
              Fault.Code.POOL_WEIGHT,
              node.name(),
              "is of NodePool %s (weight %d) and was bought for pod %s, which NodePool %s (weight %d) could take as %s"
                  .formatted(
                      node.pool().name(),
                      node.pool().weight(),
                      opener.id(),
                      pool.name(),
                      pool.weight(),
                      types.getFirst().name())));
      return;
    }
  }

  private List<Pool> heavierThan(Pool pool) {
    return scene.workload().pools().values().stream()
        .filter(other -> other.weight() > pool.weight() && !other.fixed())
        .sorted(Comparator.comparing(Pool::weight).reversed())
        .toList();
  }

  private static boolean isJudged(Pod pod) {
    return pod.volumes().isEmpty() && pod.deviceClaims().isEmpty();
  }

  /// All that holds for the pod on this claim: required terms, wishes, and where it is.
  private Optional<Requirements> granted(Pod pod, NewNode node) {
    var terms =
        pod.selection().alternatives().stream()
            .filter(term -> node.surelyMeets(List.of(term)))
            .toList();
    if (terms.isEmpty()) return Optional.empty();
    var granted = terms.stream().reduce(Requirements.NONE, Requirements::and);
    for (var preferred : pod.preferredNodes())
      if (node.surelyMeets(List.of(preferred.wish()))) granted = granted.and(preferred.wish());
    for (var key : keysThatMatter(pod)) {
      var domains = node.domains(key);
      if (domains.isEmpty()) return Optional.empty();
      granted = granted.and(key, LabelValues.only(domains));
    }
    return Optional.of(granted);
  }

  private Collection<String> keysThatMatter(Pod pod) {
    var keys = MissingTypes.topologyKeys(pod);
    keys.addAll(repellingKeys);
    keys.remove(LabelKeys.HOSTNAME);
    return keys;
  }
}
