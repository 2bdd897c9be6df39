package karpenter.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import karpenter.app.http.Page;
import karpenter.app.http.Reply;
import karpenter.operator.Operator.Phase;
import karpenter.operator.Operator.WatchStatus;

/// `/healthz` and `/readyz`. A standby is healthy and ready: it knows the cluster and could lead at
/// once. A server that does not answer makes nobody unhealthy: a restart would not help.
final class HealthPages {
  private HealthPages() {}

  /// @param watches how each stands
  /// @param definitions finds out which definitions the server lacks
  static Map<String, Page> of(
      Health health, Supplier<List<WatchStatus>> watches, Definitions definitions) {
    return Map.of(
        "/healthz",
        _ -> healthy(health),
        "/readyz",
        _ -> ready(watches.get(), definitions.lastMissing()));
  }

  static Reply healthy(Health health) {
    return reply(health.problems());
  }

  private static Reply ready(List<WatchStatus> watches, List<String> missing) {
    List<String> lacks = new ArrayList<>();
    if (watches.isEmpty()) {
      lacks.add("no watch has begun");
    }
    for (var watch : watches) {
      if (watch.phase() == Phase.AWAITED) {
        lacks.add(
            "awaiting %s%s"
                .formatted(
                    watch.resource(), watch.reason().isEmpty() ? "" : ": " + watch.reason()));
      }
    }
    lacks.addAll(missing);
    return reply(lacks);
  }

  private static Reply reply(List<String> problems) {
    return problems.isEmpty()
        ? Reply.text("ok\n")
        : Reply.text(Reply.NOT_NOW, String.join("\n", problems) + "\n");
  }
}
