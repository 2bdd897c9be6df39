package karpenter.app.generate;

import java.util.List;

/// One pool to write.
///
/// @param purpose what it is for, as a comment above it
/// @param scope further labels, one a line
/// @param taint its key; empty for a pool that takes any pod
/// @param spot whether spot may be bought, beside on-demand or alone
/// @param shape which machines fit
/// @param consolidation policy and delay
/// @param budgets one a line
record PoolPlan(
    String name,
    String purpose,
    List<String> scope,
    String taint,
    Capacity spot,
    Shape shape,
    Consolidation consolidation,
    String expireAfter,
    List<String> budgets,
    int cpuLimit,
    int weight) {

  enum Capacity {
    ON_DEMAND("[on-demand]"),
    SPOT("[spot]"),
    MIXED("[spot, on-demand]");

    final String values;

    Capacity(String values) {
      this.values = values;
    }
  }

  /// What machines are for.
  enum Shape {
    GENERAL,
    MEMORY,
    COMPUTE,
    GPU,
    /// Few types, each of them reviewed.
    NAMED
  }

  record Consolidation(String policy, String after) {
    static final Consolidation OFF = new Consolidation("WhenEmpty", "Never");
  }
}
