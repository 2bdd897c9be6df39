package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.kube.Selectors;

/// Counts how many pods each budget can spare.
public final class DisruptionBudgets implements Controller {
  /// An eviction that was allowed counts as a pod lost for this long, unless the pod is seen to go.
  private static final Duration EVICTION_LIMIT = Duration.ofMinutes(2);

  private final InMemoryKube kube;
  private final Scales scales;

  public DisruptionBudgets(InMemoryKube kube) {
    this.kube = kube;
    this.scales = new Scales(kube);
  }

  @Override
  public String name() {
    return "disruption";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.PODS) || resource.equals(Resource.POD_DISRUPTION_BUDGETS);
  }

  @Override
  public Optional<Instant> step(Instant now) {
    Optional<Instant> again = Optional.empty();
    for (var budget : kube.view(Resource.POD_DISRUPTION_BUDGETS)) {
      var pods = covered(budget);
      var disrupted = disrupted(budget, pods, now);
      if (!disrupted.isEmpty()) {
        again = Optional.of(now.plus(EVICTION_LIMIT));
      }
      kube.edit(
          Resource.POD_DISRUPTION_BUDGETS,
          Metas.key(budget),
          object -> count(object, pods, disrupted));
    }
    return again;
  }

  private List<ObjectNode> covered(ObjectNode budget) {
    var pods = new ArrayList<ObjectNode>();
    for (var pod : kube.view(Resource.PODS)) {
      if (Metas.namespace(pod).equals(Metas.namespace(budget))
          && !Pods.hasEnded(pod)
          && Selectors.matches(budget.at("/spec/selector"), pod.at("/metadata/labels"))) {
        pods.add(pod);
      }
    }
    return pods;
  }

  private static Set<String> disrupted(ObjectNode budget, List<ObjectNode> pods, Instant now) {
    var staying = new HashSet<String>();
    for (var pod : pods) {
      if (!Metas.isTerminating(pod)) {
        staying.add(Metas.name(pod));
      }
    }
    var disrupted = new TreeSet<String>();
    for (var entry : budget.at("/status/disruptedPods").properties()) {
      var since = Instant.parse(entry.getValue().asText());
      if (staying.contains(entry.getKey()) && now.isBefore(since.plus(EVICTION_LIMIT))) {
        disrupted.add(entry.getKey());
      }
    }
    return disrupted;
  }

  private void count(ObjectNode budget, List<ObjectNode> pods, Set<String> disrupted) {
    int healthy = 0;
    for (var pod : pods) {
      if (Pods.isReady(pod) && !Metas.isTerminating(pod) && !disrupted.contains(Metas.name(pod))) {
        healthy++;
      }
    }
    int expected = expected(budget, pods);
    int desired = desired(budget, expected);
    var status = budget.withObject("/status");
    var before = status.path("disruptedPods").deepCopy();
    status.remove("disruptedPods");
    disrupted.forEach(pod -> status.withObject("/disruptedPods").set(pod, before.get(pod)));
    status
        .put("observedGeneration", budget.at("/metadata/generation").asLong())
        .put("expectedPods", expected)
        .put("desiredHealthy", desired)
        .put("currentHealthy", healthy)
        .put("disruptionsAllowed", expected <= 0 ? 0 : Math.max(0, healthy - desired));
  }

  /// A plain number of pods to keep is compared with the pods there are; everything else with the
  /// pods there should be.
  private int expected(ObjectNode budget, List<ObjectNode> pods) {
    return budget.at("/spec/minAvailable").isInt() ? pods.size() : scales.expected(pods);
  }

  private static int desired(ObjectNode budget, int expected) {
    var spec = budget.path("spec");
    return spec.has("maxUnavailable")
        ? Math.max(0, expected - share(spec.path("maxUnavailable"), expected))
        : share(spec.path("minAvailable"), expected);
  }

  private static int share(JsonNode amount, int of) {
    if (amount.isInt()) {
      return amount.intValue();
    }
    var text = amount.asText();
    return text.endsWith("%")
        ? Math.ceilDiv(of * Integer.parseInt(text.substring(0, text.length() - 1)), 100)
        : 0;
  }
}
