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
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.operator.kube.ObjectKey;
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
  private final Changes pods;
  private final Changes budgets;
  private final TreeMap<ObjectKey, TreeSet<ObjectKey>> members = new TreeMap<>();

  /// Budgets some of which is given to evictions that have not been seen to happen.
  private final TreeSet<ObjectKey> spent = new TreeSet<>();

  public DisruptionBudgets(InMemoryKube kube) {
    this.kube = kube;
    this.pods = Changes.of(kube, Resource.PODS);
    this.budgets = Changes.of(kube, Resource.POD_DISRUPTION_BUDGETS);
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
    var due = new TreeSet<>(spent);
    members.keySet().removeIf(key -> kube.find(Resource.POD_DISRUPTION_BUDGETS, key).isEmpty());
    pods.take().forEach(key -> sort(key, due));
    for (var key : budgets.take()) {
      kube.find(Resource.POD_DISRUPTION_BUDGETS, key)
          .ifPresent(budget -> members.put(key, covered(budget)));
      due.add(key);
    }
    spent.clear();
    for (var key : due) {
      kube.find(Resource.POD_DISRUPTION_BUDGETS, key).ifPresent(budget -> count(budget, now));
    }
    return spent.isEmpty() ? Optional.empty() : Optional.of(now.plus(EVICTION_LIMIT));
  }

  /// Notes which budgets the pod counts in, and which have to be counted again because of it.
  private void sort(ObjectKey pod, Set<ObjectKey> due) {
    var found = kube.find(Resource.PODS, pod);
    members.forEach(
        (key, covered) -> {
          boolean counts =
              found.isPresent()
                  && kube.find(Resource.POD_DISRUPTION_BUDGETS, key)
                      .filter(budget -> covers(budget, found.get()))
                      .isPresent();
          boolean counted = counts ? !covered.add(pod) : covered.remove(pod);
          if (counts || counted) {
            due.add(key);
          }
        });
  }

  private void count(ObjectNode budget, Instant now) {
    var key = Metas.key(budget);
    var covered = new ArrayList<ObjectNode>();
    for (var pod : members.getOrDefault(key, new TreeSet<>())) {
      kube.find(Resource.PODS, pod).ifPresent(covered::add);
    }
    var disrupted = disrupted(budget, covered, now);
    if (!disrupted.isEmpty()) {
      spent.add(key);
    }
    kube.edit(Resource.POD_DISRUPTION_BUDGETS, key, object -> count(object, covered, disrupted));
  }

  private TreeSet<ObjectKey> covered(ObjectNode budget) {
    var keys = new TreeSet<ObjectKey>();
    for (var pod : kube.view(Resource.PODS)) {
      if (covers(budget, pod)) {
        keys.add(Metas.key(pod));
      }
    }
    return keys;
  }

  private static boolean covers(ObjectNode budget, ObjectNode pod) {
    return Metas.namespace(pod).equals(Metas.namespace(budget))
        && !Pods.hasEnded(pod)
        && Selectors.matches(
            budget.path("spec").path("selector"), pod.path("metadata").path("labels"));
  }

  private static Set<String> disrupted(ObjectNode budget, List<ObjectNode> pods, Instant now) {
    var staying = new HashSet<String>();
    for (var pod : pods) {
      if (!Metas.isTerminating(pod)) {
        staying.add(Metas.name(pod));
      }
    }
    var disrupted = new TreeSet<String>();
    for (var entry : budget.path("status").path("disruptedPods").properties()) {
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
    var status = budget.withObjectProperty("status");
    var before = status.path("disruptedPods").deepCopy();
    status.remove("disruptedPods");
    disrupted.forEach(pod -> status.withObjectProperty("disruptedPods").set(pod, before.get(pod)));
    status
        .put("observedGeneration", budget.path("metadata").path("generation").asLong())
        .put("expectedPods", expected)
        .put("desiredHealthy", desired)
        .put("currentHealthy", healthy)
        .put("disruptionsAllowed", expected <= 0 ? 0 : Math.max(0, healthy - desired));
  }

  /// A plain number of pods to keep is compared with the pods there are; everything else with the
  /// pods there should be.
  private int expected(ObjectNode budget, List<ObjectNode> pods) {
    return budget.path("spec").path("minAvailable").isInt() ? pods.size() : scales.expected(pods);
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
