package karpenter.core.wire;

import java.util.Optional;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.LabelAliases;

/// Gathers everything the meaning of pods depends on: storage, admission, and who belongs together.
final class ContextReader {
  private final Inventory inventory;
  private final LabelAliases aliases;

  private ContextReader(Inventory inventory, LabelAliases aliases) {
    this.inventory = inventory;
    this.aliases = aliases;
  }

  static PodContext read(Inventory inventory, WireOptions options) {
    var reader = new ContextReader(inventory, options.aliases());
    return new PodContext(
        options.restricted(),
        options.aliases(),
        reader.admission(),
        Optional.of(reader.volumes()),
        options.defaultSpread(),
        reader.fellows());
  }

  private VolumeResolver volumes() {
    var volumes = new VolumeResolver();
    for (var item : inventory.of(Kind.PERSISTENT_VOLUME_CLAIM)) {
      var claim = StorageObjects.claim(item.place());
      if (item.isFaultless()) {
        volumes.addClaim(VolumeResolver.key(item.namespace(), item.name()), claim);
      }
    }
    for (var item : inventory.of(Kind.PERSISTENT_VOLUME)) {
      var volume = StorageObjects.volume(item.place(), aliases);
      if (item.isFaultless()) {
        volumes.addVolume(item.name(), volume);
      }
    }
    for (var item : inventory.of(Kind.STORAGE_CLASS)) {
      var storageClass = StorageObjects.storageClass(item.place(), aliases);
      if (item.isFaultless()) {
        volumes.addClass(item.name(), storageClass);
      }
    }
    return volumes;
  }

  private PodAdmission admission() {
    var admission = new PodAdmission();
    var nodeReader = new RequirementReader(Dialect.KUBERNETES_NODE, aliases);
    for (var item : inventory.byName(Kind.PRIORITY_CLASS)) {
      admission.addPriorityClass(item.name(), item.place());
    }
    for (var item : inventory.byName(Kind.LIMIT_RANGE)) {
      admission.addLimitRange(item.namespace(), item.place());
    }
    for (var item : inventory.byName(Kind.RUNTIME_CLASS)) {
      admission.addRuntimeClass(item.name(), item.place(), nodeReader);
    }
    return admission;
  }

  private Fellows fellows() {
    var fellows = new Fellows();
    for (var item : inventory.byName(Kind.SERVICE)) {
      fellows.addService(item.namespace(), item.place());
    }
    for (var item : inventory.of(Kind.REPLICATION_CONTROLLER)) {
      var labels = LabelSyntax.labels(item.place().get("spec", "selector"));
      fellows.addController(item.key(), SelectorReader.ofMap(labels));
    }
    for (var kind : new Kind[] {Kind.REPLICA_SET, Kind.STATEFUL_SET}) {
      for (var item : inventory.of(kind)) {
        fellows.addController(item.key(), selector(item));
      }
    }
    for (var item : inventory.of(Kind.DEPLOYMENT)) {
      // Its pods are controlled by a ReplicaSet of their own revision.
      var revision = WorkloadExpander.revisionLabels(item.place().get("spec", "template"));
      fellows.addController(
          item.key(), SelectorReader.and(selector(item), SelectorReader.ofMap(revision)));
    }
    return fellows;
  }

  private static LabelSelector selector(Item item) {
    return SelectorReader.read(item.place().get("spec", "selector"));
  }
}
