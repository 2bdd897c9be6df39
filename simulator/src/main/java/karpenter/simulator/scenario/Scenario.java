package karpenter.simulator.scenario;

import karpenter.operator.Unreachable;

/// A story of a cluster. It throws [Scene.Unmet] when the cluster does not do as it should.
public interface Scenario {
  String name();

  void play(Scene scene) throws Unreachable, InterruptedException;
}
