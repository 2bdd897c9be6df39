package karpenter.operator;

import java.util.function.BiFunction;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Kube;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterState;
import karpenter.operator.state.ClusterWriter;

/// What an operator stands on. A real cluster and a simulated one differ in this and nothing else.
///
/// @param writer how loops' decisions are written
public record World(
    Runtime runtime,
    Kube kube,
    ProviderPlan provider,
    BiFunction<Kube, ClusterState, ClusterWriter> writer,
    Metrics metrics,
    Journal journal,
    Settings settings) {}
