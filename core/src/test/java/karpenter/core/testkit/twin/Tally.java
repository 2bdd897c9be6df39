package karpenter.core.testkit.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// How many pods of a group each domain of its key has.
final class Tally {
  private final String key;
  private final Domains domains;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Set<String> blocked = new TreeSet<>();
  private final List<Site.Draft> pending = new ArrayList<>();

  Tally(String key, Domains domains) {
    this.key = key;
    this.domains = domains;
  }

  int count(String domain) {
    return counts.getOrDefault(domain, 0);
  }

  /// The draft's pods that will count as soon as it is decided where.
  int pendingOn(Site.Draft draft) {
    return (int) pending.stream().filter(waiting -> waiting == draft).count();
  }

  boolean isBlocked(String domain) {
    return blocked.contains(domain);
  }

  /// The domains that have a pod, host names included.
  Set<String> occupied() {
    return counts.keySet();
  }

  void add(Site site) {
    if (key.equals(Labels.HOSTNAME)) {
      counts.merge(site.host(), 1, Integer::sum);
      return;
    }
    switch (site) {
      case Site.Node node -> {
        String value = node.value.labels().get(key);
        if (value != null) counts.merge(value, 1, Integer::sum);
      }
      case Site.Draft draft -> addTo(draft);
    }
  }

  private void addTo(Site.Draft draft) {
    if (countIfDecided(draft)) return;
    List<String> left = domains.left(draft.shape.requirements(), key);
    if (left.isEmpty()) return;
    pending.add(draft);
    blocked.addAll(left);
  }

  /// Called after the draft's requirements changed.
  void settle(Site.Draft draft) {
    pending.removeIf(waiting -> waiting == draft && countIfDecided(draft));
  }

  private boolean countIfDecided(Site.Draft draft) {
    List<String> left = domains.left(draft.shape.requirements(), key);
    if (left.size() != 1) return false;
    counts.merge(left.getFirst(), 1, Integer::sum);
    return true;
  }
}
