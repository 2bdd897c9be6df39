package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.Daemon;

/// Reads what DaemonSets put on every node (spec 01 §4.14).
///
/// The newest pod of the set stands for all: unlike the template it shows what admission made of
/// it. Only its node affinity is the template's, because the DaemonSet controller ties each pod to
/// its node there.
final class DaemonReader {
  private static final Comparator<Item> BY_AGE =
      Comparator.comparing((Item item) -> PodReader.created(item.metadata()))
          .thenComparing(Item::name);

  private final PodReader reader;
  private final Map<String, Item> newest = new HashMap<>();

  DaemonReader(Inventory inventory, PodReader reader) {
    this.reader = reader;
    for (var pod : inventory.of(Kind.POD)) {
      if (pod.isOwnedBy(Kind.DAEMON_SET.kindName()) && !PodPhase.isFinished(pod.place())) {
        pod.controller().ifPresent(key -> newest.merge(key, pod, DaemonReader::newer));
      }
    }
  }

  private static Item newer(Item one, Item other) {
    return BY_AGE.compare(one, other) >= 0 ? one : other;
  }

  List<Daemon> daemons(List<Item> daemonSets) {
    var daemons = new ArrayList<Daemon>();
    for (var item : daemonSets) {
      daemon(item).ifPresent(daemons::add);
    }
    return daemons;
  }

  private Optional<Daemon> daemon(Item item) {
    var template = item.place().get("spec", "template");
    var representative =
        Optional.ofNullable(newest.get(item.key()))
            .map(pod -> Place.root(untied(pod.node(), template), item.place().problems()))
            .orElse(template);
    var identity = PodIdentity.of(item.namespace(), item.name());
    var spec = reader.spec(representative, PodForm.DAEMON, identity);
    return item.isFaultless()
        ? Optional.of(new Daemon(item.namespace() + "/" + item.name(), spec))
        : Optional.empty();
  }

  /// The pod with the template's required node affinity, or none.
  private static JsonNode untied(JsonNode pod, Place template) {
    if (!(pod.path("spec").path("affinity").path("nodeAffinity") instanceof ObjectNode)) {
      return pod;
    }
    var copy = pod.deepCopy();
    var affinity = (ObjectNode) copy.path("spec").path("affinity").path("nodeAffinity");
    affinity.remove(PodAffinityReader.REQUIRED);
    var required = template.get("spec", "affinity", "nodeAffinity", PodAffinityReader.REQUIRED);
    if (required.isPresent()) {
      affinity.set(PodAffinityReader.REQUIRED, required.node());
    }
    return copy;
  }
}
