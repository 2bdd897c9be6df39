package karpenter.operator;

import java.time.InstantSource;
import karpenter.operator.event.Events;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Kube;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterState;
import karpenter.operator.state.ClusterWriter;

/// Everything a loop may use.
public record LoopContext(
    ClusterState state,
    ClusterWriter writer,
    Kube kube,
    CloudProvider provider,
    Events events,
    Metrics metrics,
    Journal journal,
    InstantSource clock,
    Parallel parallel,
    Settings settings) {}
