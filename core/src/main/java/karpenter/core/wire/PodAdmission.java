package karpenter.core.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.pod.Toleration;
import karpenter.core.resource.Quantity;

/// What an API server adds to a pod when it is created: priority, container defaults, and what its
/// runtime class brings. A manifest has not met the API server yet, so we do the same.
final class PodAdmission {
  private static final int SYSTEM_CLUSTER_CRITICAL = 2_000_000_000;
  private static final int SYSTEM_NODE_CRITICAL = 2_000_001_000;

  private final SortedMap<String, Integer> priorities = new TreeMap<>();
  private int defaultPriority;
  private final Map<String, ContainerDefaults> defaults = new TreeMap<>();
  private final Map<String, RuntimeNeeds> runtimes = new TreeMap<>();
  private final boolean isPast;

  /// A RuntimeClass: what it costs, and the nodes that have it.
  record RuntimeNeeds(
      SortedMap<String, Quantity> overhead,
      List<RequirementReader.Written> nodeSelector,
      List<Toleration> tolerations) {
    static final RuntimeNeeds NONE =
        new RuntimeNeeds(Collections.emptySortedMap(), List.of(), List.of());
  }

  PodAdmission() {
    this(false);
  }

  private PodAdmission(boolean isPast) {
    this.isPast = isPast;
    priorities.put("system-cluster-critical", SYSTEM_CLUSTER_CRITICAL);
    priorities.put("system-node-critical", SYSTEM_NODE_CRITICAL);
  }

  /// For what a server has admitted already: it has checked the names, and we do not watch what
  /// they stand for.
  static PodAdmission past() {
    return new PodAdmission(true);
  }

  void addPriorityClass(String name, Place priorityClass) {
    var place = priorityClass.get("value");
    if (place.isAbsent()) {
      place.expected("an integer");
    }
    int value = place.integer(Integer.MIN_VALUE, Integer.MAX_VALUE).orElse(0);
    priorities.put(name, value);
    if (priorityClass.get("globalDefault").flag()) {
      defaultPriority = value;
    }
  }

  void addLimitRange(String namespace, Place limitRange) {
    defaults.merge(namespace, ContainerDefaults.of(limitRange), ContainerDefaults::orElse);
  }

  void addRuntimeClass(String name, Place runtimeClass, RequirementReader reader) {
    var scheduling = runtimeClass.get("scheduling");
    runtimes.put(
        name,
        new RuntimeNeeds(
            Amounts.of(runtimeClass.get("overhead", "podFixed")),
            reader.selector(scheduling.get("nodeSelector")),
            TaintReader.tolerations(scheduling.get("tolerations"))));
  }

  int priority(Place spec) {
    var given = spec.get("priority");
    if (given.isPresent()) {
      return given.integer(Integer.MIN_VALUE, Integer.MAX_VALUE).orElse(0);
    }
    var name = spec.get("priorityClassName");
    if (name.text("").isEmpty()) {
      return defaultPriority;
    }
    var priority = Optional.ofNullable(priorities.get(name.text("")));
    if (priority.isEmpty() && !isPast) {
      name.expected("the name of a PriorityClass that exists");
    }
    return priority.orElse(0);
  }

  ContainerDefaults containers(String namespace) {
    return defaults.getOrDefault(namespace, ContainerDefaults.NONE);
  }

  RuntimeNeeds runtime(Place spec) {
    var place = spec.get("runtimeClassName");
    var name = place.text("");
    if (!isPast && !name.isEmpty() && !runtimes.containsKey(name)) {
      place.expected("the name of a RuntimeClass that exists");
    }
    return runtimes.getOrDefault(name, RuntimeNeeds.NONE);
  }
}
