package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Nodes and pods as KWOK plays them: nodes with its annotation are ready and stay so, pods on them
/// run and are ready, those of jobs succeed, and those deleted are gone; at once or after the
/// delays their annotations ask for.
public final class Kubelets implements Controller {
  private static final String OURS = "kwok.x-k8s.io/node";
  private static final String STAGE = "kwok.x-k8s.io/stage";
  private static final String DELAY = "pod-delete.stage.kwok.x-k8s.io/delay";
  private static final String WORK = "pod-complete.stage.kwok.x-k8s.io/delay";

  /// How long a kubelet may be silent before its node counts as lost.
  private static final Duration MISSED = Duration.ofSeconds(40);

  private final InMemoryKube kube;
  private final Changes nodes;
  private final Changes pods;
  private final Set<String> alive = new HashSet<>();
  private final TreeSet<ObjectKey> silent = new TreeSet<>();
  private final TreeSet<ObjectKey> stopping = new TreeSet<>();
  private final Map<String, Instant> silentSince = new HashMap<>();
  private Predicate<ObjectNode> isSilent = _ -> false;
  private Runnable whenSilenced = () -> {};

  public Kubelets(InMemoryKube kube) {
    this.kube = kube;
    this.nodes = Changes.of(kube, Resource.NODES);
    this.pods = Changes.of(kube, Resource.PODS);
  }

  /// Nodes whose kubelet says no word any more, nor runs or stops a pod. After a while nobody knows
  /// whether they are ready.
  public void silence(Predicate<ObjectNode> which) {
    isSilent = which;
    kube.view(Resource.NODES).forEach(node -> nodes.add(Metas.key(node)));
    whenSilenced.run();
  }

  void onSilence(Runnable told) {
    whenSilenced = told;
  }

  @Override
  public String name() {
    return "kubelets";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return !isGone
        && (resource.equals(Resource.NODES)
            || (resource.equals(Resource.PODS) && Pods.isBound(object)));
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var next = new ArrayList<Instant>();
    silent.forEach(nodes::add);
    for (var key : nodes.take()) {
      kube.find(Resource.NODES, key)
          .filter(node -> node.path("metadata").path("annotations").has(OURS))
          .ifPresentOrElse(
              node -> attend(key, node, now).ifPresent(next::add),
              () -> {
                alive.remove(key.name());
                silent.remove(key);
              });
    }
    play(now).ifPresent(next::add);
    return next.stream().min(Instant::compareTo);
  }

  private Optional<Instant> attend(ObjectKey key, ObjectNode node, Instant now) {
    if (isSilent.test(node)) {
      alive.remove(key.name());
      silent.add(key);
      return miss(node, now);
    }
    silent.remove(key);
    silentSince.remove(Metas.uid(node));
    if (alive.add(key.name())) {
      kube.podsOn(key.name()).forEach(pod -> pods.add(Metas.key(pod)));
    }
    report(node, now);
    return Optional.empty();
  }

  /// What the node lifecycle controller does about a kubelet that is not heard of.
  private Optional<Instant> miss(ObjectNode node, Instant now) {
    var until = silentSince.computeIfAbsent(Metas.uid(node), _ -> now).plus(MISSED);
    if (until.isAfter(now)) {
      return Optional.of(until);
    }
    kube.edit(
        Resource.NODES,
        Metas.key(node),
        unknown -> Conditions.set(unknown, "Ready", "Unknown", "NodeStatusUnknown", "", now));
    return Optional.empty();
  }

  private void report(ObjectNode node, Instant now) {
    if (Pods.isReady(node)) {
      return;
    }
    kube.edit(
        Resource.NODES,
        Metas.key(node),
        ready -> {
          ready.withObjectProperty("status").put("phase", "Running");
          ready
              .withObjectProperty("status")
              .withObjectProperty("nodeInfo")
              .put("kubeletVersion", "fake")
              .put("operatingSystem", "linux");
          Conditions.set(ready, "Ready", "True", "KubeletReady", "", now);
          for (var pressure :
              new String[] {
                "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"
              }) {
            Conditions.set(ready, pressure, "False", "KubeletHasEnough", "", now);
          }
        });
  }

