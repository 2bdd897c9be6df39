package karpenter.bench.check;

import java.util.Collection;
import java.util.stream.Stream;

/// Whether a node can take only so many of some pods, by a rule that all of them declare and all of
/// them are subject to.
final class Exclusivity {
  private final Rules rules;

  /// What keeps a pod apart from others.
  interface Rules {
    Stream<PodTerm> antiAffinity(Pod pod);

    Stream<Spread> spreads(Pod pod);
  }

  /// What a pod demands.
  static final Rules REQUIRED =
      new Rules() {
        @Override
        public Stream<PodTerm> antiAffinity(Pod pod) {
          return pod.terms().antiAffinity().stream();
        }

        @Override
        public Stream<Spread> spreads(Pod pod) {
          return pod.spreads().stream().filter(spread -> !spread.soft());
        }
      };

  Exclusivity(Rules rules) {
    this.rules = rules;
  }

  boolean holds(Collection<Pod> pods, int perNode) {
    var someone = pods.iterator().next();
    return perNode >= 1
        && (rules.antiAffinity(someone).anyMatch(term -> binds(term, pods))
            || someone.ports().stream().anyMatch(port -> isTakenByAll(port, pods))
            || rules.spreads(someone).anyMatch(spread -> binds(spread, pods, perNode)));
  }

  private boolean binds(PodTerm term, Collection<Pod> pods) {
    return term.topologyKey().equals(LabelKeys.HOSTNAME)
        && pods.stream()
            .allMatch(
                pod ->
                    rules.antiAffinity(pod).anyMatch(term::equals) && term.matcher().matches(pod));
  }

  private static boolean isTakenByAll(HostPort port, Collection<Pod> pods) {
    return pods.stream().allMatch(pod -> pod.ports().contains(port));
  }

  /// A fresh node can always be had, so the emptiest node has none of them: no node may have more
  /// than the skew.
  private boolean binds(Spread spread, Collection<Pod> pods, int perNode) {
    return pods.stream()
        .allMatch(
            pod ->
                rules
                    .spreads(pod)
                    .anyMatch(
                        own ->
                            own.topologyKey().equals(LabelKeys.HOSTNAME)
                                && own.maxSkew() <= perNode
                                && own.matcher().equals(spread.matcher())
                                && own.matcher().matches(pod)));
  }
}
