package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import karpenter.operator.kube.Resource;
import karpenter.simulator.StartsJudge.Begun;
import karpenter.simulator.kube.Metas;

/// Whether nodes are taken whose pods are protected: by `karpenter.sh/do-not-disrupt`, or by a
/// budget that has allowed nothing for a while.
final class ProtectionJudge {
  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

  private final SimulatedCluster cluster;

  /// Since when, by uid: pods have been bound, and budgets have allowed nothing.
  private final Map<String, Long> since = new HashMap<>();

  ProtectionJudge(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  void changed(Resource resource, ObjectNode object) {
    boolean counts =
        resource.equals(Resource.PODS)
            ? !nodeOf(object).isEmpty()
            : resource.equals(Resource.POD_DISRUPTION_BUDGETS)
                && object.at("/status/disruptionsAllowed").asInt() <= 0;
    if (counts) {
      since.putIfAbsent(Metas.uid(object), cluster.timeline().ticks());
    } else {
      since.remove(Metas.uid(object));
    }
  }

  private boolean isOldNews(ObjectNode object) {
    var when = since.get(Metas.uid(object));
    return when != null && when < cluster.timeline().ticks() - StartsJudge.NEWS.toNanos();
  }

  /// Drift may begin where a grace period bounds the wait.
  void begin(Begun command, Picture picture, String name, Consumer<String> wrong) {
    var claim = picture.claim(name);
    var node = picture.node(claim);
    if (node.at("/metadata/annotations").path(DO_NOT_DISRUPT).asText().equals("true")) {
      wrong.accept("%s takes a node with %s".formatted(command, DO_NOT_DISRUPT));
    }
    boolean isBounded =
        command.reason().equals("Drifted") && claim.at("/spec").has("terminationGracePeriod");
    if (isBounded) {
      return;
    }
    for (var pod : cluster.kube().view(Resource.PODS)) {
      if (nodeOf(pod).equals(node.at("/metadata/name").asText())
          && isActive(pod)
          && isOldNews(pod)) {
        if (isProtected(pod, cluster.now())) {
          wrong.accept("%s takes a node with protected %s".formatted(command, Metas.key(pod)));
        }
        for (var budget : cluster.kube().view(Resource.POD_DISRUPTION_BUDGETS)) {
          if (covers(budget, pod) && isOldNews(budget)) {
            wrong.accept("%s: no eviction of %s".formatted(command, Metas.key(pod)));
          }
        }
      }
    }
  }

  static boolean isActive(JsonNode pod) {
    return pod.path("status").path("phase").asText().equals("Running") && !Picture.isGoing(pod);
  }

  static String nodeOf(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }

  /// Our budgets select by the label `app`.
  static boolean covers(JsonNode budget, JsonNode pod) {
    return budget
        .at("/spec/selector/matchLabels/app")
        .asText()
        .equals(pod.at("/metadata/labels/app").asText());
  }

  static boolean isProtected(JsonNode pod, Instant now) {
    var text = pod.at("/metadata/annotations").path(DO_NOT_DISRUPT).asText();
    if (text.isEmpty() || text.equals("true")) {
      return !text.isEmpty();
    }
    var started = pod.at("/status/startTime").asText();
    return started.isEmpty()
        || Duration.between(Instant.parse(started), now).compareTo(NaiveTimes.duration(text)) < 0;
  }
}
