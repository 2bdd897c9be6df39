package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// As many pods as each ReplicaSet wants.
public final class ReplicaSets implements Controller {
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
          .ifPresent(set -> scale(set, now));
    }
    return Optional.empty();
  }

  private void scale(ObjectNode set, Instant now) {
    var active = new ArrayList<>(Workloads.podsOf(kube, set));
    active.removeIf(pod -> !Workloads.isActive(pod));
    int wanted = set.path("spec").path("replicas").asInt(1);
    for (int i = active.size(); i < wanted; i++) {
      var pod = Workloads.pod(set);
      pod.withObjectProperty("metadata").put("generateName", Metas.name(set) + "-");
      kube.create(Resource.PODS, pod);
    }
    if (active.size() > wanted) {
      var first = Dispensable.first(active, kin(set, active), now);
      remove(first.subList(0, active.size() - wanted));
    }
    Workloads.report(kube, Resource.REPLICA_SETS, set, wanted, Workloads.ready(active), wanted);
  }

  /// During a rollout the pods of a Deployment's other sets are neighbours too.
  private List<ObjectNode> kin(ObjectNode set, List<ObjectNode> active) {
    var owner = Pods.controller(set);
    if (owner.isEmpty()) {
      return active;
    }
    var kin = new ArrayList<ObjectNode>();
    for (var other : kube.ownedBy(owner.get().path("uid").asText(), Resource.REPLICA_SETS)) {
      Workloads.podsOf(kube, other).stream().filter(Workloads::isActive).forEach(kin::add);
    }
    return kin;
  }

  private void remove(List<ObjectNode> pods) {
    for (var pod : List.copyOf(pods)) {
      kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod)));
    }
  }
}
