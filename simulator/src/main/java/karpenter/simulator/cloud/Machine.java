package karpenter.simulator.cloud;

import java.util.Map;
import java.util.Optional;
import karpenter.operator.provider.Instance;

/// A machine of the simulated cloud, and what became of it.
final class Machine {
  private final Instance bought;
  private Stage stage = Stage.BOOTING;

  enum Stage {
    BOOTING,
    RUNNING,
    ENDING,
    GONE
  }

  Machine(Instance bought) {
    this.bought = bought;
  }

  String providerId() {
    return bought.providerId();
  }

  String claimUid() {
    return bought.claimUid().orElseThrow();
  }

  Stage stage() {
    return stage;
  }

  void become(Stage next) {
    stage = next;
  }

  Instance instance() {
    return new Instance(
        bought.providerId(),
        bought.claimUid(),
        Optional.empty(),
        bought.labels(),
        Map.of(),
        bought.capacity(),
        bought.allocatable(),
        bought.created(),
        stage == Stage.ENDING);
  }
}
