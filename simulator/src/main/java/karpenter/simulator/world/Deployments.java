package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// One ReplicaSet for each Deployment's present template. A new template replaces the pods of
/// earlier ones step by step, within what its [Rollout] allows; with `Recreate` those go first.
public final class Deployments implements Controller {
  private static final String HASH = "pod-template-hash";
  private static final Comparator<ObjectNode> OLDEST_FIRST =
      Comparator.<ObjectNode, String>comparing(
              set -> set.path("metadata").path("creationTimestamp").asText())
          .thenComparing(Metas::name);

  private final InMemoryKube kube;
  private final Changes changed;

  public Deployments(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.of(kube, this::deployment);
  }

  private Optional<ObjectKey> deployment(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.DEPLOYMENTS)) {
      return Optional.of(Metas.key(object));
    }
    if (resource.equals(Resource.REPLICA_SETS)) {
      return owner(object);
    }
    return resource.equals(Resource.PODS)
        ? owner(object)
            .flatMap(set -> kube.find(Resource.REPLICA_SETS, set))
            .flatMap(Deployments::owner)
        : Optional.empty();
  }

  private static Optional<ObjectKey> owner(ObjectNode object) {
    return Pods.controller(object)
        .map(owner -> ObjectKey.of(Metas.namespace(object), owner.path("name").asText()));
  }

  @Override
  public String name() {
    return "deployment";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.DEPLOYMENTS)
        || resource.equals(Resource.REPLICA_SETS)
        // With Recreate the last pod of an earlier template makes way for the new ones.
        || (isGone && resource.equals(Resource.PODS));
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
    var hash = hash(deployment);
    var key = ObjectKey.of(Metas.namespace(deployment), Metas.name(deployment) + "-" + hash);
    boolean isThere =
        kube.ownedBy(Metas.uid(deployment), Resource.REPLICA_SETS).stream()
            .anyMatch(set -> isOfTemplate(set, deployment));
    if (!isThere && kube.find(Resource.REPLICA_SETS, key).isEmpty()) {
      kube.create(Resource.REPLICA_SETS, replicaSet(deployment, key.name(), hash));
    }
    var earlier = new ArrayList<ObjectNode>();
    ObjectNode present = null;
    for (var set : kube.ownedBy(Metas.uid(deployment), Resource.REPLICA_SETS)) {
      if (present == null && isOfTemplate(set, deployment)) {
        present = set;
      } else {
        earlier.add(set);
      }
    }
    if (present == null) {
      // Somebody else's set has the name.
      return;
    }
    earlier.sort(OLDEST_FIRST);
    var rollout = Rollout.of(deployment);
    scale(rollout, present, earlier);
    report(deployment, present, earlier);
  }

  private void scale(Rollout rollout, ObjectNode present, List<ObjectNode> earlier) {
    var sizes = rollout.sizes(size(present), earlier.stream().map(this::size).toList());
    scale(present, sizes.present());
    for (int i = 0; i < earlier.size(); i++) {
      scale(earlier.get(i), sizes.earlier().get(i));
    }
  }

  private Rollout.Size size(ObjectNode set) {
    return new Rollout.Size(
        set.path("spec").path("replicas").asInt(),
        Workloads.podsOf(kube, set).size(),
        set.path("status").path("availableReplicas").asInt());
  }

  private void scale(ObjectNode set, int replicas) {
    if (set.path("spec").path("replicas").asInt() != replicas) {
      kube.edit(
          Resource.REPLICA_SETS,
          Metas.key(set),
          scaled -> scaled.withObjectProperty("spec").put("replicas", replicas));
    }
  }

  private void report(ObjectNode deployment, ObjectNode present, List<ObjectNode> earlier) {
    int updated = present.path("status").path("replicas").asInt();
    int pods = updated;
    int ready = present.path("status").path("readyReplicas").asInt();
    for (var set : earlier) {
      pods += set.path("status").path("replicas").asInt();
      ready += set.path("status").path("readyReplicas").asInt();
    }
    Workloads.report(kube, Resource.DEPLOYMENTS, deployment, pods, ready, updated);
  }

  /// Without pods: how many it may have depends on those of earlier templates.
  private static ObjectNode replicaSet(ObjectNode deployment, String name, String hash) {
    var set =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "apps/v1")
            .put("kind", "ReplicaSet");
    var metadata = set.putObject("metadata");
    metadata.put("name", name).put("namespace", Metas.namespace(deployment));
    var spec = set.putObject("spec").put("replicas", 0);
    spec.set("selector", deployment.path("spec").path("selector").deepCopy());
    spec.withObjectProperty("selector").withObjectProperty("matchLabels").put(HASH, hash);
    spec.set("template", deployment.path("spec").path("template").deepCopy());
    spec.withObjectProperty("template")
        .withObjectProperty("metadata")
        .withObjectProperty("labels")
        .put(HASH, hash);
    metadata.set("labels", spec.path("template").path("metadata").path("labels").deepCopy());
    Workloads.own(set, deployment);
    return set;
  }

  /// Told by the template as a real controller does it: a set that came from another cluster is
  /// named by a hash that is not ours.
  private static boolean isOfTemplate(ObjectNode set, ObjectNode deployment) {
    var template = set.path("spec").path("template").deepCopy();
    if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
      labels.remove(HASH);
    }
    return template.equals(deployment.path("spec").path("template"));
  }

  private static String hash(ObjectNode deployment) {
    return Integer.toHexString(deployment.path("spec").path("template").toString().hashCode());
  }
}
