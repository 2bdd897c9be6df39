package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// What a controller has not looked at since it changed. A look then costs what changed, not what
/// there is.
final class Changes implements InMemoryKube.Listener {
  private final Of of;
  private TreeSet<ObjectKey> keys = new TreeSet<>();

  /// Whom a change concerns.
  interface Of {
    Optional<ObjectKey> key(Resource resource, ObjectNode object);
  }

  private Changes(Of of) {
    this.of = of;
  }

  /// Everything there is counts as changed at first.
  static Changes of(InMemoryKube kube, Of of) {
    var changes = new Changes(of);
    for (var resource : kube.kinds()) {
      kube.view(resource).forEach(object -> changes.changed(resource, object));
    }
    kube.onChange(changes);
    return changes;
  }

  /// Changes of the objects of that kind themselves.
  static Changes of(InMemoryKube kube, Resource kind) {
    return of(
        kube,
        (resource, object) ->
            resource.equals(kind) ? Optional.of(Metas.key(object)) : Optional.empty());
  }

  /// Changes of the objects of that kind and of the pods they made.
  static Changes ofOwners(InMemoryKube kube, Resource kind) {
    return of(
        kube,
        (resource, object) ->
            resource.equals(kind)
                ? Optional.of(Metas.key(object))
                : resource.equals(Resource.PODS) ? owner(kind, object) : Optional.empty());
  }

  private static Optional<ObjectKey> owner(Resource kind, ObjectNode pod) {
    return Pods.controller(pod)
        .filter(owner -> owner.path("kind").asText().equals(kind.kind()))
        .map(owner -> ObjectKey.of(Metas.namespace(pod), owner.path("name").asText()));
  }

  void add(ObjectKey key) {
    keys.add(key);
  }

  /// In their order; from now on only what changes next counts.
  List<ObjectKey> take() {
    if (keys.isEmpty()) {
      return List.of();
    }
    var taken = List.copyOf(keys);
    keys = new TreeSet<>();
    return taken;
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    of.key(resource, object).ifPresent(keys::add);
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    changed(resource, object);
  }
}
