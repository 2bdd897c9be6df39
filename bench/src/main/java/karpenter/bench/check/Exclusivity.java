package karpenter.bench.check;

import java.util.Collection;

/// Whether a node can take only so many of some pods, by a rule that all of them declare and all of
/// them are subject to.
final class Exclusivity {
  private Exclusivity() {}

  static boolean holds(Collection<Pod> pods, int perNode) {
    var someone = pods.iterator().next();
    return perNode >= 1
        && (someone.terms().antiAffinity().stream().anyMatch(term -> binds(term, pods))
            || someone.ports().stream().anyMatch(port -> isTakenByAll(port, pods))
            || someone.spreads().stream().anyMatch(spread -> binds(spread, pods, perNode)));
  }

  private static boolean binds(PodTerm term, Collection<Pod> pods) {
    return term.topologyKey().equals(LabelKeys.HOSTNAME)
        && pods.stream()
            .allMatch(
                pod -> pod.terms().antiAffinity().contains(term) && term.matcher().matches(pod));
  }

  private static boolean isTakenByAll(HostPort port, Collection<Pod> pods) {
    return pods.stream().allMatch(pod -> pod.ports().contains(port));
  }

  /// A fresh node can always be had, so the emptiest node has none of them: no node may have more
  /// than the skew.
  private static boolean binds(Spread spread, Collection<Pod> pods, int perNode) {
    return pods.stream()
        .allMatch(
            pod ->
                pod.spreads().stream()
                    .anyMatch(
                        own ->
                            own.topologyKey().equals(LabelKeys.HOSTNAME)
                                && !own.soft()
                                && own.maxSkew() <= perNode
                                && own.matcher().equals(spread.matcher())
                                && own.matcher().matches(pod)));
  }
}
