package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.cluster.Daemon;
import karpenter.core.facts.PodFacts;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// What DaemonSets put on every node (spec 01 §4.14). The newest pod of a set stands for all:
/// unlike the template it shows what admission made of it. Only its nodes are the template's,
/// because each pod is tied to its own.
final class Daemons {
  private static final Comparator<PodFacts> BY_AGE =
      Comparator.comparing(PodFacts::created).thenComparing(PodFacts::name);

  private Daemons() {}

  static List<Daemon> of(ClusterSnapshot snapshot, Options options) {
    var sets = snapshot.all(Kind.DAEMON_SETS);
    if (sets.isEmpty()) {
      return List.of();
    }
    var newest = newestByOwner(snapshot.all(Kind.PODS));
    var daemons = new ArrayList<Daemon>();
    for (var set : sets) {
      var pod = newest.get(set.meta().uid());
      var spec =
          pod == null
              ? set.template()
              : pod.spec().withNodeAlternatives(set.template().nodeAlternatives());
      // Where nobody sees to the claims for devices, such a daemon will not run.
      if (spec.deviceClaims().isEmpty() || options.deviceRequests() == DeviceRequests.HONOURED) {
        daemons.add(new Daemon(set.meta().namespace() + "/" + set.meta().name(), spec));
      }
    }
    return daemons;
  }

  /// Those that wait for room on their node count as well: they are what the next node must hold.
  private static Map<String, PodFacts> newestByOwner(List<PodFacts> pods) {
    var newest = new HashMap<String, PodFacts>();
    for (var pod : pods) {
      if (pod.isOwnedByDaemonSet() && !pod.isTerminal()) {
        for (var owner : pod.owners()) {
          newest.merge(owner.uid(), pod, (a, b) -> BY_AGE.compare(a, b) >= 0 ? a : b);
        }
      }
    }
    return newest;
  }
}
