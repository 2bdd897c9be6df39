package karpenter.app.generate;

import java.util.List;
import java.util.Locale;
import karpenter.app.generate.PoolPlan.Capacity;
import karpenter.app.generate.PoolPlan.Consolidation;
import karpenter.app.generate.PoolPlan.Shape;

/// A kind of work, and the pools it wants.
enum Profile {
  /// Web servers, APIs: many, alike, and soon back.
  STATELESS(
      new PoolPlan(
          "stateless",
          "Services that any node can run, on spot where there is some. In office hours no pod is moved to save money.",
          List.of(),
          "",
          Capacity.MIXED,
          Shape.GENERAL,
          new Consolidation("WhenEmptyOrUnderutilized", "1m"),
          "720h",
          List.of(
              "{nodes: 10%}",
              "{nodes: \"0\", schedule: \"0 9 * * mon-fri\", duration: 8h, reasons: [Underutilized]}"),
          500,
          10)),
  /// Databases, queues: never on spot, never moved to save money.
  STATEFUL(
      new PoolPlan(
          "stateful",
          "Databases and queues. Nodes stay until they drift, one at a time.",
          List.of(),
          "stateful",
          Capacity.ON_DEMAND,
          Shape.MEMORY,
          Consolidation.OFF,
          "Never",
          List.of("{nodes: \"1\"}"),
          200,
          20)),
  /// Jobs and CI runners: cheap, and gone when done.
  BATCH(
      new PoolPlan(
          "batch",
          "Jobs that may be interrupted. Nodes go when they are empty.",
          List.of(),
          "batch",
          Capacity.SPOT,
          Shape.COMPUTE,
          new Consolidation("WhenEmpty", "1m"),
          "48h",
          List.of("{nodes: 20%}"),
          1000,
          30)),
  /// Training and inference on GPUs.
  GPU(
      new PoolPlan(
          "gpu",
          "Pods that ask for a GPU, and no others.",
          List.of(),
          "nvidia.com/gpu",
          Capacity.ON_DEMAND,
          Shape.GPU,
          new Consolidation("WhenEmpty", "5m"),
          "720h",
          List.of("{nodes: \"1\"}"),
          128,
          40)),
  /// DNS, ingress, monitoring.
  SYSTEM(
      new PoolPlan(
          "system",
          "The platform's own services, apart from the churn of applications.",
          List.of(),
          "system",
          Capacity.ON_DEMAND,
          Shape.GENERAL,
          new Consolidation("WhenEmpty", "1h"),
          "2160h",
          List.of("{nodes: \"1\"}"),
          64,
          50)),
  /// The five pools of a cardholder data environment.
  PCI(
      regulated(
          "pci-system",
          "Platform services in scope.",
          "pci-system",
          new Consolidation("WhenEmpty", "1h"),
          "2160h",
          "{nodes: \"1\"}",
          60),
      regulated(
          "stateless-secure",
          "APIs and pages in scope. Drift and consolidation take five percent at a time.",
          "pci",
          new Consolidation("WhenEmptyOrUnderutilized", "15m"),
          "2160h",
          "{nodes: 5%}",
          61),
      regulated(
          "stateful-secure",
          "Databases in scope. Nothing is moved to save money.",
          "pci-stateful",
          Consolidation.OFF,
          "Never",
          "{nodes: \"1\"}",
          62),
      regulated(
          "batch-secure",
          "Settlement and reconciliation.",
          "pci-batch",
          new Consolidation("WhenEmpty", "5m"),
          "720h",
          "{nodes: \"1\"}",
          63),
      regulated(
          "dmz",
          "Ingress and gateways in scope.",
          "pci-dmz",
          new Consolidation("WhenEmpty", "1h"),
          "2160h",
          "{nodes: \"1\"}",
          64));

  private final List<PoolPlan> pools;

  Profile(PoolPlan... pools) {
    this.pools = List.of(pools);
  }

  private static PoolPlan regulated(
      String name,
      String purpose,
      String taint,
      Consolidation consolidation,
      String expireAfter,
      String budget,
      int weight) {
    return new PoolPlan(
        name,
        purpose,
        List.of("pci-scope: in"),
        taint,
        Capacity.ON_DEMAND,
        Shape.NAMED,
        consolidation,
        expireAfter,
        List.of(budget),
        100,
        weight);
  }

  List<PoolPlan> pools() {
    return pools;
  }

  boolean isRegulated() {
    return this == PCI;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
