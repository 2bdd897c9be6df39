package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// One ReplicaSet for each Deployment's present template, none for earlier ones: a new template
/// replaces all pods at once.
public final class Deployments implements Controller {
  private static final String HASH = "pod-template-hash";

  private final InMemoryKube kube;
  private final Changes changed;

  public Deployments(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.of(kube, Deployments::deployment);
  }

  private static Optional<ObjectKey> deployment(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.DEPLOYMENTS)) {
      return Optional.of(Metas.key(object));
    }
    return resource.equals(Resource.REPLICA_SETS)
        ? Pods.controller(object)
            .map(owner -> ObjectKey.of(Metas.namespace(object), owner.path("name").asText()))
        : Optional.empty();
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
    for (var key : changed.take()) {
      kube.find(Resource.DEPLOYMENTS, key)
          .filter(deployment -> !Metas.isTerminating(deployment))
          .ifPresent(this::follow);
    }
    return Optional.empty();
  }

  private void follow(ObjectNode deployment) {
    var sets = kube.ownedBy(Metas.uid(deployment), Resource.REPLICA_SETS);
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