  private Optional<Instant> play(Instant now) {
    Optional<Instant> next = Optional.empty();
    stopping.forEach(pods::add);
    stopping.clear();
    for (var key : pods.take()) {
      var found = kube.find(Resource.PODS, key).filter(pod -> alive.contains(Pods.nodeName(pod)));
      if (found.isEmpty()) {
        continue;
      }
      var pod = found.get();
      boolean isGoing = Metas.isTerminating(pod);
      var due = isGoing ? Optional.of(goneAt(pod)) : doneAt(pod);
      boolean isDue = due.filter(at -> !at.isAfter(now)).isPresent();
      if (due.isPresent() && !isDue) {
        stopping.add(key);
        next = next.filter(earlier -> earlier.isBefore(due.get())).or(() -> due);
      }
      if (!isGoing) {
        run(pod, isDue, now);
      } else if (isDue) {
        stop(pod);
      }
    }
    return next;
  }

  private void run(ObjectNode pod, boolean isDone, Instant now) {
    if (isMarkedUnhealthy(pod)) {
      if (!Pods.phase(pod).equals("Unknown")) {
        set(pod, "Unknown", "False", now);
      }
    } else if (Pods.phase(pod).equals("Pending")) {
      boolean isAtOnce = isOfJob(pod) && work(pod).isZero();
      set(pod, isAtOnce ? "Succeeded" : "Running", isAtOnce ? "False" : "True", now);
    } else if (isDone) {
      set(pod, "Succeeded", "False", now);
    }
  }

  private void set(ObjectNode pod, String phase, String ready, Instant now) {
    kube.edit(
        Resource.PODS,
        Metas.key(pod),
        played -> {
          var status = played.withObjectProperty("status");
          status.put("phase", phase);
          if (!status.has("startTime")) {
            status.put("startTime", Conditions.text(now));
          }
          Conditions.set(played, "Initialized", "True", "", "", now);
          Conditions.set(played, "Ready", ready, "", "", now);
          Conditions.set(played, "ContainersReady", ready, "", "", now);
        });
  }

  /// When a pod of a job has done its work; empty for all others, and for those not begun or ended.
  private static Optional<Instant> doneAt(JsonNode pod) {
    var started = pod.path("status").path("startTime").asText();
    return started.isEmpty() || !isOfJob(pod) || Pods.hasEnded(pod)
        ? Optional.empty()
        : Optional.of(Instant.parse(started).plus(work(pod)));
  }

  private static Duration work(JsonNode pod) {
    return delay(pod.path("metadata").path("annotations").path(WORK).asText());
  }

  private static Instant goneAt(JsonNode pod) {
    var metadata = pod.path("metadata");
    long grace = metadata.path("deletionGracePeriodSeconds").asLong();
    var asked = Instant.parse(metadata.path("deletionTimestamp").asText()).minusSeconds(grace);
    return asked.plus(delay(metadata.path("annotations").path(DELAY).asText()));
  }

  /// Such as `30s`.
  private static Duration delay(String text) {
    return text.isEmpty() ? Duration.ZERO : Duration.parse("PT" + text);
  }

  private void stop(ObjectNode pod) {
    if (!pod.path("metadata").path("finalizers").isEmpty()) {
      kube.edit(
          Resource.PODS,
          Metas.key(pod),
          freed -> freed.withObjectProperty("metadata").remove("finalizers"));
    }
    kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod)).within(0));
  }

  private static boolean isMarkedUnhealthy(JsonNode pod) {
    return pod.path("metadata").path("labels").path(STAGE).asText().equals("unhealthy");
  }

  private static boolean isOfJob(JsonNode pod) {
    return Pods.controller(pod)
        .filter(owner -> owner.path("kind").asText().equals("Job"))
        .isPresent();
  }
}
