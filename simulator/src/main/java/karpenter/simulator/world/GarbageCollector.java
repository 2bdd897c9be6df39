package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Deletes what has owners none of which is there, in the background: nobody waits for it.
public final class GarbageCollector implements Controller {
  private final InMemoryKube kube;
  private final Map<Resource, TreeSet<ObjectKey>> suspects = new LinkedHashMap<>();
  private final Set<String> gone = new LinkedHashSet<>();

  public GarbageCollector(InMemoryKube kube) {
    this.kube = kube;
    kube.onChange(new Deaths());
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
    for (var uid : List.copyOf(gone)) {
      for (var resource : kube.kindsOwnedBy(uid)) {
        kube.ownedBy(uid, resource).forEach(object -> suspect(resource, object));
      }
    }
    gone.clear();
    var looked = new LinkedHashMap<>(suspects);
    suspects.clear();
    looked.forEach(
        (resource, keys) ->
            keys.forEach(
                key ->
                    kube.find(resource, key)
                        .filter(object -> !Metas.isTerminating(object) && isOrphan(object))
                        .ifPresent(
                            object -> kube.delete(resource, key, Deletion.of(Metas.uid(object))))));
    return Optional.empty();
  }

  private void suspect(Resource resource, ObjectNode object) {
    suspects.computeIfAbsent(resource, _ -> new TreeSet<>()).add(Metas.key(object));
  }

  private boolean isOrphan(ObjectNode object) {
    var owners = object.path("metadata").path("ownerReferences");
    for (var owner : owners) {
      if (kube.holds(owner.path("uid").asText())) {
        return false;
      }
    }
    return !owners.isEmpty();
  }

  private final class Deaths implements InMemoryKube.Listener {
    @Override
    public void changed(Resource resource, ObjectNode object) {
      if (object.path("metadata").has("ownerReferences")) {
        suspect(resource, object);
      }
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {
      gone.add(Metas.uid(object));
    }
  }
}
