package karpenter.core.wire;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.RestrictedLabels;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.PreferencePolicy;

/// What reading depends on besides the objects.
///
/// @param restricted the rule for label keys, with the provider's own keys and domains
/// @param aliases old label names, with the provider's own
/// @param defaultSpread constraints for pods that declare none
/// @param nodeCost what a node costs an hour beside its instance, in pools that do not say
public record WireOptions(
    Options scheduling,
    RestrictedLabels restricted,
    LabelAliases aliases,
    DefaultSpread defaultSpread,
    double nodeCost) {

  /// What upstream does when nothing is configured.
  public static WireOptions defaults() {
    return withLabels(Set.of(), List.of());
  }

  /// The defaults with a provider's well-known labels and restricted domains.
  public static WireOptions withLabels(Set<String> wellKnown, List<String> restrictedDomains) {
    var restricted = RestrictedLabels.CORE.with(wellKnown, restrictedDomains);
    return new WireOptions(
        new Options(
            new PreferencePolicy.Respect(),
            Options.MinValuesPolicy.STRICT,
            Options.ReservedMode.STRICT,
            wellKnownLabels(wellKnown),
            "",
            Options.DEFAULT_IMPROVEMENT_WORK),
        restricted,
        LabelAliases.STANDARD,
        DefaultSpread.NONE,
        0);
  }

  public WireOptions withScheduling(Options options) {
    return new WireOptions(options, restricted, aliases, defaultSpread, nodeCost);
  }

  public WireOptions withDefaultSpread(DefaultSpread spread) {
    return new WireOptions(scheduling, restricted, aliases, spread, nodeCost);
  }

  public WireOptions withAliases(LabelAliases names) {
    return new WireOptions(scheduling, restricted, names, defaultSpread, nodeCost);
  }

  public WireOptions withNodeCost(double cost) {
    return new WireOptions(scheduling, restricted, aliases, defaultSpread, cost);
  }

  static TreeSet<String> wellKnownLabels(Set<String> more) {
    var labels = new TreeSet<>(Labels.WELL_KNOWN);
    labels.addAll(more);
    return labels;
  }
}
