package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import karpenter.simulator.kube.Metas;

/// Which pods a ReplicaSet lets go first, in the order of the real controller: whatever does not
/// run yet, whatever costs least to lose, whatever shares its node with most of its kind, and of
/// the rest the young. Pods of about the same age are as good as each other, and their uids decide.
///
/// The real one looks at when pods were made only if they became ready in the same second, and so
/// may prefer each of three pods to the next; here they are in one order.
final class Dispensable {
  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";

  private static final Comparator<Dispensable> FIRST =
      Comparator.<Dispensable, Boolean>comparing(one -> Pods.isBound(one.pod))
          .thenComparing(one -> Pods.phase(one.pod).equals("Running"))
          .thenComparing(one -> Pods.isReady(one.pod))
          .thenComparing(one -> one.cost)
          .thenComparing(one -> -one.neighbours)
          .thenComparing(one -> one.ready)
          .thenComparing(one -> one.made)
          .thenComparing(one -> Metas.uid(one.pod));

  private final ObjectNode pod;
  private final int cost;
  private final int neighbours;
  private final int ready;
  private final int made;

  private Dispensable(ObjectNode pod, int neighbours, Instant now) {
    this.pod = pod;
    this.cost = cost(pod);
    this.neighbours = neighbours;
    this.ready = age(Pods.condition(pod, "Ready").path("lastTransitionTime").asText(), now);
    this.made = age(pod.path("metadata").path("creationTimestamp").asText(), now);
  }

  /// How long ago it was: the logarithm, of nanoseconds.
  private static int age(String since, Instant now) {
    long age = since.isEmpty() ? 0 : Duration.between(Instant.parse(since), now).toNanos();
    return age <= 0 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
  }

  /// @param kin all pods of the same Deployment that are neither over nor on their way out
  static List<ObjectNode> first(List<ObjectNode> pods, List<ObjectNode> kin, Instant now) {
    var perNode = new HashMap<String, Integer>();
    kin.forEach(pod -> perNode.merge(Pods.nodeName(pod), 1, Integer::sum));
    var ranked = new ArrayList<Dispensable>();
    pods.forEach(
        pod -> ranked.add(new Dispensable(pod, perNode.getOrDefault(Pods.nodeName(pod), 0), now)));
    ranked.sort(FIRST);
    return ranked.stream().map(one -> one.pod).toList();
  }

  private static int cost(ObjectNode pod) {
    var text = pod.path("metadata").path("annotations").path(COST).asText();
    try {
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException notANumber) {
      return 0;
    }
  }
}
