package karpenter.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import karpenter.app.http.Page;
import karpenter.app.http.Reply;
import karpenter.operator.Operator.Phase;
import karpenter.operator.Operator.WatchStatus;

/// `/healthz` and `/readyz`. A standby is ready: it knows the cluster and could lead at once.
final class HealthPages {
  private HealthPages() {}

  /// @param watches how each stands
  /// @param definitions finds out which definitions the server lacks
  static Map<String, Page> of(Supplier<List<WatchStatus>> watches, Definitions definitions) {
    return Map.of(
        "/healthz",
        _ -> Reply.text("ok\n"),
        "/readyz",
        _ -> ready(watches.get(), definitions.lastMissing()));
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
    return lacks.isEmpty()
        ? Reply.text("ok\n")
        : Reply.text(Reply.NOT_NOW, String.join("\n", lacks) + "\n");
  }
}
