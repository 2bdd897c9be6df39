package karpenter.operator;

import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Kube;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.settings.Settings;

/// What an operator stands on. A real cluster and a simulated one differ in this and nothing else.
public record World(
    Runtime runtime,
    Kube kube,
    ProviderPlan provider,
    Metrics metrics,
    Journal journal,
    Settings settings) {}
