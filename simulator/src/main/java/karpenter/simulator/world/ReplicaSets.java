package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// As many pods as each ReplicaSet wants.
public final class ReplicaSets implements Controller {
  /// Those that do least go first.
  private static final Comparator<ObjectNode> DISPENSABLE_FIRST =
      Comparator.<ObjectNode, Boolean>comparing(Pods::isBound)
          .thenComparing(Pods::isReady)
          .thenComparing(
              pod -> pod.path("metadata").path("creationTimestamp").asText(),
              Comparator.reverseOrder())
          .thenComparing(Metas::name);

  private final InMemoryKube kube;
  private final Changes changed;

  public ReplicaSets(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.ofOwners(kube, Resource.REPLICA_SETS);
  }

  @Override
  public String name() {
    return "replicaset";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.REPLICA_SETS)
        || (resource.equals(Resource.PODS)
            && Pods.controller(object)
                .filter(owner -> owner.path("kind").asText().equals("ReplicaSet"))
                .isPresent());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var key : changed.take()) {
      kube.find(Resource.REPLICA_SETS, key)
          .filter(set -> !Metas.isTerminating(set))
          .ifPresent(this::scale);
    }
    return Optional.empty();
  }

  private void scale(ObjectNode set) {
    var active = new ArrayList<>(Workloads.podsOf(kube, set));
    active.removeIf(pod -> !Workloads.isActive(pod));
    int wanted = set.path("spec").path("replicas").asInt(1);
    for (int i = active.size(); i < wanted; i++) {
      var pod = Workloads.pod(set);
      pod.withObjectProperty("metadata").put("generateName", Metas.name(set) + "-");
      kube.create(Resource.PODS, pod);
    }
    if (active.size() > wanted) {
      active.sort(DISPENSABLE_FIRST);
      remove(active.subList(0, active.size() - wanted));
    }
    Workloads.report(kube, Resource.REPLICA_SETS, set, wanted, Workloads.ready(active), wanted);
  }

  private void remove(List<ObjectNode> pods) {
    for (var pod : List.copyOf(pods)) {
      kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod)));
    }
  }
}
