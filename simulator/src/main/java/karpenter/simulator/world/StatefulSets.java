package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Pods with fixed names, one after the other unless they may come all at once.
public final class StatefulSets implements Controller {
  private final InMemoryKube kube;
  private final Changes changed;

  public StatefulSets(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.ofOwners(kube, Resource.STATEFUL_SETS);
  }

  @Override
  public String name() {
    return "statefulset";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.STATEFUL_SETS)
        || (resource.equals(Resource.PODS)
            && Pods.controller(object)
                .filter(owner -> owner.path("kind").asText().equals("StatefulSet"))
                .isPresent());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var key : changed.take()) {
      kube.find(Resource.STATEFUL_SETS, key)
          .filter(set -> !Metas.isTerminating(set))
          .ifPresent(this::scale);
    }
    return Optional.empty();
  }

  private void scale(ObjectNode set) {
    var pods = new TreeMap<String, ObjectNode>();
    Workloads.podsOf(kube, set).forEach(pod -> pods.put(Metas.name(pod), pod));
    int wanted = set.path("spec").path("replicas").asInt(1);
    boolean isOrdered = !set.path("spec").path("podManagementPolicy").asText().equals("Parallel");
    for (int i = 0; i < wanted; i++) {
      var name = Metas.name(set) + "-" + i;
      var pod = pods.remove(name);
      if (pod == null) {
        var made = Workloads.pod(set);
        made.withObjectProperty("metadata").put("name", name);
        made.withObjectProperty("metadata")
            .withObjectProperty("labels")
            .put("apps.kubernetes.io/pod-index", Integer.toString(i));
        kube.create(Resource.PODS, made);
      }
      if (isOrdered && (pod == null || !Pods.isReady(pod))) {
        break;
      }
    }
    pods.values().stream()
        .filter(pod -> index(pod) >= wanted && Workloads.isActive(pod))
        .forEach(pod -> kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod))));
    int ready = Workloads.ready(Workloads.podsOf(kube, set));
    Workloads.report(kube, Resource.STATEFUL_SETS, set, wanted, ready, wanted);
  }

  private static int index(ObjectNode pod) {
    var name = Metas.name(pod);
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }
}
