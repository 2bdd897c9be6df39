package karpenter.core.catalog;

import java.util.Map;
import java.util.TreeMap;
import karpenter.core.resource.Resources;

/// What is left of a capacity for pods.
final class Allocatable {
  private static final String HUGE_PAGES = "hugepages-";

  private Allocatable() {}

  static Resources of(Resources capacity, Resources overhead) {
    Map<String, Long> left = new TreeMap<>();
    long hugePages = 0;
    for (String name : capacity.names()) {
      left.put(name, capacity.get(name) - overhead.get(name));
      if (name.startsWith(HUGE_PAGES)) hugePages += capacity.get(name);
    }
    Long memory = left.get(Resources.MEMORY);
    // Pages set aside at boot are memory no ordinary pod can have.
    if (hugePages > 0 && memory != null) {
      left.put(Resources.MEMORY, Math.max(0, memory - hugePages));
    }
    return Resources.of(left);
  }

  static Resources override(Resources base, Resources override) {
    Resources result = base;
    for (String name : override.names()) result = result.with(name, override.get(name));
    return result;
  }
}
