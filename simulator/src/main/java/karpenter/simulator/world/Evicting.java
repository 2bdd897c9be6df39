package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import karpenter.core.pod.Taint;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Removes pods that may not stay where they are: from nodes with a taint they do not tolerate, or
/// not for ever, and from nodes that are no more.
public final class Evicting implements Controller {
  /// How long a node must be gone before its pods are.
  private static final Duration ORPHANED = Duration.ofSeconds(40);

  private final InMemoryKube kube;
  private final Facts facts = new Facts();
  private final Changes nodes;
  private final Changes pods;
  private final TreeSet<String> troubled = new TreeSet<>();
  private final Map<String, Instant> since = new HashMap<>();

  public Evicting(InMemoryKube kube) {
    this.kube = kube;
    this.nodes = Changes.of(kube, Resource.NODES);
    this.pods = Changes.of(kube, Resource.PODS);
  }

  @Override
  public String name() {
    return "taint-eviction";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.NODES)
        || (resource.equals(Resource.PODS) && !isGone && Pods.isBound(object));
  }

  @Override
  public Optional<Instant> step(Instant now) {
    nodes.take().forEach(key -> suspect(key.name()));
    pods.take().stream()
        .flatMap(key -> kube.find(Resource.PODS, key).stream())
        .filter(Pods::isBound)
        .filter(pod -> node(Pods.nodeName(pod)).isEmpty())
        .forEach(pod -> troubled.add(Pods.nodeName(pod)));
    var due = new ArrayList<Instant>();
    var reasons = new HashSet<String>();
    for (var name : List.copyOf(troubled)) {
      var node = node(name);
      var there = kube.podsOn(name);
      if (node.isEmpty() && there.isEmpty()) {
        troubled.remove(name);
      }
      for (var pod : there) {
        var left = node.isEmpty() ? Optional.of(ORPHANED) : tolerated(pod, node.get());
        left.ifPresent(
            stay -> {
              reasons.add(Metas.uid(pod));
              leave(pod, node.isEmpty(), stay, now, due);
            });
      }
    }
    since.keySet().retainAll(reasons);
    return due.stream().min(Instant::compareTo);
  }

  /// Only a node that is gone or has such a taint can be a reason to leave.
  private void suspect(String name) {
    var node = node(name);
    boolean isFine =
        node.isPresent()
            && facts.node(node.get()).taints().stream()
                .noneMatch(mark -> mark.taint().effect() == Taint.Effect.NO_EXECUTE);
    if (isFine) {
      troubled.remove(name);
    } else {
      troubled.add(name);
    }
  }

  private Optional<ObjectNode> node(String name) {
    return kube.find(Resource.NODES, ObjectKey.cluster(name));
  }

  private void leave(
      ObjectNode pod, boolean isOrphan, Duration stay, Instant now, List<Instant> due) {
    var until = since.computeIfAbsent(Metas.uid(pod), _ -> now).plus(stay);
    if (until.isAfter(now)) {
      due.add(until);
    } else {
      var deletion = Deletion.of(Metas.uid(pod));
      kube.delete(Resource.PODS, Metas.key(pod), isOrphan ? deletion.within(0) : deletion);
    }
  }

  /// Empty: it may stay.
  private Optional<Duration> tolerated(ObjectNode pod, ObjectNode node) {
    if (Metas.isTerminating(pod) || Pods.hasEnded(pod)) {
      return Optional.empty();
    }
    Optional<Duration> least = Optional.empty();
    for (var mark : facts.node(node).taints()) {
      if (mark.taint().effect() == Taint.Effect.NO_EXECUTE) {
        var seconds = tolerance(pod, mark.taint());
        if (seconds.isPresent()) {
          var stay = Duration.ofSeconds(seconds.getAsLong());
          least = least.filter(other -> other.compareTo(stay) < 0).or(() -> Optional.of(stay));
        }
      }
    }
    return least;
  }

  /// Seconds the pod puts up with the taint; empty for ever.
  private OptionalLong tolerance(ObjectNode pod, Taint taint) {
    var tolerations = facts.pod(pod).spec().tolerations();
    long least = Long.MAX_VALUE;
    boolean isTolerated = false;
    var trees = pod.path("spec").path("tolerations");
    for (int i = 0; i < tolerations.size() && i < trees.size(); i++) {
      if (tolerations.get(i).tolerates(taint)) {
        isTolerated = true;
        least = Math.min(least, trees.get(i).path("tolerationSeconds").asLong(Long.MAX_VALUE));
      }
    }
    if (!isTolerated) {
      return OptionalLong.of(0);
    }
    return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
  }
}
