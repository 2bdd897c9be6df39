package karpenter.simulator;

import java.time.InstantSource;
import java.util.List;
import karpenter.operator.Operator;
import karpenter.operator.World;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Kube;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterState;

/// The real operator, all of it, as the only replica.
public record OperatorProgram(ProviderPlan provider, Settings settings, Journal journal)
    implements Program {

  @Override
  public void start(Ports ports) {
    var _ = open(ports);
  }

  /// Starts it, for somebody who wants to look inside.
  public Operator open(Ports ports) {
    var operator =
        Operator.in(
            new World(
                ports.runtime(),
                ports.kube(),
                wired(provider, ports),
                Metrics.NONE,
                journal,
                settings));
    operator.watch();
    operator.lead();
    return operator;
  }

  /// The provider, with the simulated wire before it.
  public static ProviderPlan wired(ProviderPlan provider, Ports ports) {
    return new Wired(provider, ports);
  }

  private record Wired(ProviderPlan plan, Ports ports) implements ProviderPlan {
    @Override
    public List<NodeClassKind> nodeClassKinds() {
      return plan.nodeClassKinds();
    }

    @Override
    public ProviderLabels labels() {
      return plan.labels();
    }

    @Override
    public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
      return ports.cloud().apply(plan.open(kube, state, clock));
    }
  }
}
