package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Deletes what has owners none of which is there, in the background: nobody waits for it.
public final class GarbageCollector implements Controller {
  private final InMemoryKube kube;

  public GarbageCollector(InMemoryKube kube) {
    this.kube = kube;
  }

  @Override
  public String name() {
    return "garbage-collector";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return isGone
        ? !resource.equals(Resource.EVENTS)
        : object.path("metadata").has("ownerReferences");
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var uids = uids();
    for (var resource : kube.kinds()) {
      for (var object : kube.view(resource)) {
        if (!Metas.isTerminating(object) && isOrphan(object, uids)) {
          kube.delete(resource, Metas.key(object), Deletion.of(Metas.uid(object)));
        }
      }
    }
    return Optional.empty();
  }

  private Set<String> uids() {
    var uids = new HashSet<String>();
    for (var resource : kube.kinds()) {
      kube.view(resource).forEach(object -> uids.add(Metas.uid(object)));
    }
    return uids;
  }

  private static boolean isOrphan(JsonNode object, Set<String> uids) {
    var owners = object.at("/metadata/ownerReferences");
    return !owners.isEmpty()
        && StreamSupport.stream(owners.spliterator(), false)
            .noneMatch(owner -> uids.contains(owner.path("uid").asText()));
  }
}
