package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.Requirements;

/// Finds the pods that belong together although none of them says so: those behind one Service or
/// of one controller (spec 01 §4.19).
final class Fellows {
  private final List<Service> services = new ArrayList<>();
  private final Map<String, LabelSelector> controllers = new TreeMap<>();

  private record Service(String namespace, SortedMap<String, String> selector) {}

  /// In the order of their names, because of two Services that disagree on a label the later wins.
  void addService(String namespace, Place service) {
    var selector = service.get("spec", "selector");
    if (selector.isPresent()) {
      addService(namespace, LabelSyntax.labels(selector));
    }
  }

  void addService(String namespace, SortedMap<String, String> selector) {
    services.add(new Service(namespace, selector));
  }

  /// A ReplicationController (whose selector is a plain map), ReplicaSet or StatefulSet.
  void addController(String key, LabelSelector selector) {
    controllers.put(key, selector);
  }

  static String key(String kind, String namespace, String name) {
    return kind + "/" + namespace + "/" + name;
  }

  /// Empty when nothing is known of the pod's fellows; then no default applies to it.
  ///
  /// @param controller the key of the pod's controlling owner
  Optional<LabelSelector> of(
      String namespace, Map<String, String> labels, Optional<String> controller) {
    var merged = new TreeMap<String, String>();
    for (var service : services) {
      if (service.namespace().equals(namespace)
          && labels.entrySet().containsAll(service.selector().entrySet())) {
        merged.putAll(service.selector());
      }
    }
    var byService = Requirements.ofLabels(merged, SelectorReader.LITERAL);
    var byController = controller.map(controllers::get).filter(Fellows::saysSomething);
    if (byController.isEmpty()) {
      return merged.isEmpty()
          ? Optional.empty()
          : Optional.of(new LabelSelector.Matching(byService));
    }
    return Optional.of(
        SelectorReader.and(new LabelSelector.Matching(byService), byController.get()));
  }

  private static boolean saysSomething(LabelSelector selector) {
    return selector instanceof LabelSelector.Matching(var labels) && !labels.isEmpty();
  }
}
