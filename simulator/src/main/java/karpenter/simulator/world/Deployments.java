package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// One ReplicaSet for each Deployment's present template, none for earlier ones: a new template
/// replaces all pods at once.
public final class Deployments implements Controller {
  private static final String HASH = "pod-template-hash";

  private final InMemoryKube kube;

  public Deployments(InMemoryKube kube) {
    this.kube = kube;
  }

  @Override
  public String name() {
    return "deployment";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.DEPLOYMENTS) || resource.equals(Resource.REPLICA_SETS);
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var deployment : kube.view(Resource.DEPLOYMENTS)) {
      if (!Metas.isTerminating(deployment)) {
        follow(deployment, Workloads.ownedBy(kube.view(Resource.REPLICA_SETS), deployment));
      }
    }
    return Optional.empty();
  }

  private void follow(ObjectNode deployment, List<ObjectNode> sets) {
    int wanted = deployment.at("/spec/replicas").asInt(1);
    var hash = hash(deployment);
    var name = Metas.name(deployment) + "-" + hash;
    int ready = 0;
    boolean isThere = false;
    for (var set : sets) {
      boolean isPresent = Metas.name(set).equals(name);
      isThere |= isPresent;
      ready += set.at("/status/readyReplicas").asInt();
      scale(set, isPresent ? wanted : 0);
    }
    if (!isThere) {
      kube.create(Resource.REPLICA_SETS, replicaSet(deployment, name, hash, wanted));
    }
    Workloads.report(kube, Resource.DEPLOYMENTS, deployment, wanted, ready);
  }

  private void scale(ObjectNode set, int replicas) {
    if (set.at("/spec/replicas").asInt() != replicas) {
      kube.edit(
          Resource.REPLICA_SETS,
          Metas.key(set),
          scaled -> scaled.withObject("/spec").put("replicas", replicas));
    }
  }

  private static ObjectNode replicaSet(
      ObjectNode deployment, String name, String hash, int replicas) {
    var set =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "apps/v1")
            .put("kind", "ReplicaSet");
    var metadata = set.putObject("metadata");
    metadata.put("name", name).put("namespace", Metas.namespace(deployment));
    var spec = set.putObject("spec").put("replicas", replicas);
    spec.set("selector", deployment.at("/spec/selector").deepCopy());
    spec.withObject("/selector/matchLabels").put(HASH, hash);
    spec.set("template", deployment.at("/spec/template").deepCopy());
    spec.withObject("/template/metadata/labels").put(HASH, hash);
    metadata.set("labels", spec.at("/template/metadata/labels").deepCopy());
    Workloads.own(set, deployment);
    return set;
  }

  private static String hash(ObjectNode deployment) {
    return Integer.toHexString(deployment.at("/spec/template").toString().hashCode());
  }
}
