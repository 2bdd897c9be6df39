package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Scales as a HorizontalPodAutoscaler does. Nobody measures anything here: the load is the
/// [LoadCurve] in the annotation `karpenter-jvm.dev/load`, in pods.
/// 1. Looked at once a minute, within `minReplicas` and `maxReplicas`.
/// 2. A tenth more or less is left alone.
/// 3. Down only to the most of the last five minutes.
public final class Autoscalers implements Controller {
  static final Resource AUTOSCALERS =
      new Resource(
          "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true);
  static final String LOAD = "karpenter-jvm.dev/load";

  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Duration CAUTION = Duration.ofMinutes(5);
  private static final double TOLERANCE = 0.1;
  private static final int MOST = 10_000;

  /// Nobody is hired for the first second of a rising load.
  private static final double HARDLY_ANY = 0.05;

  private final InMemoryKube kube;
  private final Map<String, Deque<Advice>> recent = new HashMap<>();

  private record Advice(Instant at, int replicas) {}

  public Autoscalers(InMemoryKube kube) {
    this.kube = kube;
  }

  @Override
  public String name() {
    return "horizontal-pod-autoscaler";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(AUTOSCALERS);
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var all = kube.view(AUTOSCALERS);
    for (var autoscaler : all) {
      var curve = autoscaler.path("metadata").path("annotations").path(LOAD).asText();
      if (!curve.isEmpty() && !Metas.isTerminating(autoscaler)) {
        follow(autoscaler, LoadCurve.parse(curve).at(now), now);
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(now.plus(PERIOD));
  }

  private void follow(ObjectNode autoscaler, double load, Instant now) {
    var spec = autoscaler.path("spec");
    var target = spec.path("scaleTargetRef");
    var resource =
        target.path("kind").asText().equals("StatefulSet")
            ? Resource.STATEFUL_SETS
            : Resource.DEPLOYMENTS;
    var key = ObjectKey.of(Metas.namespace(autoscaler), target.path("name").asText());
    var scaled = kube.find(resource, key);
    if (scaled.isEmpty()) {
      return;
    }
    int is = scaled.get().path("spec").path("replicas").asInt(1);
    boolean isNear = is > 0 && Math.abs(load / is - 1) <= TOLERANCE;
    int wanted =
        Math.clamp(
            isNear ? is : (int) Math.ceil(load - HARDLY_ANY),
            spec.path("minReplicas").asInt(1),
            spec.path("maxReplicas").asInt(MOST));
    int cautious = cautious(Metas.uid(autoscaler), new Advice(now, wanted));
    int next = wanted < is ? Math.min(is, cautious) : wanted;
    if (next != is) {
      kube.edit(resource, key, object -> scale(object, next));
    }
  }

  /// An edit of the spec is counted, as through the API.
  private static void scale(ObjectNode object, int replicas) {
    object.withObjectProperty("spec").put("replicas", replicas);
    long generation = object.path("metadata").path("generation").asLong();
    object.withObjectProperty("metadata").put("generation", generation + 1);
  }

  /// The most that was advised in the last minutes.
  private int cautious(String uid, Advice advice) {
    var advices = recent.computeIfAbsent(uid, _ -> new ArrayDeque<>());
    advices.addLast(advice);
    advices.removeIf(
        old -> old.at().isBefore(advice.at().minus(CAUTION)) || old.at().isAfter(advice.at()));
    return advices.stream().mapToInt(Advice::replicas).max().orElse(advice.replicas());
  }
}
