package karpenter.bench.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a bound for equal service says the placement gives its pods, held against the placement. A
/// pod has what it has in the end, whether that was meant or came about by chance.
final class GrantedClaims implements Exclusivity.Rules {
  private final Scene scene;

  GrantedClaims(Scene scene) {
    this.scene = scene;
  }

  /// What is wrong; nothing if each of the pods is on a new node and has there all that is stated.
  Optional<String> objection(Placement.Granted granted) {
    return granted.pods().stream()
        .sorted()
        .flatMap(pod -> objection(scene.workload().pods().get(pod), granted).stream())
        .findFirst();
  }

  private Optional<String> objection(@Nullable Pod pod, Placement.Granted granted) {
    if (pod == null || !(scene.homes().get(pod) instanceof NewNode node))
      return Optional.of("says what a pod has on a new node that is on none");
    for (var wish : granted.wishes())
      if (!has(pod, node, wish))
        return Optional.of(
            "says that pod %s has %s on %s".formatted(pod.id(), wish.keys(), node.name()));
    if (granted.nodePools().isEmpty()) return Optional.empty();
    return scene.workload().pools().values().stream()
        .filter(pool -> !granted.nodePools().contains(pool.name()))
        .filter(pool -> servesAsWell(pool, pod, node.pool()))
        .findFirst()
        .map(
            pool ->
                "says that NodePool %s serves pod %s less well than %s"
                    .formatted(pool.name(), pod.id(), node.pool().name()));
  }

  /// Whether the pod has the node it wishes for.
  static boolean has(Pod pod, NewNode node, Requirements wish) {
    return pod.preferredNodes().stream().anyMatch(preferred -> preferred.wish().equals(wish))
        && node.surelyMeets(List.of(wish));
  }

  /// Whether a pod that the placement puts on a node of `own` could be on one of `pool` as well.
  static boolean servesAsWell(Pool pool, Pod pod, Pool own) {
    return pool.weight() >= own.weight()
        && (!Taint.isAvoidable(pool.taints(), pod.tolerations())
            || Taint.isAvoidable(own.taints(), pod.tolerations()));
  }

  /// Required, or wished for and had.
  @Override
  public Stream<PodTerm> antiAffinity(Pod pod) {
    var wished =
        pod.terms().preferredAntiAffinity().stream()
            .map(PodTerm.Preferred::term)
            .filter(term -> matchingOnNewNode(pod, term.matcher()) == itself(pod, term.matcher()));
    return Stream.concat(Exclusivity.REQUIRED.antiAffinity(pod), wished);
  }

  /// Required, or wished for and had: no more than the skew on the node.
  @Override
  public Stream<Spread> spreads(Pod pod) {
    var wished =
        pod.spreads().stream()
            .filter(Spread::soft)
            .filter(spread -> matchingOnNewNode(pod, spread.matcher()) <= spread.maxSkew());
    return Stream.concat(Exclusivity.REQUIRED.spreads(pod), wished);
  }

  private static long itself(Pod pod, PodTerm.PodMatcher matcher) {
    return matcher.matches(pod) ? 1 : 0;
  }

  /// How many pods of these are where the pod is; any number if that is no new node.
  private long matchingOnNewNode(Pod pod, PodTerm.PodMatcher matcher) {
    return scene.homes().get(pod) instanceof NewNode node
        ? node.pods().stream().filter(matcher::matches).count()
        : Long.MAX_VALUE;
  }
}
