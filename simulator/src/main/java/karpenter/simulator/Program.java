package karpenter.simulator;

import java.util.function.UnaryOperator;
import karpenter.operator.kube.Kube;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.runtime.Runtime;

/// What runs in a simulated process: an operator, from its start on.
public interface Program {
  /// Starts it and returns; what it does from then on it does in loops of the runtime.
  void start(Ports ports);

  /// What a process has of the world. Every life has its own.
  ///
  /// @param cloud puts the simulated wire between the process and its cloud
  record Ports(Runtime runtime, Kube kube, UnaryOperator<CloudProvider> cloud) {}
}
