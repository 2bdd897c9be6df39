package karpenter.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Which label keys users may not set, because Karpenter or its provider writes them itself.
///
/// The rule at runtime is kinder than the one in the schemas: it compares whole domains, where the
/// schemas compare text endings. The `kubernetes.io` and `k8s.io` domains are free.
public record RestrictedLabels(Set<String> wellKnown, List<String> domains) {
  private static final Set<String> KEYS = Set.of(Labels.HOSTNAME);

  public static final RestrictedLabels CORE =
      new RestrictedLabels(Set.copyOf(Labels.WELL_KNOWN), List.of(Labels.GROUP));

  public RestrictedLabels {
    wellKnown = Set.copyOf(wellKnown);
    domains = List.copyOf(domains);
  }

  /// The rule with a provider's own keys and domain added.
  public RestrictedLabels with(Set<String> moreWellKnown, List<String> moreDomains) {
    var keys = new TreeSet<>(wellKnown);
    keys.addAll(moreWellKnown);
    var all = new ArrayList<>(domains);
    all.addAll(moreDomains);
    return new RestrictedLabels(keys, all);
  }

  public boolean isWellKnown(String key) {
    return wellKnown.contains(key);
  }

  public boolean isRestricted(String key) {
    if (wellKnown.contains(key)) {
      return false;
    }
    var domain = Labels.domain(key);
    return KEYS.contains(key)
        || domains.stream().anyMatch(d -> domain.equals(d) || domain.endsWith("." + d));
  }
}
