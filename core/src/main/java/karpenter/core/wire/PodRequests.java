package karpenter.core.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.Resources;

/// What a pod takes from its node (spec 01 §4.5).
/// 1. A container without a request for what it limits requests the limit.
/// 2. While a container is resized in place, the larger of wanted, granted and actual counts.
/// 3. Init containers run one after another, sidecars stay: the pod needs the larger of its worst
///    start and its steady state.
/// 4. What the pod requests as a whole replaces the sum over its containers.
/// 5. The overhead of its runtime is added.
final class PodRequests {
  private final Place pod;
  private final ContainerDefaults defaults;
  private final Map<String, Place> statuses;
  private final boolean resizeIsInfeasible;

  private PodRequests(Place pod, ContainerDefaults defaults) {
    this.pod = pod;
    this.defaults = defaults;
    this.statuses = statuses(pod.get("status"));
    this.resizeIsInfeasible = resizeIsInfeasible(pod.get("status"));
  }

  /// @param overhead of the runtime class, where the pod names none itself
  static Resources of(Place pod, ContainerDefaults defaults, SortedMap<String, Quantity> overhead) {
    return new PodRequests(pod, defaults).total(overhead);
  }

  /// What a pod may take at most, of the resources that are limited.
  static Resources limits(Place pod) {
    var spec = pod.get("spec");
    SortedMap<String, Quantity> running = new TreeMap<>();
    for (var container : spec.get("containers").items()) {
      running = sum(running, Amounts.of(container.get("resources", "limits")));
    }
    SortedMap<String, Quantity> starting = new TreeMap<>();
    for (var container : spec.get("initContainers").items()) {
      var own = Amounts.of(container.get("resources", "limits"));
      if (isSidecar(container)) {
        running = sum(running, own);
      } else {
        starting = larger(starting, own);
      }
    }
    var limits = larger(running, starting);
    Amounts.of(spec.get("resources", "limits")).forEach(limits::put);
    return Resources.requests(limits);
  }

  private Resources total(SortedMap<String, Quantity> runtimeOverhead) {
    var spec = pod.get("spec");
    var overhead = Amounts.of(spec.get("overhead"));
    return podLevel(Resources.requests(containers(spec)), spec.get("resources"))
        .plus(Resources.requests(overhead.isEmpty() ? runtimeOverhead : overhead));
  }

  private SortedMap<String, Quantity> containers(Place spec) {
    SortedMap<String, Quantity> running = new TreeMap<>();
    for (var container : spec.get("containers").items()) {
      running = sum(running, requests(container));
    }
    SortedMap<String, Quantity> sidecars = new TreeMap<>();
    SortedMap<String, Quantity> starting = new TreeMap<>();
    for (var container : spec.get("initContainers").items()) {
      var own = requests(container);
      if (isSidecar(container)) {
        running = sum(running, own);
        sidecars = sum(sidecars, own);
        starting = larger(starting, sidecars);
      } else {
        starting = larger(starting, sum(own, sidecars));
      }
    }
    return larger(running, starting);
  }

  static boolean isSidecar(Place initContainer) {
    return initContainer.get("restartPolicy").text("").equals("Always");
  }

  private SortedMap<String, Quantity> requests(Place container) {
    var resources = container.get("resources");
    var limits = Amounts.of(resources.get("limits"));
    var wanted = new TreeMap<>(Amounts.of(resources.get("requests")));
    limits.forEach(wanted::putIfAbsent);
    defaults.requests().forEach(wanted::putIfAbsent);
    var status = statuses.get(container.get("name").text(""));
    return status == null ? wanted : resized(wanted, status);
  }

  private SortedMap<String, Quantity> resized(SortedMap<String, Quantity> wanted, Place status) {
    var granted =
        larger(
            Amounts.of(status.get("resources", "requests")),
            Amounts.of(status.get("allocatedResources")));
    return resizeIsInfeasible ? granted : larger(wanted, granted);
  }

  /// Only cpu, memory and huge pages can be asked for by the pod as a whole.
  private static Resources podLevel(Resources containers, Place resources) {
    var requests = Resources.requests(Amounts.of(resources.get("requests")));
    var limits = Resources.requests(Amounts.of(resources.get("limits")));
    var result = containers;
    for (var name : requests.max(limits).names()) {
      if (!isPodLevel(name)) {
        continue;
      }
      if (requests.has(name)) {
        result = result.with(name, requests.get(name));
      } else if (!containers.has(name)) {
        result = result.with(name, limits.get(name));
      }
    }
    return result;
  }

  private static boolean isPodLevel(String name) {
    return name.equals(Resources.CPU)
        || name.equals(Resources.MEMORY)
        || name.startsWith(Resources.HUGE_PAGES_PREFIX);
  }

  /// Only statuses that report resources say anything about a resize.
  private static Map<String, Place> statuses(Place status) {
    var byName = new HashMap<String, Place>();
    for (var list : new String[] {"initContainerStatuses", "containerStatuses"}) {
      for (var container : status.get(list).items()) {
        if (container.get("resources").isPresent()) {
          byName.put(container.get("name").text(""), container);
        }
      }
    }
    return byName;
  }

  private static boolean resizeIsInfeasible(Place status) {
    return status.get("conditions").items().stream()
        .anyMatch(
            condition ->
                condition.get("type").text("").equals("PodResizePending")
                    && condition.get("reason").text("").equals("Infeasible"));
  }

  private static SortedMap<String, Quantity> sum(
      SortedMap<String, Quantity> one, SortedMap<String, Quantity> other) {
    var result = new TreeMap<>(one);
    other.forEach((name, quantity) -> result.merge(name, quantity, Quantity::plus));
    return result;
  }

  private static SortedMap<String, Quantity> larger(
      SortedMap<String, Quantity> one, SortedMap<String, Quantity> other) {
    var result = new TreeMap<>(one);
    other.forEach(
        (name, quantity) -> result.merge(name, quantity, (a, b) -> a.compareTo(b) >= 0 ? a : b));
    return result;
  }
}
