package karpenter.core.disruption;

/// Why a node is not taken (spec 02 §2.3, §2.7, §2.8), by theme. A record's `kind` is its code in
/// metrics and never changes; its sentence is what users read. All kinds are in docs/disruption.md.
public sealed interface Obstacle
    permits NodeObstacle,
        PodObstacle,
        KnowledgeObstacle,
        PolicyObstacle,
        AllowanceObstacle,
        MoveObstacle {
  String kind();

  String sentence();

  /// How an obstacle is told (spec 02 §2.3, column E).
  enum Telling {
    /// Not at all: it is the ordinary state of affairs, or somebody else's to tell.
    SILENT,
    /// As the event `DisruptionBlocked`.
    BLOCKED,
    /// As the event `Unconsolidatable`.
    UNCONSOLIDATABLE
  }

  Telling telling();
}
