package karpenter.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import karpenter.app.http.Page;
import karpenter.app.http.Reply;
import karpenter.operator.Operator;
import karpenter.operator.Operator.Phase;

/// `/healthz` and `/readyz`. A standby is ready: it knows the cluster and could lead at once.
final class HealthPages {
  private HealthPages() {}

  /// @param definitions finds out which definitions the server lacks
  static Map<String, Page> of(Operator operator, Definitions definitions) {
    return Map.of(
        "/healthz", _ -> Reply.text("ok\n"), "/readyz", _ -> ready(operator, definitions));
  }

  private static Reply ready(Operator operator, Definitions definitions)
      throws InterruptedException {
    List<String> lacks = new ArrayList<>();
    var watches = operator.watches();
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
    lacks.addAll(definitions.missing());
    return lacks.isEmpty()
        ? Reply.text("ok\n")
        : Reply.text(Reply.NOT_NOW, String.join("\n", lacks) + "\n");
  }
}
