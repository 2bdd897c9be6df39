package karpenter.simulator;

import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;

/// Operators to try.
final class Programs {
  private static final ProviderPlan KWOK_CLOUD = KwokProvider.plan(KwokCatalogue.standard());

  /// All features, on KWOK.
  static final OperatorProgram KWOK = kwok(TestSettings.withAllGates(Settings.DEFAULT));

  private Programs() {}

  static OperatorProgram kwok(Settings settings) {
    return new OperatorProgram(KWOK_CLOUD, settings, _ -> {});
  }
}
