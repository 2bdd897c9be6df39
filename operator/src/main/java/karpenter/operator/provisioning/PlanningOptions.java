package karpenter.operator.provisioning;

import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.settings.Settings;

/// How settings and provider ask for pods to be placed.
public final class PlanningOptions {
  private PlanningOptions() {}

  /// @param reserved provisioning waits for reserved capacity; simulations fall back
  public static Options of(Settings settings, ProviderLabels labels, ReservedMode reserved) {
    var wellKnown = new TreeSet<>(Labels.WELL_KNOWN);
    wellKnown.addAll(labels.wellKnown());
    return new Options(
        switch (settings.preferencePolicy()) {
          case RESPECT -> new PreferencePolicy.Respect();
          case IGNORE -> new PreferencePolicy.Ignore();
          case WEIGH -> new PreferencePolicy.Weigh(PreferencePolicy.Weigh.DEFAULT_FRACTION);
        },
        switch (settings.minValuesPolicy()) {
          case STRICT -> MinValuesPolicy.STRICT;
          case BEST_EFFORT -> MinValuesPolicy.BEST_EFFORT;
        },
        reserved,
        wellKnown,
        labels.reservationId(),
        Options.DEFAULT_IMPROVEMENT_WORK,
        settings.ignoreDraRequests() ? DeviceRequests.IGNORED : DeviceRequests.HONOURED);
  }
}
